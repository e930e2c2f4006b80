import { sql, type NotNull } from 'kysely'
import { noCodes, reprintMeaning, type CodeLevel, type CodeState, type qrApi, type RangeRow } from '#contract/packing/codes.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { only } from '#contract/kernel/certain.ts'
import type { Installation } from '#kernel/installation.ts'
import { pageOf } from '#kernel/paging.ts'
import { begins, byNumber, waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { changesOfBox } from '#server/features/packing/box/queries.ts'
import { findCode, spellCodes, type PackRun } from './code-spans.ts'
import { locksOn } from './lock-code.ts'

const levelOf = (level: 1 | 3): CodeLevel => (level === 1 ? 'pack' : 'box')

const runOfRange = (
  column: 'run_no' | 'reason',
) => sql<string>`(select ${sql.ref(column)} from label_run run where run.enterprise_id = code_range.enterprise_id
    and run.pack_range_id = code_range.id
  union all select ${sql.ref(column)} from label_run run where run.enterprise_id = code_range.enterprise_id and run.box_range_id = code_range.id)`

/**
 * Ranges with everything a `RangeRow` needs; the counts come from the intervals. Joined to the left, so that finding and counting rows does not pay for
 * what is only shown: every range has its order, batch, specification and issuer.
 */
const ranges = (tx: Tx) =>
  tx
    .selectFrom('codeRange')
    .leftJoin('packagingOrder', (join) =>
      join
        .onRef('packagingOrder.enterpriseId', '=', 'codeRange.enterpriseId')
        .onRef('packagingOrder.id', '=', 'codeRange.packagingOrderId'),
    )
    .leftJoin('lot as bulk', (join) =>
      join.onRef('bulk.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('bulk.id', '=', 'packagingOrder.bulkLotId'),
    )
    .leftJoin('packSpec', (join) =>
      join.onRef('packSpec.enterpriseId', '=', 'codeRange.enterpriseId').onRef('packSpec.id', '=', 'codeRange.packSpecId'),
    )
    .leftJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'codeRange.enterpriseId').onRef('account.id', '=', 'codeRange.issuedBy'),
    )
    .leftJoin('packLot', (join) =>
      join
        .onRef('packLot.enterpriseId', '=', 'codeRange.enterpriseId')
        .onRef('packLot.packagingOrderId', '=', 'codeRange.packagingOrderId'),
    )
    .leftJoin('lot as pack', (join) => join.onRef('pack.enterpriseId', '=', 'packLot.enterpriseId').onRef('pack.id', '=', 'packLot.id'))
    .select([
      'codeRange.id',
      'packagingOrder.orderNo',
      'bulk.batchNo',
      'pack.lotNo',
      'bulk.name as productName',
      'packSpec.name as specName',
      'codeRange.level',
      'codeRange.scheme',
      'codeRange.count',
      'codeRange.issuedAt',
      'account.name as issuedByName',
    ])
    .$narrowType<{ orderNo: NotNull; batchNo: NotNull; productName: NotNull; specName: NotNull; issuedByName: NotNull }>()
    .select([
      runOfRange('run_no').as('runNo'),
      runOfRange('reason').as('reason'),
      sql<
        Partial<Record<CodeState, number>>
      >`(select jsonb_object_agg(state, codes) from (select s.state, sum(s.last_index - s.first_index + 1) as codes
        from code_states(code_range.id) s group by s.state) states)`.as('counts'),
      // Labels printed twice are one label.
      sql<number>`coalesce((select sum(upper(part) - lower(part)) from (select unnest(range_agg(int8range(p.first_index, p.last_index, '[]'))) as part from label_print p
        where p.enterprise_id = code_range.enterprise_id and p.range_id = code_range.id) parts), 0)::bigint`.as('printed'),
    ])

// The camel-case plugin would rename the states inside the JSON; they are taken by their own names again.
const countsOf = (counts: Record<string, number>) => ({
  ...noCodes,
  ...Object.fromEntries(Object.entries(counts).map(([state, codes]) => [state === 'inStock' ? 'in_stock' : state, codes])),
})

const shown = ({ level, counts, ...row }: Awaited<ReturnType<ReturnType<typeof ranges>['execute']>>[number]): RangeRow => ({
  ...row,
  level: levelOf(level),
  counts: countsOf(counts),
})

/** One range as the list shows it. */
export async function rangeRowOf(tx: Tx, id: string): Promise<RangeRow> {
  const row = await ranges(tx).where('codeRange.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return shown(row)
}

export const listRanges: Handler<typeof qrApi.list> = async (tx, _actor, { page, pageSize, sort, q, level }) => {
  const found = await pageOf(
    tx,
    ranges(tx).$if(level !== undefined, (query) => query.where('codeRange.level', '=', level === 'pack' ? 1 : 3)),
    {
      page,
      pageSize,
      sort,
      anyOf:
        q === ''
          ? []
          : [
              ...(await waysTo(tx, q, {
                numbers: ['packagingOrder.orderNo', 'bulk.batchNo', 'pack.lotNo'],
                goods: 'bulk.name',
                isLong: true,
              })),
              // A way each: of the two together PostgreSQL cannot tell whether few ranges or all are meant.
              ...(['run.packRangeId', 'run.boxRangeId'] as const).map((range) =>
                byNumber(
                  q,
                  sql<boolean>`exists (select from label_run run where run.enterprise_id = code_range.enterprise_id and ${sql.ref(range)} = code_range.id
                    and ${begins('run.runNo', q)})`,
                ),
              ),
            ],
    },
  )
  return { rows: found.rows.map(shown), total: found.total }
}

const shownIntervals = 500

export const readRange: Handler<typeof qrApi.read> = async (tx, _actor, { id }) => {
  const row = await rangeRowOf(tx, id)
  const { firstIndex } = await tx.selectFrom('codeRange').select('firstIndex').where('id', '=', id).executeTakeFirstOrThrow()
  const serials = ({ firstIndex: first, lastIndex: last }: { firstIndex: number; lastIndex: number }) => ({
    first: first - firstIndex + 1,
    last: last - firstIndex + 1,
  })
  const { rows: spans } = await sql<{ firstIndex: number; lastIndex: number; state: CodeState }>`
    select first_index, last_index, state from code_states(${id}::uuid) order by first_index limit ${shownIntervals}`.execute(tx)
  const events = await eventsOf(tx, id).orderBy('codeEvent.id', 'desc').limit(shownIntervals).execute()
  const prints = await tx
    .selectFrom('labelPrint')
    .innerJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'labelPrint.enterpriseId').onRef('account.id', '=', 'labelPrint.printedBy'),
    )
    .select(['labelPrint.firstIndex', 'labelPrint.lastIndex', 'labelPrint.reason', 'account.name as byName', 'labelPrint.printedAt as at'])
    .select((eb) =>
      eb
        .selectFrom('signature')
        .select('signature.signerName')
        .where('signature.recordTable', '=', 'label_print')
        .whereRef('signature.recordId', '=', 'labelPrint.id')
        .where('signature.meaning', '=', reprintMeaning)
        .as('checkedByName'),
    )
    .where('labelPrint.rangeId', '=', id)
    .orderBy('labelPrint.id', 'desc')
    .limit(shownIntervals)
    .execute()
  return {
    ...row,
    spans: spans.map((span) => ({ ...serials(span), state: span.state })),
    events: events.map(({ firstIndex, lastIndex, ...event }) => ({ ...event, ...serials({ firstIndex, lastIndex }) })),
    prints: prints.map(({ firstIndex: first, lastIndex: last, ...print }) => ({
      ...print,
      ...serials({ firstIndex: first, lastIndex: last }),
    })),
  }
}

const eventsOf = (tx: Tx, rangeId: string) =>
  tx
    .selectFrom('codeEvent')
    .innerJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'codeEvent.enterpriseId').onRef('account.id', '=', 'codeEvent.byId'),
    )
    .select([
      'codeEvent.firstIndex',
      'codeEvent.lastIndex',
      'codeEvent.state',
      'codeEvent.documentNo',
      'codeEvent.reason',
      'account.name as byName',
      'codeEvent.at',
    ])
    .where('codeEvent.rangeId', '=', rangeId)

/** Everything known of one code; one that was never issued here is `code_unknown`. */
export const lookUpCode =
  ({ masterKey }: Installation): Handler<typeof qrApi.lookUp> =>
  async (tx, _actor, { code: typed }) => {
    const found = await findCode(tx, masterKey, typed)
    if (found === undefined) throw new Refusal('code_unknown', [{ path: 'code', message: '没有发放过这个码' }])
    const { code, level, state, rangeId, serial, lotId, box, packs } = found
    const { orderNo, productName, specName, batchNo } = await rangeRowOf(tx, rangeId)
    const events = await eventsOf(tx, rangeId)
      .where(sql<boolean>`int8range(code_event.first_index, code_event.last_index, '[]') @> ${found.index}::bigint`)
      .orderBy('codeEvent.id')
      .execute()
    const lot =
      lotId === null
        ? undefined
        : await tx
            .selectFrom('lot')
            .select(['id', 'lotNo', 'state', 'holds', 'expiresOn'])
            .where('id', '=', lotId)
            .executeTakeFirstOrThrow()
    return {
      code,
      level,
      state,
      rangeId,
      serial,
      orderNo,
      productName,
      specName,
      batchNo,
      lot: lot ?? null,
      box: box === null ? null : await describeBox(tx, masterKey, box),
      ...(await replacementsOf(tx, masterKey, found)),
      locks: await locksOn(tx, packs),
      boxChanges: level === 'box' ? await changesOfBox(tx, found) : [],
      contents: level === 'box' ? await describeContents(tx, packs) : [],
      events: events.map(({ firstIndex: _first, lastIndex: _last, ...event }) => event),
    }
  }

/** The code that took the place of this one, and the one whose place it took. */
async function replacementsOf(tx: Tx, masterKey: Uint8Array, { rangeId, index }: { rangeId: string; index: number }) {
  const { rows } = await sql<{ way: 'replacedBy' | 'replaces'; rangeId: string; index: number }>`
    select 'replacedBy' as way, new_range_id as range_id, new_index as index from code_replacement where old_range_id = ${rangeId}::uuid and old_index = ${index}
    union all select 'replaces', old_range_id, old_index from code_replacement where new_range_id = ${rangeId}::uuid and new_index = ${index}`.execute(
    tx,
  )
  const codes = await spellCodes(tx, masterKey, rows)
  const codeOf = (way: 'replacedBy' | 'replaces') => codes[rows.findIndex((row) => row.way === way)] ?? null
  return { replacedBy: codeOf('replacedBy'), replaces: codeOf('replaces') }
}

async function describeBox(tx: Tx, masterKey: Uint8Array, box: { rangeId: string; index: number }) {
  const code = only(await spellCodes(tx, masterKey, [box]))
  const { firstIndex } = await tx.selectFrom('codeRange').select('firstIndex').where('id', '=', box.rangeId).executeTakeFirstOrThrow()
  return { code, serial: box.index - firstIndex + 1 }
}

/** How many packs of which lot lie in a box, state by state. */
async function describeContents(tx: Tx, packs: readonly PackRun[]) {
  const lotIds = [...new Set(packs.flatMap((run) => run.lotId ?? []))]
  const lots = lotIds.length === 0 ? [] : await tx.selectFrom('lot').select(['id', 'lotNo', 'batchNo']).where('id', 'in', lotIds).execute()
  return lots.flatMap(({ id, lotNo, batchNo }) =>
    [
      ...Map.groupBy(
        packs.filter((run) => run.lotId === id),
        (run) => run.state,
      ),
    ].map(([state, runs]) => ({
      lotNo,
      batchNo,
      state,
      packs: runs.reduce((sum, run) => sum + run.last - run.first + 1, 0),
    })),
  )
}
