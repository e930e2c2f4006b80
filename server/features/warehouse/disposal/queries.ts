import { sql } from 'kysely'
import type { Disposable, DisposalFile, DisposalLine, DisposalRow, disposalApi } from '#contract/warehouse/disposal.ts'
import { choicesAtMost } from '#contract/kernel/values.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { begins, waysTo } from '#kernel/ways-to.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('disposalCase')
    .leftJoin('account as proposer', (join) =>
      join.onRef('proposer.enterpriseId', '=', 'disposalCase.enterpriseId').onRef('proposer.id', '=', 'disposalCase.proposedBy'),
    )
    .select([
      'disposalCase.id',
      'disposalNo',
      'ground',
      'disposalCase.reason',
      'disposalMethod',
      'disposalCase.state',
      'proposedAt',
      'foundBy',
    ])
    .select([
      sql<string | null>`coalesce(redecided_by, decided_by)`.as('decidedBy'),
      'carriedAt',
      'disposalCase.rowVersion',
      'disposalCase.proposedBy as proposerId',
      'proposer.name as proposerName',
    ])
    .select([
      linesOf<string>(sql`string_agg(distinct lot.name, '、' order by lot.name)`).as('goods'),
      linesOf<number>(sql`count(distinct l.lot_id)::integer`).as('lots'),
      linesOf<string>(sql`coalesce(sum(l.quantity) filter (where lot.unit = 'kg'), 0)::numeric(14, 4)`).as('quantity'),
      linesOf<number>(sql`coalesce(sum(l.quantity) filter (where lot.unit <> 'kg'), 0)::integer`).as('pieces'),
      linesOf<number>(sql`coalesce(sum(l.packs), 0)::integer`).as('packs'),
      photos.as('photos'),
    ])

/** What the lines of the case come to. */
const linesOf = <Value>(what: ReturnType<typeof sql>) => sql<Value>`(select ${what} from disposal_line l
    join lot on lot.enterprise_id = l.enterprise_id and lot.id = l.lot_id
  where l.enterprise_id = disposal_case.enterprise_id and l.case_id = disposal_case.id)`

const photos = sql<number>`(select count(*)::integer from attachment a where a.enterprise_id = disposal_case.enterprise_id
  and a.owner_table = 'disposal_case' and a.owner_id = disposal_case.id and a.kind = '照片'
  and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id))`

type Selected = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const shown = ({ proposerId, proposerName, ...row }: Selected): DisposalRow => ({
  ...row,
  proposedBy: { id: proposerId, name: proposerName ?? '' },
})

/** One disposal as the list shows it; that of another enterprise is `not_found`. */
export async function disposalRowOf(tx: Tx, id: string): Promise<DisposalRow> {
  const row = await rows(tx).where('disposalCase.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return shown(row)
}

export const listDisposals: Handler<typeof disposalApi.list> = async (tx, _actor, { page, pageSize, sort, q, state, ground }) => {
  const found = await pageOf(
    tx,
    rows(tx)
      .$call((query) => (state === undefined ? query : query.where('disposalCase.state', '=', state)))
      .$call((query) => (ground === undefined ? query : query.where('disposalCase.ground', '=', ground))),
    {
      page,
      pageSize,
      sort,
      anyOf:
        q === ''
          ? []
          : [
              ...(await waysTo(tx, q, { numbers: ['disposalCase.disposalNo'] })),
              sql<boolean>`disposal_case.id in (select l.case_id from disposal_line l join lot on lot.enterprise_id = l.enterprise_id and lot.id = l.lot_id
                where ${begins('lot.lotNo', q)})`,
            ],
    },
  )
  return { rows: found.rows.map(shown), total: found.total }
}

/** The lines of a disposal, by lot and bin. */
export async function disposalLinesOf(tx: Tx, caseId: string): Promise<DisposalLine[]> {
  const { rows: lines } = await sql<DisposalLine>`
    select l.id, l.lot_id, lot.lot_no, lot.name, lot.kind, lot.state, l.place_id, p.code as place_code, p.name as place_name, lot.unit, l.quantity, l.packs,
      spec.pack_unit, l.found, l.weighed
    from disposal_line l join lot on lot.enterprise_id = l.enterprise_id and lot.id = l.lot_id
      join place p on p.enterprise_id = l.enterprise_id and p.id = l.place_id
      left join pack_spec spec on spec.enterprise_id = lot.enterprise_id and spec.id = lot.pack_spec_id
    where l.case_id = ${caseId}::uuid order by lot.lot_no, p.code`.execute(tx)
  return lines
}

/** A disposal with everything that was decided and done. */
export async function disposalFileOf(tx: Tx, id: string): Promise<DisposalFile> {
  const disposal = await disposalRowOf(tx, id)
  const name = (column: 'foundBy' | 'decidedBy' | 'redecidedBy' | 'carriedBy' | 'witnessId') =>
    sql<
      string | null
    >`(select name from account a where a.enterprise_id = disposal_case.enterprise_id and a.id = ${sql.ref(`disposalCase.${column}`)})`
  const rest = await tx
    .selectFrom('disposalCase')
    .select(['foundAt', 'foundReason', 'decidedAt', 'opinion', 'redecidedAt', 'secondOpinion', 'cancelReason', 'carrier', 'certificateNo'])
    .select([
      name('foundBy').as('foundByName'),
      name('decidedBy').as('decidedByName'),
      name('redecidedBy').as('redecidedByName'),
      name('carriedBy').as('carriedByName'),
      name('witnessId').as('witnessName'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { rows: codes } = await sql<DisposalFile['codes'][number]>`
    select lot.lot_no, run.run_no, c.first_index - r.first_index + 1 as first, c.last_index - r.first_index + 1 as last
    from disposal_code c join code_range r on r.enterprise_id = c.enterprise_id and r.id = c.range_id
      join label_run run on run.enterprise_id = r.enterprise_id and run.pack_range_id = r.id
      join lot on lot.enterprise_id = c.enterprise_id and lot.id = c.lot_id
    where c.case_id = ${id}::uuid order by lot.lot_no, run.run_no, c.first_index limit 500`.execute(tx)
  return { disposal, lines: await disposalLinesOf(tx, id), codes, ...rest }
}

export const readDisposal: Handler<typeof disposalApi.read> = (tx, _actor, { id }) => disposalFileOf(tx, id)

/** What may be proposed on a ground, of what lies in bins: the first few, for who types more of a name. */
export const listDisposable: Handler<typeof disposalApi.choices> = async (tx, _actor, { ground, q, lotId }) => {
  const of =
    ground === 'rejected'
      ? sql`here.state = 'rejected'`
      : ground === 'expired'
        ? sql`here.expires_on < ${dayInShanghai(tx.now())}::date`
        : ground === 'damaged'
          ? sql`here.kind = 'pack'`
          : sql`true`
  const { rows: found } = await sql<Disposable>`
    select lot.id as lot_id, lot.lot_no, lot.name, lot.kind, p.id as place_id, p.code as place_code, lot.unit, least(b.quantity, gone.quantity) as quantity, spec.net_quantity as net, spec.pack_unit
    from lot_at_hand here join lot on lot.enterprise_id = here.enterprise_id and lot.id = here.lot_id
      join stock_balance b on b.enterprise_id = lot.enterprise_id and b.lot_id = lot.id and b.is_real and b.quantity > 0
      join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin' and (${ground} <> 'returned' or p.zone = 'returned')
      left join pack_spec spec on spec.enterprise_id = lot.enterprise_id and spec.id = lot.pack_spec_id
      -- Of what came back, what a decision condemns.
      cross join lateral (select case when ${ground} <> 'returned' or lot.kind <> 'pack' then b.quantity else (
        select coalesce(sum(i.quantity), 0) from return_receipt c join return_item i on i.enterprise_id = c.enterprise_id and i.receipt_id = c.id
        where c.enterprise_id = b.enterprise_id and c.place_id = b.place_id and c.cleared_at is null and c.taken_back_at is null and i.lot_id = b.lot_id
          and i.decision = 'destroy' and i.settled_at is null) end as quantity) gone
    where gone.quantity > 0 and ${of} and (${lotId ?? null}::uuid is null or lot.id = ${lotId ?? null}::uuid)
      and (${q} = '' or ${begins('lot.lotNo', q)} or ${begins('lot.name', q)} or ${begins('lot.initials', q.toLowerCase())})
    order by lot.lot_no, p.code limit ${choicesAtMost}`.execute(tx)
  return found
}
