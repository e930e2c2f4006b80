import type { Balance, Masses } from '#contract/making/mass-balance.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { TraceEvent } from '#server/features/tracing/trace/record-trace.ts'
import type { FedOrder } from './take-order.ts'

/** What the batch's history says. Public: method, steps and their days; set points, masses and yields stay private (domain §6.2). */
export function historyOf(
  order: FedOrder,
  lot: { id: string },
  { masses, balance, holdReason, at }: { masses: Masses; balance: Balance; holdReason: string | null; at: string },
): TraceEvent[] {
  const steps = order.ended.map((step) => ({
    step,
    facts: { name: step.name, option: step.option, date: dayInShanghai(new Date(step.endedAt)) },
  }))
  const shared = { lotId: lot.id, documentNo: order.orderNo, place: order.workshop }
  return [
    ...steps.map(({ step, facts }) => ({
      ...shared,
      kind: 'step_done' as const,
      occurredAt: step.endedAt,
      publicFacts: facts,
      privateFacts: { no: step.stepNo, room: step.room, equipment: step.equipment, input: step.inputQuantity, output: step.outputQuantity },
    })),
    {
      ...shared,
      kind: 'produced' as const,
      occurredAt: at,
      publicFacts: {
        processingMethod: order.processingMethod,
        cutSpec: order.cutSpec,
        productionDate: order.productionDate,
        ...(order.reworkOf !== null && { isRework: true }),
        steps: steps.map(({ facts }) => facts),
      },
      privateFacts: { ...masses, ...balance, order: order.orderNo, process: order.process.code },
    },
    ...(holdReason === null ? [] : [{ ...shared, kind: 'frozen' as const, occurredAt: at, privateFacts: { reason: holdReason } }]),
  ]
}
