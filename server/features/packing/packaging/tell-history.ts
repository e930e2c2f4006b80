import type { PackagingRow } from '#contract/packing/packaging.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import type { TraceEvent } from '#server/features/tracing/trace/record-trace.ts'
import type { PackedMasses } from './weigh-packs.ts'

type Done = { input: { packs: number; remainder: string; deviation: string; finishedAt: string }; masses: PackedMasses; boxes: number }

/** The first events of a pack lot. The public may read how it was packed, not the masses. */
export function historyOf(row: PackagingRow, lot: Lot, { input, masses, boxes }: Done): TraceEvent[] {
  const event = { lotId: lot.id, occurredAt: input.finishedAt, documentNo: row.orderNo }
  const { packed, loss, balance, isDeviation } = masses
  return [
    {
      ...event,
      kind: 'packed',
      publicFacts: { spec: row.specName, packs: input.packs, unit: row.packUnit, boxes, ...(row.repackOf !== null && { isRepack: true }) },
      privateFacts: { packed, remainder: input.remainder, loss, balance },
    },
    { ...event, kind: 'activated', publicFacts: { codes: input.packs }, privateFacts: { voided: row.labelsIssued - input.packs } },
    ...(isDeviation ? [{ ...event, kind: 'frozen' as const, privateFacts: { reason: input.deviation } }] : []),
  ]
}
