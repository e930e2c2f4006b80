import { sql } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { byTwoOf } from '#contract/kernel/separation.ts'
import { proposalActions, standingFor, type proposalApi, type ProposalRow, type ProposalStanding } from '#contract/people/proposal.ts'
import { logSecurity } from '#kernel/log-security.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { rightsOfRoles } from '#server/features/people/role/give-roles.ts'
import { endFounding, lockRights } from '#server/features/people/user/administrators.ts'
import { proposalOf } from './queries.ts'

/** A second administrator agrees: the rights are there from the next request on. */
export const approveProposal: Handler<typeof proposalApi.approve> = async (tx, actor, { id }) => {
  const proposal = await takeProposal(tx, actor, id, proposalActions.approve)
  const role = await tx.selectFrom('role').select('id').where('id', '=', proposal.role.id).forUpdate().executeTakeFirst()
  if (role === undefined) throw new Refusal('role_unknown')
  // First the decision, then the rights: the database lets them in on the strength of it.
  await decide(tx, actor, id, 'approved', '')
  if (proposal.person === null) await widenRole(tx, actor, proposal)
  else await giveRole(tx, actor, proposal, proposal.person.id)
  await logSecurity(tx, actor, 'rights_approved', factsOf(proposal, ''))
  await tellProposer(tx, actor, proposal, '已批准')
  await endFounding(tx)
  return proposalOf(tx, actor, id)
}

/** An administrator sends it back, or the one who proposed it takes it back. */
export const refuseProposal: Handler<typeof proposalApi.refuse> = async (tx, actor, { id, reason }) => {
  const proposal = await takeProposal(tx, actor, id, proposalActions.refuse)
  await decide(tx, actor, id, 'refused', reason)
  await logSecurity(tx, actor, 'rights_refused', factsOf(proposal, reason))
  if (proposal.proposedBy.id !== actor.id) await tellProposer(tx, actor, proposal, `已退回：${reason}`)
  return proposalOf(tx, actor, id)
}

async function takeProposal(tx: Tx, actor: Actor, id: string, action: Action<ProposalStanding>): Promise<ProposalRow> {
  await lockRights(tx)
  const proposal = await proposalOf(tx, actor, id)
  const no = refusal(action, standingFor(proposal, actor.id), actor)
  if (no !== undefined) throw new Refusal(no)
  return proposal
}

const decide = (tx: Tx, actor: Actor, id: string, state: 'approved' | 'refused', reason: string) =>
  tx
    .updateTable('rightsProposal')
    .set({ state, decidedBy: actor.id, decidedAt: sql`now()`, reason })
    .where('id', '=', id)
    .execute()

async function giveRole(tx: Tx, actor: Actor, { role, rights }: ProposalRow, accountId: string) {
  const held = await tx.selectFrom('accountRole').select('roleId').where('accountId', '=', accountId).execute()
  if (held.some(({ roleId }) => roleId === role.id)) return
  const before = await rightsOfRoles(tx, held.map(({ roleId }) => roleId)) // prettier-ignore
  const raised = byTwoOf(await rightsOfRoles(tx, [role.id])).filter((right) => !before.includes(right))
  if (raised.some((right) => !rights.includes(right))) throw new Refusal('proposal_outdated')
  await tx.insertInto('accountRole').values({ enterpriseId: actor.enterpriseId, accountId, roleId: role.id }).execute()
}

async function widenRole(tx: Tx, actor: Actor, { role, rights }: ProposalRow) {
  await tx
    .insertInto('roleRight')
    .values(rights.map((rightCode) => ({ enterpriseId: actor.enterpriseId, roleId: role.id, rightCode })))
    .onConflict((there) => there.doNothing())
    .execute()
  await tx
    .updateTable('role')
    .set({ name: sql<string>`name` })
    .where('id', '=', role.id)
    .execute()
}

const factsOf = ({ role, person, rights }: ProposalRow, reason: string) => ({
  ...(person !== null && { account: person }),
  facts: { roleId: role.id, role: role.name, rights, ...(reason !== '' && { reason }) },
})

const tellProposer = (tx: Tx, actor: Actor, { role, person, proposedBy }: ProposalRow, outcome: string) =>
  tx
    .insertInto('notification')
    .values({
      enterpriseId: actor.enterpriseId,
      accountId: proposedBy.id,
      title: person === null ? `角色 ${role.name} 增加权限${outcome}` : `授予 ${person.name} 角色 ${role.name}${outcome}`,
      body: `由 ${actor.name} 处理`,
      path: '/system-user?by=proposal',
    })
    .execute()
