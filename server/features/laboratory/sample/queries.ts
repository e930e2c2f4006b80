import { sql, type NotNull, type SqlBool } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import type { SampleFile, SampleRow, sampleApi } from '#contract/laboratory/sample.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { waysTo } from '#kernel/ways-to.ts'

/** What was not opened of it. */
const leftOf = sql<string>`(sample.quantity - coalesce(sample.opened_quantity, 0))`

/** Packed goods are kept where batches are tested. */
const sideOfSample = sql<InspectionSide>`coalesce(inspection.side, 'bulk')`
/** The same as a condition: what it is worked out from PostgreSQL can count. */
const isOfSide = (side: InspectionSide) =>
  side === 'raw' ? sql<SqlBool>`inspection.side = 'raw'` : sql<SqlBool>`(inspection.side = 'bulk' or sample.pack_retention_id is not null)`

/** Samples as the list shows them on a day. */
const samples = (tx: Tx) => {
  const today = dayInShanghai(tx.now())
  return (
    tx
      .selectFrom('sample')
      // To the left, so that counting does not pay for what is only shown: every sample has its lot, and comes from a sampling or from packs.
      .leftJoin('sampling', (join) =>
        join.onRef('sampling.enterpriseId', '=', 'sample.enterpriseId').onRef('sampling.id', '=', 'sample.samplingId'),
      )
      .leftJoin('inspection', (join) =>
        join.onRef('inspection.enterpriseId', '=', 'sampling.enterpriseId').onRef('inspection.id', '=', 'sampling.inspectionId'),
      )
      .leftJoin('packRetention', (join) =>
        join.onRef('packRetention.enterpriseId', '=', 'sample.enterpriseId').onRef('packRetention.id', '=', 'sample.packRetentionId'),
      )
      .leftJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'sample.enterpriseId').onRef('lot.id', '=', 'sample.lotId'))
      .leftJoin('packSpec', (join) =>
        join.onRef('packSpec.enterpriseId', '=', 'lot.enterpriseId').onRef('packSpec.id', '=', 'lot.packSpecId'),
      )
      .select(['sample.id', 'sample.sampleNo', 'sample.kind', 'sample.state', leftOf.as('quantity'), 'sample.container', 'sample.shelf'])
      .select(['sample.observeOn', 'sample.retainUntil', 'sample.lotId', 'lot.lotNo', 'lot.name as lotName'])
      .select(['inspection.id as inspectionId', 'inspection.requestNo', 'packRetention.packs'])
      .select([
        sideOfSample.as('side'),
        sql<string>`coalesce(sampling.sampling_no, pack_retention.retention_no)`.as('samplingNo'),
        sql<string>`coalesce(sampling.sampled_by, pack_retention.drawn_by)`.as('sampledBy'),
        sql<string>`coalesce(sampling.sampled_at, pack_retention.drawn_at)`.as('sampledAt'),
        sql<string | null>`case when pack_retention.id is not null then pack_spec.pack_unit end`.as('packUnit'),
      ])
      .select([
        sql<boolean>`(sample.state = 'retained' and coalesce(sample.observe_on <= ${today}::date, false))`.as('isObservationDue'),
        sql<boolean>`(sample.state = 'retained' and coalesce(sample.retain_until < ${today}::date, false))`.as('isRetentionOver'),
      ])
      .$narrowType<{ lotNo: NotNull; lotName: NotNull }>()
  )
}

/**
 * What is kept and due by a day: few, and found by their day before anything else is asked of them. `end` is whatever may be disposed of: also what is left of
 * a test, and what did not suffice.
 */
const dueOn = (today: string, due: 'observe' | 'dispose' | 'end') => sql<SqlBool>`sample.id = any (array(
    select d.id from sample d where d.enterprise_id = current_enterprise() and d.state = 'retained'
      and least(d.observe_on, d.retain_until + 1) <= ${today}::date
      and ${due === 'observe' ? sql`d.observe_on <= ${today}::date` : sql`d.retain_until < ${today}::date`}
    ${due === 'end' ? sql`union all select d.id from sample d where d.enterprise_id = current_enterprise() and d.state in ('tested', 'insufficient')` : sql``}))`

export const listSamples: Handler<typeof sampleApi.list> = async (tx, _actor, { page, pageSize, sort, q, side, kind, state, due }) => {
  const today = dayInShanghai(tx.now())
  return pageOf(
    tx,
    samples(tx)
      .$call((query) => (side === undefined ? query : query.where(isOfSide(side))))
      .$call((query) => (kind === undefined ? query : query.where('sample.kind', '=', sql.lit(kind))))
      .$call((query) => (state === undefined ? query : query.where('sample.state', '=', sql.lit(state))))
      .$call((query) => (due === undefined ? query : query.where(dueOn(today, due)))),
    {
      page,
      pageSize,
      sort,
      anyOf: await waysTo(tx, q, { numbers: ['sample.sampleNo', 'lot.lotNo', 'inspection.requestNo'], goods: 'lot.name', isLong: true }),
    },
  )
}

/** One sample as it is now; that of another enterprise is `not_found`. */
export async function sampleRowOf(tx: Tx, id: string): Promise<SampleRow> {
  const row = await samples(tx).where('sample.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** Samples as they are now, by id; what is not there is of another enterprise. */
export async function sampleRowsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, SampleRow>> {
  const rows = await samples(tx)
    .where('sample.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** A sample with everything that was done with it, oldest first. */
export async function sampleFileOf(tx: Tx, id: string): Promise<SampleFile> {
  const sample = await sampleRowOf(tx, id)
  const received = await tx
    .selectFrom('sample')
    .innerJoin('account as sampler', (join) =>
      join.onRef('sampler.enterpriseId', '=', 'sample.enterpriseId').on('sampler.id', '=', sample.sampledBy),
    )
    .leftJoin('account as receiver', (join) =>
      join.onRef('receiver.enterpriseId', '=', 'sample.enterpriseId').onRef('receiver.id', '=', 'sample.receivedBy'),
    )
    .select(['receiver.name as receivedByName', 'sample.receivedAt', 'sampler.name as sampledByName'])
    .where('sample.id', '=', id)
    .executeTakeFirstOrThrow()
  const events = await tx
    .selectFrom('sampleEvent')
    .innerJoin('account as doer', (join) =>
      join.onRef('doer.enterpriseId', '=', 'sampleEvent.enterpriseId').onRef('doer.id', '=', 'sampleEvent.byId'),
    )
    .leftJoin('account as witness', (join) =>
      join.onRef('witness.enterpriseId', '=', 'sampleEvent.enterpriseId').onRef('witness.id', '=', 'sampleEvent.witnessId'),
    )
    .select(['sampleEvent.id', 'sampleEvent.kind', 'isChanged', 'note', 'leftOver', 'happenedAt'])
    .select(['doer.name as byName', 'witness.name as witnessName'])
    .where('sampleId', '=', id)
    .orderBy('sampleEvent.id')
    .execute()
  return { sample, ...received, events }
}

export const readSample: Handler<typeof sampleApi.file> = (tx, _actor, { id }) => sampleFileOf(tx, id)
