import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Order } from './take-order.ts'

/** What the releases of these lots restrict (使用限制), by lot number. The newest release of a lot is the one that counts. */
export async function restrictionsOf(tx: Tx, lotIds: readonly string[]): Promise<{ lotNo: string; restriction: string }[]> {
  if (lotIds.length === 0) return []
  const released = await tx
    .selectFrom('releaseDecision')
    .innerJoin('lot', (join) =>
      join.onRef('lot.enterpriseId', '=', 'releaseDecision.enterpriseId').onRef('lot.id', '=', 'releaseDecision.lotId'),
    )
    .distinctOn('releaseDecision.lotId')
    .select(['lot.lotNo', 'releaseDecision.restriction'])
    .where('releaseDecision.lotId', 'in', lotIds)
    .orderBy('releaseDecision.lotId')
    .orderBy('releaseDecision.id', 'desc')
    .execute()
  return released.filter(({ restriction }) => restriction !== '')
}

/**
 * The restrictions of an order's lots as the record keeps them, null when there are none. Refused (`restriction_unheeded`) unless the person
 * says that the order keeps to them: the text is a person's, so a person answers for it, at issue and before each step.
 */
export async function heededRestrictions(tx: Tx, order: Order, heeded: boolean): Promise<string | null> {
  const restrictions = await restrictionsOf(
    tx,
    order.charged.map(({ lot }) => lot.id),
  )
  if (restrictions.length === 0) return null
  const told = restrictions.map(({ lotNo, restriction }) => `${lotNo}：${restriction}`)
  if (!heeded)
    throw new Refusal(
      'restriction_unheeded',
      told.map((message) => ({ path: 'restrictionsHeeded', message })),
    )
  return told.join('；')
}
