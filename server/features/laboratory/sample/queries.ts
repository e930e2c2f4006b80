import { sql, type NotNull, type SqlBool } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { SampleFile, SampleRow, sampleApi } from '#contract/laboratory/sample.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { waysTo } from '#kernel/ways-to.ts'

/** Samples as the list shows them on a day. */
const samples = (tx: Tx) => {
  const today = dayInShanghai(tx.now())
  return (
    tx
      .selectFrom('sample')
      .innerJoin('sampling', (join) =>
        join.onRef('sampling.enterpriseId', '=', 'sample.enterpriseId').onRef('sampling.id', '=', 'sample.samplingId'),
      )
      .innerJoin('inspection', (join) =>
        join.onRef('inspection.enterpriseId', '=', 'sampling.enterpriseId').onRef('inspection.id', '=', 'sampling.inspectionId'),
      )
      // To the left, so that counting does not pay for what is only shown: every request has its lot.
      .leftJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'inspection.enterpriseId').onRef('lot.id', '=', 'inspection.lotId'))
      .select(['sample.id', 'sample.sampleNo', 'sample.kind', 'sample.state', 'sample.quantity', 'sample.container', 'sample.shelf'])
      .select(['sample.observeOn', 'sample.retainUntil', 'sampling.samplingNo', 'sampling.sampledBy', 'sampling.sampledAt'])
      .select([
        'inspection.side',
        'inspection.id as inspectionId',
        'inspection.requestNo',
        'inspection.lotId',
        'lot.lotNo',
        'lot.name as lotName',
      ])
      .select([
        sql<boolean>`(sample.state = 'retained' and coalesce(sample.observe_on <= ${today}::date, false))`.as('isObservationDue'),
        sql<boolean>`(sample.state = 'retained' and coalesce(sample.retain_until < ${today}::date, false))`.as('isRetentionOver'),
      ])
      .$narrowType<{ lotNo: NotNull; lotName: NotNull }>()
  )
}

/** What is kept and due by a day: few, and found by their day before anything else is asked of them. */
const dueOn = (today: string, due: 'observe' | 'dispose') => sql<SqlBool>`sample.id = any (array(
    select d.id from sample d where d.enterprise_id = current_enterprise() and d.state = 'retained'
      and least(d.observe_on, d.retain_until + 1) <= ${today}::date
      and ${due === 'observe' ? sql`d.observe_on <= ${today}::date` : sql`d.retain_until < ${today}::date`}))`

export const listSamples: Handler<typeof sampleApi.list> = async (tx, _actor, { page, pageSize, sort, q, side, kind, state, due }) => {
  const today = dayInShanghai(tx.now())
  return pageOf(
    tx,
    samples(tx)
      .$call((query) => (side === undefined ? query : query.where('inspection.side', '=', side)))
      .$call((query) => (kind === undefined ? query : query.where('sample.kind', '=', kind)))
      .$call((query) => (state === undefined ? query : query.where('sample.state', '=', state)))
      .$call((query) => (due === undefined ? query : query.where(dueOn(today, due)))),
    {
      page,
      pageSize,
      sort,
      anyOf: await waysTo(tx, q, { numbers: ['sample.sampleNo', 'lot.lotNo', 'inspection.requestNo'], goods: 'lot.name' }),
    },
  )
}

/** One sample as it is now; that of another enterprise is `not_found`. */
export async function sampleRowOf(tx: Tx, id: string): Promise<SampleRow> {
  const row = await samples(tx).where('sample.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** A sample with everything that was done with it, oldest first. */
export async function sampleFileOf(tx: Tx, id: string): Promise<SampleFile> {
  const sample = await sampleRowOf(tx, id)
  const received = await tx
    .selectFrom('sample')
    .innerJoin('sampling', (join) =>
      join.onRef('sampling.enterpriseId', '=', 'sample.enterpriseId').onRef('sampling.id', '=', 'sample.samplingId'),
    )
    .innerJoin('account as sampler', (join) =>
      join.onRef('sampler.enterpriseId', '=', 'sampling.enterpriseId').onRef('sampler.id', '=', 'sampling.sampledBy'),
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
