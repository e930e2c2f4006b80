import type { TraceKind } from '#contract/tracing/trace-event.ts'
import type { ColumnNumber } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

type Fact = string | number | boolean | null | readonly Fact[] | { readonly [key: string]: Fact }

/** One thing that happened to a lot. Every visitor who scans a pack may read `publicFacts`: no person, price, customer or telephone. */
export type TraceEvent = {
  lotId: string
  kind: TraceKind
  occurredAt: string
  place?: string
  documentNo?: ColumnNumber
  publicFacts?: Record<string, Fact>
  privateFacts?: Record<string, Fact>
}

/** Adds to the history of lots. The only writer of trace_event; the public page reads only these and the lot itself. */
export async function recordTrace(tx: Tx, actor: Actor, events: readonly TraceEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.later(
    tx.insertInto('traceEvent').values(
      events.map(({ lotId, kind, occurredAt, place = '', documentNo = '', publicFacts = {}, privateFacts = {} }) => ({
        enterpriseId: actor.enterpriseId,
        lotId,
        kind,
        occurredAt,
        place,
        documentNo,
        byId: actor.id,
        publicFacts: JSON.stringify(publicFacts),
        privateFacts: JSON.stringify(privateFacts),
      })),
    ),
  )
}
