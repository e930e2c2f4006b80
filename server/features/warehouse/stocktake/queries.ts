import { sql } from 'kysely'
import type { CountFile, CountLine, CountRow, stocktakeApi } from '#contract/warehouse/stocktake.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { waysTo } from '#kernel/ways-to.ts'
import { spellCodes } from '#server/features/packing/codes/code-spans.ts'
import { missingCodesOf } from './counted-codes.ts'

const linesOf = (condition: ReturnType<typeof sql>) => sql<number>`(select count(*)::integer from stocktake_line l
  where l.enterprise_id = stocktake.enterprise_id and l.stocktake_id = stocktake.id and ${condition})`

const rows = (tx: Tx) =>
  tx
    .selectFrom('stocktake')
    .leftJoin('account as planner', (join) =>
      join.onRef('planner.enterpriseId', '=', 'stocktake.enterpriseId').onRef('planner.id', '=', 'stocktake.plannedBy'),
    )
    .select(['stocktake.id', 'countNo', 'scope', 'subject', 'stocktake.state', 'plannedAt', 'settledAt', 'stocktake.rowVersion'])
    .select(['stocktake.plannedBy as plannerId', 'planner.name as plannerName'])
    .select([
      linesOf(sql`true`).as('lines'),
      linesOf(sql`l.state in ('open', 'recount')`).as('toCount'),
      linesOf(sql`l.state = 'beyond'`).as('beyond'),
      linesOf(sql`l.state in ('within', 'beyond', 'adjusted')`).as('different'),
    ])

type Selected = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
const shown = ({ plannerId, plannerName, ...row }: Selected): CountRow => ({
  ...row,
  plannedBy: { id: plannerId, name: plannerName ?? '' },
})

/** One count as the list shows it; that of another enterprise is `not_found`. */
export async function countRowOf(tx: Tx, id: string): Promise<CountRow> {
  const row = await rows(tx).where('stocktake.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return shown(row)
}

export const listCounts: Handler<typeof stocktakeApi.list> = async (tx, _actor, { page, pageSize, sort, q, state }) => {
  const found = await pageOf(
    tx,
    rows(tx).$call((query) => (state === undefined ? query : query.where('stocktake.state', '=', state))),
    { page, pageSize, sort, anyOf: await waysTo(tx, q, { numbers: ['stocktake.countNo'] }) },
  )
  return { rows: found.rows.map(shown), total: found.total }
}

/** Who decides about a difference or approves it sees the book of a line that is counted; who counts sees it when the count is over. */
const mayCompare = (actor: Actor) => actor.rights.includes('37:decide') || actor.rights.includes('13:approve')

/** A count with its lines; without the key of the codes the missing ones are not named. */
export async function countFileOf(tx: Tx, actor: Actor, masterKey: Uint8Array | undefined, id: string): Promise<CountFile> {
  const count = await countRowOf(tx, id)
  const rest = await tx
    .selectFrom('stocktake')
    .select(['cancelReason'])
    .select([
      sql<string | null>`(select name from account a where a.enterprise_id = stocktake.enterprise_id and a.id = stocktake.settled_by)`.as(
        'settledByName',
      ),
      sql<string | null>`(select name from account a where a.enterprise_id = stocktake.enterprise_id and a.id = stocktake.approver_id)`.as(
        'approverName',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const open = count.state === 'counting'
  const { rows: lines } = await sql<Omit<CountLine, 'missing'>>`
    select l.id, l.lot_id, lot.lot_no, lot.name, lot.kind, lot.is_toxic, l.place_id, p.code as place_code, p.name as place_name, p.warehouse, lot.unit, spec.pack_unit,
      l.state, coalesce(t.round, 0) as counts, told.book, told.counted, told.difference, told.packs_apart, l.cause, l.note,
      (select string_agg(a.name, '、' order by a.name) from account a where a.enterprise_id = l.enterprise_id and a.id in (t.counted_by, t.second_id)) as counted_by
    from stocktake_line l join lot on lot.enterprise_id = l.enterprise_id and lot.id = l.lot_id
      join place p on p.enterprise_id = l.enterprise_id and p.id = l.place_id
      left join pack_spec spec on spec.enterprise_id = lot.enterprise_id and spec.id = lot.pack_spec_id
      left join lateral (select * from stocktake_tally x where x.enterprise_id = l.enterprise_id and x.line_id = l.id order by x.round desc limit 1) t on true
      left join lateral (select t.book, t.counted, l.difference, l.packs_apart
        where l.state not in ('open', 'recount') and (not ${open} or ${mayCompare(actor)} or l.state = 'within')) told on true
    where l.stocktake_id = ${id}::uuid order by p.code, lot.lot_no, l.id`.execute(tx)
  const named = await Promise.all(
    lines.map(async (line) => ({
      ...line,
      missing:
        masterKey !== undefined && line.state === 'beyond' && line.kind === 'pack' ? await namesOf(tx, masterKey, id, line.lotId) : [],
    })),
  )
  return { count, lines: named, ...rest }
}

/** How many missing codes are named. */
const namedAtMost = 50

/** The codes that should be there and were not found. */
async function namesOf(tx: Tx, masterKey: Uint8Array, countId: string, lotId: string): Promise<string[]> {
  const { missing } = await missingCodesOf(tx, countId, lotId)
  const at = missing.flatMap(({ rangeId, first, last }) =>
    Array.from({ length: Math.min(last - first + 1, namedAtMost) }, (_, place) => ({ rangeId, index: first + place })),
  )
  return spellCodes(tx, masterKey, at.slice(0, namedAtMost))
}

export const readCount =
  ({ masterKey }: Installation): Handler<typeof stocktakeApi.read> =>
  (tx, actor, { id }) =>
    countFileOf(tx, actor, masterKey, id)
