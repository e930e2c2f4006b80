import type { acceptanceApi } from '#contract/warehouse/acceptance.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Handler } from '#kernel/serve.ts'

/** 验收检验 of a lot, the newest first. */
export const listAcceptances: Handler<typeof acceptanceApi.list> = async (tx, _actor, { id }) => {
  const lot = await tx.selectFrom('lot').select('id').where('id', '=', id).where('kind', '=', 'auxiliary').executeTakeFirst()
  if (lot === undefined) throw new Refusal('not_found')
  const rows = await tx
    .selectFrom('packAcceptance as a')
    .innerJoin('account as decider', (join) =>
      join.onRef('decider.enterpriseId', '=', 'a.enterpriseId').onRef('decider.id', '=', 'a.decidedBy'),
    )
    .innerJoin('account as inspector', (join) =>
      join.onRef('inspector.enterpriseId', '=', 'a.enterpriseId').onRef('inspector.id', '=', 'a.inspectedBy'),
    )
    .select(['a.id', 'a.acceptanceNo', 'a.lookedAt', 'a.usedUp', 'a.appearance', 'a.dimensions', 'a.printing', 'a.certificateNo'])
    .select(['a.conforms', 'a.note', 'a.retestOn', 'a.decidedAt', 'a.decidedBy', 'a.inspectedBy'])
    .select(['decider.name as deciderName', 'inspector.name as inspectorName'])
    .where('a.lotId', '=', id)
    .orderBy('a.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ decidedBy, deciderName, inspectedBy, inspectorName, ...row }) => ({
    ...row,
    decidedBy: { id: decidedBy, name: deciderName },
    inspectedBy: { id: inspectedBy, name: inspectorName },
  }))
}
