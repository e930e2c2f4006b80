import { sizeOf, withoutRuns } from '#tools/ranges.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { setCodeStates, type CodeRun } from '#server/features/packing/codes/code-spans.ts'
import { fillBoxes, type Filling } from '#server/features/packing/codes/fill-boxes.ts'
import { orderDocument, type Order } from './take-order.ts'

type Use = { used: CodeRun[]; voided: { runs: CodeRun[]; reason: string }[]; boxes: CodeRun[]; fillings: Filling[]; packedAt: string }

/** Activates the codes of packs and filled boxes, voids all others, and records which pack lies in which box. Returns how many boxes hold this lot. */
export async function putCodesToUse(
  tx: Tx,
  actor: Actor,
  { row }: Order,
  lot: Lot,
  { used, voided, boxes, fillings, packedAt }: Use,
): Promise<number> {
  const own = fillings.map((filling) => filling.boxes).filter((run) => boxes.some((issued) => issued.rangeId === run.rangeId))
  const emptyBoxes = boxes.flatMap((run) =>
    withoutRuns(
      run,
      own.filter((filled) => filled.rangeId === run.rangeId),
    ),
  )
  const filledBoxes = boxes.flatMap((run) =>
    withoutRuns(
      run,
      emptyBoxes.filter((empty) => empty.rangeId === run.rangeId),
    ),
  )
  await setCodeStates(tx, actor, orderDocument(row), [
    { runs: [...used, ...filledBoxes], to: 'activated', lotId: lot.id },
    ...voided.map(({ runs, reason }) => ({ runs, to: 'voided' as const, reason })),
    { runs: emptyBoxes, to: 'voided', reason: '剩余箱签销毁' },
  ])
  await fillBoxes(tx, fillings, { lotId: lot.id, batchNo: lot.batchNo, packedAt })
  return sizeOf(filledBoxes) + (own.length < fillings.length ? 1 : 0)
}
