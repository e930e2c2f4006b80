import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { TimelineEvent, TimelineSignature, traceApi, TraceDocument } from '#contract/tracing/trace.ts'
import type { Handler } from '#kernel/serve.ts'
import { onePlan } from '#server/db/connection.ts'
import { together } from '#tools/together.ts'

/** What happened to a lot and to everything that went into it, in the order in which it happened, with documents and signatures. */
export const readTimeline: Handler<typeof traceApi.timeline> = async (tx, _actor, { id }) => {
  const { rows } = await sql<{ id: string }>`
    with recursive above(id) as (
      select id from lot where id = ${id}::uuid union select e.from_lot_id from above join lot_edge e on e.to_lot_id = above.id
    ) select id from above`.execute(tx)
  if (rows.length === 0) throw new Refusal('not_found')
  const lots = rows.map((row) => row.id)

  // Each names twenty kinds of documents: to plan that costs five times what its rows do.
  const once = sql.raw(onePlan)
  const events = sql<TimelineEvent>`${once}
    select e.id, e.lot_id, lot.lot_no, e.kind, e.occurred_at, e.recorded_at, e.place, account.name as by, e.document_no, spec.pack_unit, e.public_facts || e.private_facts as facts
    from trace_event e join lot on lot.id = e.lot_id join account on account.id = e.by_id left join pack_spec spec on spec.id = lot.pack_spec_id
    where e.lot_id = any(${lots}::uuid[]) order by e.occurred_at, e.id`.execute(tx)
  const documents = sql<TraceDocument>`${once}
    select d.lot_id, (select lot_no from lot where lot.id = d.lot_id) as lot_no, d.kind, d.id, d.no, d.at from lot_document d
    where d.lot_id = any(${lots}::uuid[]) order by d.at, d.kind`.execute(tx)
  // The names of a table are worked out beside the signatures: a function of ours in their condition would keep the index from being used.
  const signatures = sql<TimelineSignature>`${once}
    with document as materialized (select d.*, table_names(d.kind) as tables from lot_document d where d.lot_id = any(${lots}::uuid[]))
    select s.id, d.lot_id, d.kind as document_kind, d.no as document_no, s.signer_name, s.meaning, s.comment, s.signed_at, signature_holds(s) as holds, signature_superseded(s) as superseded_by
    from document d cross join lateral (select * from signature s where s.record_table = any(d.tables) and s.record_id = d.id offset 0) s order by s.signed_at, s.id`.execute(
    tx,
  )
  const [happened, written, signed] = await together([events, documents, signatures] as const)
  return { events: happened.rows, documents: written.rows, signatures: signed.rows }
}
