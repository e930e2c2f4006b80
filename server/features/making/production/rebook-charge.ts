import { elementAt } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Weighing } from '#contract/making/production-record.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, placesOfKind, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { readStock, stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { bringHome, drawFrom, takeBackDraws } from '#server/features/warehouse/stock/rebook-birth.ts'
import { byLotAndPlace } from './issue-materials.ts'

/** What of a lot was weighed out and what came back, kg. */
type Moved = { issued: string; returned: string }

type Rebooked = {
  lotId: string
  was: Moved
  is: Moved
  /** The lot's containers with their true weights. */
  weighings: readonly Weighing[]
  /** The issue, its order and the earlier corrections: whatever booked this charge. */
  documentIds: readonly string[]
  /** Of these the issue that is corrected, and its earlier corrections. */
  issueIds: readonly string[]
  document: { kind: string; id: string; no: string }
  reason: string
  issuedAt: string
  /** Undefined while the batch is not finished: what was weighed out lies in the workshop then. */
  finishedAt: string | undefined
  /** What went into co-products before, kg. */
  drawn: string
}

/**
 * Takes the wrong entries of one lot of a charge back, the last one first, and books the true ones. The workshop never holds less than nothing in
 * between; a bin ends as it is now, but for the difference. Lock the lot first.
 */
export async function rebookCharge(tx: Tx, actor: Actor, charge: Rebooked): Promise<void> {
  const { lotId, was, is, documentIds, document, reason, issuedAt, finishedAt, drawn } = charge
  const before = await stockInBins(tx, lotId)
  const home = before[0]?.placeId
  const { production, transformation } = await placesOfKind(tx, 'production', 'transformation')
  const again = { lotId, documentIds, document, reason }
  const shared = { lotId, document, reason }

  await takeBackDraws(tx, actor, { ...again, kinds: ['production_input'] })
  if (exact(was.returned).greaterThan(before[0]?.quantity ?? '0')) throw new Refusal('correction_exceeds_stock')
  await takeBackDraws(tx, actor, { ...again, kinds: ['return_from_production'], ...(home !== undefined && { liesIn: home }) })
  if (!exact(was.issued).equals(is.issued)) {
    const bins = await takeBackDraws(tx, actor, { ...again, documentIds: charge.issueIds, kinds: ['issue'] })
    await moveStock(
      tx,
      actor,
      (await drawAnew(tx, charge, bins)).map((part) => ({ ...shared, ...part, to: production, kind: 'issue', occurredAt: issuedAt })),
    )
  }
  // Only what came back before the end can have done so without an end.
  const target = home ?? elementAt(charge.weighings, 0).placeId
  const used = finishedAt === undefined ? drawn : exact(is.issued).minus(is.returned).toFixed()
  const moves: Movement[] = [
    { ...shared, from: production, to: target, quantity: is.returned, kind: 'return_from_production', occurredAt: finishedAt ?? issuedAt },
    { ...shared, from: production, to: transformation, quantity: used, kind: 'production_input', occurredAt: finishedAt ?? issuedAt },
  ]
  await moveStock(
    tx,
    actor,
    moves.filter(({ quantity }) => !exact(quantity).isZero()),
  )

  const newly = (await stockInBins(tx, lotId)).filter(({ placeId }) => !before.some((bin) => bin.placeId === placeId))
  await bringHome(tx, actor, {
    lot: await lockLot(tx, lotId),
    home,
    left: newly.map(({ placeId, quantity }) => ({ bin: placeId, left: exact(quantity) })),
    entry: { ...shared, occurredAt: issuedAt },
    path: 'changes',
  })
  const after = await readStock(tx, lotId)
  if (exact(after.reserved).greaterThan(after.onHand)) throw new Refusal('short_stock')
}

/** Draws what was weighed out in truth: out of the bin of each container, then of those that it was drawn from, then of any other. */
async function drawAnew(tx: Tx, { lotId, weighings }: Rebooked, drawn: readonly string[]) {
  const bins = (await stockInBins(tx, lotId))
    .map(({ placeId, quantity }) => ({ bin: placeId, left: exact(quantity) }))
    .toSorted((a, b) => Number(drawn.includes(b.bin)) - Number(drawn.includes(a.bin)))
  return byLotAndPlace(weighings).flatMap(({ placeId, quantity }) => {
    const parts = drawFrom(
      bins.toSorted((a, b) => Number(b.bin === placeId) - Number(a.bin === placeId)),
      quantity,
    )
    const booked = parts.reduce((sum, part) => sum.plus(part.quantity), exact('0'))
    if (!booked.equals(quantity)) throw new Refusal('correction_exceeds_stock')
    return parts
  })
}
