import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import { administrativeRights } from '#contract/kernel/separation.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { id, instant, listOf, listQuery, person, sortBy, text } from '#contract/kernel/values.ts'

/** Rights that one administrator proposes take effect when another one approves. */
export const proposalState = z.enum(['waiting', 'approved', 'refused'], '没有这个状态')
export const proposalLooks: Record<z.infer<typeof proposalState>, StateLook> = {
  waiting: { label: '待批准', tone: 'warning' },
  approved: { label: '已批准', tone: 'good' },
  refused: { label: '已退回', tone: 'neutral' },
}

const proposalRow = z.strictObject({
  id,
  state: proposalState,
  role: z.strictObject({ id, name: z.string() }),
  /** Who is to receive the role; null where the role itself is to receive the rights, with all who hold it. */
  person: person.extend({ userName: z.string() }).nullable(),
  /** How many hold the role now. */
  holderCount: z.int(),
  /** Whether the person who asks is one of them. */
  isMine: z.boolean(),
  rights: z.array(z.string()),
  proposedBy: person,
  proposedAt: instant,
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
  reason: z.string(),
  rowVersion: z.int(),
})
export type ProposalRow = z.infer<typeof proposalRow>

/** What the rules ask about: who proposed it, who receives it, and what. */
export type ProposalStanding = {
  state: z.infer<typeof proposalState>
  proposedById: string
  receiverIds: readonly string[]
  rights: readonly string[]
}

const byAnother = ({ proposedById, receiverIds, rights }: ProposalStanding, actor: Actor): RefusalCode | undefined => {
  if (proposedById === actor.id) return 'proposer_approves'
  if (receiverIds.includes(actor.id)) return 'receiver_approves'
  return administrativeRights.some((right) => rights.includes(right) && !actor.rights.includes(right)) ? 'beyond_own_rights' : undefined
}

export const proposalActions = {
  approve: { label: '批准', duty: '31:manage', from: ['waiting'], awaitedIn: ['waiting'], to: 'approved', unless: byAnother },
  refuse: { label: '退回', duty: '31:manage', from: ['waiting'], to: 'refused' },
} satisfies Record<string, Action<ProposalStanding>>

/** The same of a row, as the person `actorId` sees it. */
export const standingFor = (row: ProposalRow, actorId: string): ProposalStanding => ({
  state: row.state,
  proposedById: row.proposedBy.id,
  receiverIds: row.person === null ? (row.isMine ? [actorId] : []) : [row.person.id],
  rights: row.rights,
})

export const proposalApi = {
  list: endpoint({
    method: 'GET',
    path: '/rights-proposals',
    right: '31',
    summary: '提请批准的签名职责和管理权限',
    input: listQuery.extend({ state: proposalState.optional(), sort: sortBy(['proposedAt', 'decidedAt'], '-proposedAt') }),
    output: listOf(proposalRow),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/rights-proposals/{id}/approve',
    right: '31:manage',
    summary: '另一位管理员批准；权限随即生效',
    input: z.strictObject({ id }),
    output: proposalRow,
    refusals: [
      'wrong_state',
      'proposer_approves',
      'receiver_approves',
      'beyond_own_rights',
      'secret_unconfirmed',
      'role_unknown',
      'proposal_outdated',
    ],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/rights-proposals/{id}/refuse',
    right: '31:manage',
    summary: '退回或撤回提请，写明原因；权限不变',
    input: z.strictObject({ id, reason: text(200) }),
    output: proposalRow,
    refusals: ['wrong_state'],
  }),
}
