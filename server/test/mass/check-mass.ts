import assert from 'node:assert/strict'
import type pg from 'pg'
import { readView, traceApi } from '#contract/tracing/trace.ts'
import { isAllowed, readTables } from '#server/test/ancestry.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import type { Factory } from './factory.ts'

const entered = `select lot_id, place_id, sum(quantity) as quantity from (
  select enterprise_id, lot_id, to_place_id as place_id, quantity from stock_entry union all select enterprise_id, lot_id, from_place_id, -quantity from stock_entry) e group by 1, 2`

/** What must find no row at any time, told by statements that share nothing with the code under test. */
const findsNothing: Record<string, string> = {
  'every lot sums to zero over all places': `select lot_id, sum(quantity) from (${entered}) e group by 1 having sum(quantity) <> 0`,
  'no real place is below zero': `select * from (${entered}) e join place p on p.id = e.place_id where p.is_real and e.quantity < 0`,
  'what is kept equals the sums': `select * from (${entered}) e full join stock_balance b using (lot_id, place_id) where coalesce(e.quantity, 0) <> coalesce(b.quantity, 0)`,
  'no box holds more than it takes, or a third batch': `select c.box_range_id, box, sum(c.packs_in_box) from box_content c cross join lateral generate_series(c.first_box, c.last_box) box
      join code_range r on r.id = c.box_range_id join pack_spec s on s.id = r.pack_spec_id
     where c.opened_at is null group by 1, 2, s.packs_per_box having sum(c.packs_in_box) > s.packs_per_box or count(distinct c.batch_no) > 2`,
  'what lies in a box is packs of the lot that it says': `select c.id from box_content c join code_span s on s.range_id = c.pack_range_id and s.first_index <= c.last_pack and s.last_index >= c.first_pack
     where c.opened_at is null and (s.lot_id is distinct from c.lot_id or s.state in ('voided', 'destroyed', 'missing'))`,
  'codes equal packs': `select l.lot_no from lot l join pack_spec spec on spec.id = l.pack_spec_id
     where l.kind = 'pack' and spec.net_quantity * (select coalesce(sum(s.last_index - s.first_index + 1), 0) from code_span s join code_range r on r.id = s.range_id and r.level = 1
         where s.lot_id = l.id and s.state in ('activated', 'in_stock', 'returned'))
       <> (select coalesce(sum(b.quantity), 0) from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = l.id)`,
  'as many codes are with customers as packs went and did not come back': `select l.lot_no from lot l join pack_spec spec on spec.id = l.pack_spec_id
     where l.kind = 'pack' and spec.net_quantity * (select coalesce(sum(s.last_index - s.first_index + 1), 0) from code_span s join code_range r on r.id = s.range_id and r.level = 1
         where s.lot_id = l.id and s.state = 'shipped')
       > (select coalesce(sum(e.quantity), 0) from (${entered}) e join place p on p.id = e.place_id and p.kind = 'customer' where e.lot_id = l.id)`,
  'no kilogram of a batch is drawn into more than was made of it': `select e.from_lot_id from lot_edge e join lot l on l.id = e.from_lot_id
     where l.unit = 'kg' group by e.from_lot_id, l.quantity having sum(e.quantity) > l.quantity + coalesce((select sum(g.quantity) from stock_entry g where g.lot_id = e.from_lot_id and g.kind = 'gain'), 0)`,
  'a drill holds nothing, tells nobody and moves nothing': `select c.case_no from recall_case c where c.kind = 'drill' and (
       exists (select from recall_lot l where l.case_id = c.id and l.hold_id is not null)
       or exists (select from recall_customer r where r.case_id = c.id and (r.public_token is not null or r.notified_at is not null))
       or exists (select from stock_entry e where e.document_id = c.id) or exists (select from code_event e where e.document_id = c.id))`,
  'a hold of a recall is lifted only with it': `select l.lot_id from recall_lot l join recall_case c on c.id = l.case_id join hold h on h.id = l.hold_id
     where c.state = 'started' and h.lifted_at is not null`,
  'what was rejected lies in the 不合格区 alone, or with customers, or where it was': `select l.lot_no from lot l join stock_balance b on b.lot_id = l.id and b.quantity > 0 join place p on p.id = b.place_id
     where l.state = 'rejected' and p.zone in ('released', 'pack_released')`,
}

/** Rows of one statement, of the operating enterprise. */
async function monthsApart(client: pg.PoolClient): Promise<unknown[]> {
  const { rows } = await client.query(
    `select l.lot_no from (select m.* from unnest(array['raw', 'auxiliary', 'bulk', 'pack', 'toxic']) c cross join lateral stock_of_month(date_trunc('month', today())::date, c) m) m
      full join (select b.lot_id, sum(b.quantity) as quantity from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.enterprise_id = current_enterprise() group by 1) b using (lot_id)
      join lot l on l.id = lot_id where coalesce(m.closing, 0) <> coalesce(b.quantity, 0) or m.opening + m.brought - m.taken <> m.closing`,
  )
  return rows
}

/** Lots that the product lets be used and whose ancestry forbids it, or the other way round. */
async function wronglyJudged(client: pg.PoolClient, { world }: Factory): Promise<string[]> {
  const tables = await readTables(world)
  const { rows } = await client.query<{ id: string }>(
    `select distinct of_lot as id from reasons_of(array(select id from lot where enterprise_id = current_enterprise()))`,
  )
  const spokenAgainst = new Set(rows.map(({ id }) => id))
  const { rows: ours } = await client.query<{ id: string; lotNo: string }>(
    `select id, lot_no as "lotNo" from lot where enterprise_id = current_enterprise() and unit = 'kg'`,
  )
  return ours.filter(({ id }) => isAllowed(tables, id, 'used') === spokenAgainst.has(id)).map(({ lotNo }) => lotNo)
}

/** Equations of §6.3 that do not close; a batch outside its own limits says so by a deviation. */
async function openEquations(client: pg.PoolClient, { as }: Factory): Promise<string[]> {
  const qa = await as('qa')
  const { rows } = await client.query<{ id: string; isToldOf: boolean }>(
    `select l.id, exists (select from bulk_lot b join production_deviation d on d.order_id = b.order_id where b.id = l.id and d.kind in ('balance', 'yield')) as "isToldOf"
      from lot l where l.enterprise_id = current_enterprise() and l.state <> 'reversed'`,
  )
  const open: string[] = []
  for (const { id, isToldOf } of rows) {
    const { balances } = readView(await qa.ask(traceApi.view, { id }))
    for (const { title, closes, difference } of balances)
      if (!closes && !(isToldOf && title.endsWith('生产平衡'))) open.push(`${title}: ${difference}`)
  }
  return open
}

/** What must be true of the ledgers at any time. */
export async function checkMass(factory: Factory): Promise<void> {
  const client = await factory.world.admin.connect()
  try {
    for (const [what, statement] of Object.entries(findsNothing)) assert.deepEqual((await client.query(statement)).rows, [], what)
    await client.query(`select set_config('app.enterprise', id::text, false) from enterprise where is_operating`)
    assert.deepEqual(await monthsApart(client), [], 'every month closes with what lies in the bins')
    assert.deepEqual(await wronglyJudged(client, factory), [], 'nothing that may be used descends from what may not')
    assert.deepEqual(await openEquations(client, factory), [], "every lot's equation closes")
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}
