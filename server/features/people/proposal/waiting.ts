import { sql } from 'kysely'
import { proposalActions, proposalApi, proposalLooks, type ProposalStanding } from '#contract/people/proposal.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** Rights that one administrator proposed and another one has to approve. */
export const waitingProposals = waitingIn<ProposalStanding>({
  document: '授权提请',
  actions: proposalActions,
  looks: proposalLooks,
  lists: { '31': proposalApi.list },
  all: (state) => ({ by: 'proposal', state }),
  one: ({ no }) => ({ by: 'proposal', q: no }),
  select: (ids) => sql`
    select p.id, p.role_name as no, coalesce(person.name, '角色权限') as subject,
      jsonb_build_object('state', p.state, 'proposedById', p.proposed_by, 'rights', p.rights, 'receiverIds',
        case when p.account_id is not null then array[p.account_id]
          else array(select account_id from account_role held where held.enterprise_id = p.enterprise_id and held.role_id = p.role_id) end) as standing
    from rights_proposal p left join account person on person.enterprise_id = p.enterprise_id and person.id = p.account_id
    where p.id = ${anyOf(ids)}`,
})
