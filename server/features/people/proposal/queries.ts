import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { proposalApi, ProposalRow } from '#contract/people/proposal.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'

const selectProposals = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('rightsProposal as proposal')
    .leftJoin('account as receiver', 'receiver.id', 'proposal.accountId')
    .innerJoin('account as proposer', 'proposer.id', 'proposal.proposedBy')
    .leftJoin('account as decider', 'decider.id', 'proposal.decidedBy')
    .select(['proposal.id', 'proposal.state', 'rights', 'proposedAt', 'decidedAt', 'reason', 'proposal.rowVersion'])
    .select([
      sql<ProposalRow['role']>`jsonb_build_object('id', role_id, 'name', role_name)`.as('role'),
      sql<
        ProposalRow['person']
      >`case when receiver.id is not null then jsonb_build_object('id', receiver.id, 'name', receiver.name, 'userName', receiver.user_name) end`.as(
        'person',
      ),
      sql<number>`(select count(*)::integer from account_role held where held.role_id = proposal.role_id)`.as('holderCount'),
      sql<boolean>`exists (select from account_role held where held.role_id = proposal.role_id and held.account_id = ${actor.id})`.as(
        'isMine',
      ),
      sql<ProposalRow['proposedBy']>`jsonb_build_object('id', proposer.id, 'name', proposer.name)`.as('proposedBy'),
      sql<
        ProposalRow['decidedBy']
      >`case when decider.id is not null then jsonb_build_object('id', decider.id, 'name', decider.name) end`.as('decidedBy'),
    ])

/** One proposal, as it is now. */
export async function proposalOf(tx: Tx, actor: Actor, id: string): Promise<ProposalRow> {
  const proposal = await selectProposals(tx, actor).where('proposal.id', '=', id).executeTakeFirst()
  if (proposal === undefined) throw new Refusal('not_found')
  return proposal
}

export const listProposals: Handler<typeof proposalApi.list> = (tx, actor, { q, state, ...paging }) =>
  pageOf(
    tx,
    selectProposals(tx, actor)
      .$call((query) => (state === undefined ? query : query.where('proposal.state', '=', sql.lit(state))))
      .$if(q !== '', (query) =>
        query.where(
          sql<boolean>`(strpos(role_name, ${q}) > 0 or receiver.user_name ^@ ${q.toLowerCase()} or strpos(receiver.name, ${q}) > 0)`,
        ),
      ),
    paging,
  )
