import { exact } from '#contract/kernel/exact-decimal.ts'
import type { SampleRow } from '#contract/laboratory/sample.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'

type Leaving = {
  sample: Pick<SampleRow, 'id' | 'sampleNo' | 'kind' | 'quantity' | 'lotId'>
  /** Back into a bin of its lot, away for good, or lost. */
  to: { bin: string } | 'destroyed' | 'lost'
  reason: string
}

/** A sample leaves the laboratory, or the cabinet where it was kept, whole. Lock the lot first. */
export const moveSample = (tx: Tx, actor: Actor, leaving: Leaving): Promise<void> => moveSamples(tx, actor, [leaving])

/** The only way in which samples leave. Lock the lots first. */
export const moveSamples = (tx: Tx, actor: Actor, leaving: readonly Leaving[]): Promise<void> =>
  moveStock(
    tx,
    actor,
    leaving.map(({ sample, to, reason }) => ({
      lotId: sample.lotId,
      from: { only: sample.kind === 'retention' ? 'retention' : 'laboratory' },
      to: to === 'destroyed' ? { only: 'loss' } : to === 'lost' ? { only: 'adjustment' } : to.bin,
      quantity: exact(sample.quantity).div(1000).toFixed(),
      kind: to === 'destroyed' ? 'destroy' : to === 'lost' ? 'shortage' : 'transfer',
      document: { kind: 'sample', id: sample.id, no: sample.sampleNo },
      reason,
      occurredAt: tx.now().toISOString(),
    })),
  )
