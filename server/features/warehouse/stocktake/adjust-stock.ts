import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { countCauses } from '#contract/warehouse/stocktake.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { setCodeState } from '#server/features/packing/codes/code-spans.ts'
import { unboxed } from '#server/features/packing/packaging/unbox-packs.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { sizeOf } from '#tools/ranges.ts'
import { missingCodesOf } from './counted-codes.ts'

type Difference = { lotId: string; placeId: string; difference: string; cause: keyof typeof countCauses; note?: string }
type Count = { id: string; countNo: string }

/** Books what a count found more or less, bin by bin. The lines say so already; lock the lots first. */
export async function adjustStock(tx: Tx, actor: Actor, { id, countNo }: Count, lines: readonly Difference[]): Promise<void> {
  await moveStock(
    tx,
    actor,
    lines.map(({ lotId, placeId, difference, cause, note }) => {
      const isMore = exact(difference).greaterThan(0)
      return {
        lotId,
        from: isMore ? { only: 'adjustment' as const } : placeId,
        to: isMore ? placeId : { only: 'adjustment' as const },
        quantity: exact(difference).abs().toFixed(),
        kind: isMore ? ('gain' as const) : ('shortage' as const),
        document: { kind: 'stocktake', id, no: countNo },
        reason: note === undefined ? countCauses[cause] : `${countCauses[cause]}：${note}`,
        occurredAt: tx.now().toISOString(),
      }
    }),
  )
}

/**
 * The codes of a pack lot follow its count: those that were not found are missing, those that an earlier count missed are here again. Refused when they are not
 * as many as the differences say, since something moved since.
 */
export async function adjustCodes(tx: Tx, actor: Actor, { id, countNo }: Count, lot: Lot, packsApart: number): Promise<void> {
  const { missing, back } = await missingCodesOf(tx, id, lot.id)
  if (sizeOf(back) - sizeOf(missing) !== packsApart) throw new Refusal('count_codes_moved')
  const document = { kind: 'stocktake', id, no: countNo }
  if (missing.length > 0) {
    await setCodeState(tx, actor, missing, 'missing', { document, reason: '盘亏' })
    const { write } = await unboxed(tx, lot.id, missing, '箱内成品盘亏')
    await write(tx, actor, document)
  }
  if (back.length > 0)
    await setCodeState(tx, actor, back, lot.state === 'released' ? 'in_stock' : 'activated', { document, reason: '盘盈' })
}
