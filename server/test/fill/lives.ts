import type pg from 'pg'
import { present } from '#contract/kernel/certain.ts'

/**
 * Raw lots of one shape: each goes into so many batches, each of these into so many packed lots, each of these to so many deliveries. Of what is used up
 * nothing is left over, neither of the herb nor of the batch nor of the packs; of the others something of each.
 */
export type Shape = { raws: number; batches: number; packs: number; lines: number; isUsedUp: boolean }

/** A life that was made through the steps; what is filled in are copies of its rows. */
export type Template = { rawId: string; bulkId: string; packId: string; shipmentId: string }

/** One filling: what is copied, and how. */
type Filling = {
  client: pg.ClientBase
  template: Template
  /** Copies the template's rows that `where` names, once for each row of `source`, with these columns other than they were. */
  copy: (table: string, where: string, source: string, changes: Record<string, string>) => Promise<void>
}

const one = (table: string, id: string) => `(select id from ${table} where ${id})`
const document = (prefix: string) => `'${prefix}' || to_char(s.day, 'YYYYMMDD') || to_char(s.serial, 'FM000')`

/**
 * Fills the demo factory with lots, movements, codes and deliveries as if they had been made: copies of the template's rows with
 * other ids, numbers and days, audited and sealed; `countNumbers` is for the caller. The first are made `daysAgo`, 80 a day. Returns the ids of
 * the first lot of each shape.
 */
export async function fillLives(
  client: pg.ClientBase,
  template: Template,
  shapes: readonly Shape[],
  daysAgo: number,
): Promise<{ raws: string[]; packs: string[] }> {
  const { rows: enterprises } = await client.query<{ id: string }>('select id from enterprise where is_operating')
  const enterprise = present(enterprises[0]).id
  const run = async (statement: string) => {
    await client.query(`begin; select set_config('app.actor', 'bench', true), set_config('app.enterprise', '${enterprise}', true)`)
    await client.query(statement)
    await client.query('select seal_audit(); commit')
  }

  const copy: Filling['copy'] = async (table, where, source, changes) => {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`,
      [table],
    )
    const columns = rows.map((row) => row.name)
    const unknown = Object.keys(changes).find((column) => !columns.includes(column))
    if (unknown !== undefined) throw new Error(`${table} has no ${unknown}`)
    await run(`insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')})
      select ${columns.map((name) => changes[name] ?? `t."${name}"`).join(', ')} from (select * from ${table} where ${where}) t cross join ${source} s`)
  }

  const filling: Filling = { client, template, copy }
  await planLives(client, shapes, daysAgo)
  await bought(filling)
  await made(filling)
  const range = await packed(filling, shapes)
  await labelled(filling, range)
  await sold(filling)
  await moved(filling)
  await traced(filling)
  const ids = async (statement: string) => (await client.query<{ id: string }>(statement)).rows.map((row) => row.id)
  return {
    raws: await ids(`select distinct on (shape) id from raw_plan order by shape, n`),
    packs: await ids(`select distinct on (shape) id from pack_plan order by shape, n`),
  }
}

/** Whom each copy is made for: tables of ids, numbers and days that the copies are made from. */
async function planLives(client: pg.ClientBase, shapes: readonly Shape[], daysAgo: number): Promise<void> {
  // 80 of a kind a day
  const day = `(today() - ${daysAgo} + ((n - 1) / 80)::integer) as day, ((n - 1) % 80 + 1)::integer as serial`
  await client.query(`
    drop table if exists raw_plan, batch_plan, pack_plan, line_plan, buyer_plan;
    create temp table raw_plan as select n, ${day}, uuidv7() as id, uuidv7() as order_id, uuidv7() as line_id, uuidv7() as receipt_id, batches, packs, lines, shape, is_used_up,
        case when is_used_up then packs * 60 else 500 end * batches as bought
      from (select row_number() over () as n, s.* from (values ${shapes.map(({ raws, batches, packs, lines, isUsedUp }, shape) => `(${raws}, ${batches}, ${packs}, ${lines}, ${shape}, ${isUsedUp})`).join(', ')})
        s (raws, batches, packs, lines, shape, is_used_up), generate_series(1, s.raws)) x;
    create temp table batch_plan as select *, to_char(day, 'YYMMDD') || to_char(serial, 'FM00') as batch_no from (
      select n, ${day}, uuidv7() as id, uuidv7() as order_id, raw_id, packs, lines, shape, is_used_up,
        case when is_used_up then packs * 60 else 400 end as charged, case when is_used_up then packs * 60 else 380 end as output
      from (select row_number() over () as n, r.id as raw_id, packs, lines, shape, is_used_up from raw_plan r, generate_series(1, r.batches)) x) y;
    create temp table pack_plan as select n, ${day}, uuidv7() as id, uuidv7() as order_id, uuidv7() as range_id, bulk_id, batch_no, batch_day, place, lines, shape,
        case when is_used_up then 60 else lines * 10 end as sold
      from (select row_number() over () as n, b.id as bulk_id, b.batch_no, b.day as batch_day, place, lines, shape, is_used_up from batch_plan b, generate_series(1, b.packs) place) x;
    create temp table line_plan as select n, ${day}, uuidv7() as order_id, uuidv7() as picking_id, uuidv7() as id, pack_id, n % 500 as buyer, packs
      from (select row_number() over () as n, p.id as pack_id, sold / lines as packs from pack_plan p, generate_series(1, p.lines)) x;
    create temp table buyer_plan as select n, uuidv7() as id, 'K${daysAgo}-' || n as code, uuidv7() as address_id from (select distinct buyer as n from line_plan) x;
    analyze raw_plan; analyze batch_plan; analyze pack_plan; analyze line_plan`)
}

/** Bought and received: 500 kg for each batch to be made, or what it will use up. */
async function bought({ copy, template: { rawId } }: Filling): Promise<void> {
  const order = one('purchase_order', `id = (select order_id from raw_lot where id = '${rawId}')`)
  const receipt = one('receipt', `id = (select receipt_id from raw_lot where id = '${rawId}')`)
  const line = one('purchase_line', `id = (select purchase_line_id from raw_lot where id = '${rawId}')`)
  await copy('purchase_order', `id = ${order}`, 'raw_plan', {
    id: 's.order_id',
    order_no: document('CG'),
    purchased_on: 's.day',
    expected_on: 's.day + 5',
  })
  await copy('purchase_line', `id = ${line}`, 'raw_plan', { id: 's.line_id', order_id: 's.order_id', quantity: 's.bought' })
  await copy('purchase_approval', `order_id = ${order}`, 'raw_plan', { id: 'uuidv7()', order_id: 's.order_id' })
  await copy('receipt', `id = ${receipt}`, 'raw_plan', {
    id: 's.receipt_id',
    order_id: 's.order_id',
    receipt_no: document('SH'),
    delivery_note_no: document('N'),
    net_total: 's.bought',
  })
  const lotNo = `'YL' || to_char(s.day, 'YYMMDD') || to_char(s.serial, 'FM00') || '01'`
  await copy('lot', `id = '${rawId}'`, 'raw_plan', {
    id: 's.id',
    lot_no: lotNo,
    batch_no: lotNo,
    born_on: 's.day',
    retest_on: 't.retest_on + 100',
    quantity: 's.bought',
    public_token: 'gen_random_uuid()',
  })
  await copy('raw_lot', `id = '${rawId}'`, 'raw_plan', {
    id: 's.id',
    receipt_id: 's.receipt_id',
    order_id: 's.order_id',
    purchase_line_id: 's.line_id',
    net: 's.bought',
    gross: 's.bought',
    tare: '0',
    note_quantity: 's.bought',
    line_net: 's.bought',
    supplier_lot_no: document('S'),
  })
}

/** Made: of 400 kg come 380 out, of what will be used up as much as is packed. */
async function made({ copy, template: { bulkId } }: Filling): Promise<void> {
  const production = one('production_order', `id = (select order_id from bulk_lot where id = '${bulkId}')`)
  await copy('production_order', `id = ${production}`, 'batch_plan', {
    id: 's.order_id',
    order_no: document('SC'),
    batch_no: 's.batch_no',
    production_date: 's.day',
  })
  await copy('lot', `id = '${bulkId}'`, 'batch_plan', {
    id: 's.id',
    lot_no: 's.batch_no',
    batch_no: 's.batch_no',
    born_on: 's.day',
    quantity: 's.output',
    public_token: 'gen_random_uuid()',
  })
  await copy('bulk_lot', `id = '${bulkId}'`, 'batch_plan', {
    id: 's.id',
    order_id: 's.order_id',
    issued_quantity: 's.charged',
    returned_quantity: '0',
    charged_quantity: 's.charged',
    output_quantity: 's.output',
    loss_quantity: 's.charged - s.output',
    yield_percent: 's.output * 100 / s.charged',
    balance_percent: '100',
  })
}

/** Packed: 60 packs of a kilogram, each with its code. Gives back the template's range and where the codes of a copy begin. */
async function packed(
  { client, copy, template: { packId } }: Filling,
  shapes: readonly Shape[],
): Promise<{ range: string; first: string }> {
  const packaging = one('packaging_order', `id = (select packaging_order_id from pack_lot where id = '${packId}')`)
  const range = one('code_range', `packaging_order_id = ${packaging} and level = 1`)
  const packLots = shapes.reduce((sum, { raws, batches, packs }) => sum + raws * batches * packs, 0)
  // Taken before they are used: another connection may fill at the same time.
  const { rows: counters } = await client.query<{ first: string }>(
    `update code_counter c set next = next + $1 from code_range r where r.id = ${range} and (c.enterprise_id, c.scheme, c.series) = (r.enterprise_id, r.scheme, r.series)
      returning old.next as first`,
    [packLots * 60],
  )
  const first = `${present(counters[0]).first} + (s.n - 1) * 60`
  await copy('packaging_order', `id = ${packaging}`, 'pack_plan', {
    id: 's.order_id',
    order_no: document('BZ'),
    bulk_lot_id: 's.bulk_id',
    planned_packs: '60',
  })
  await copy('lot', `id = '${packId}'`, 'pack_plan', {
    id: 's.id',
    lot_no: `s.batch_no || '-' || to_char(s.place, 'FM00')`,
    batch_no: 's.batch_no',
    born_on: 's.batch_day',
    expires_on: 't.expires_on + 100',
    quantity: '60',
    public_token: 'gen_random_uuid()',
  })
  await copy('code_range', `id = ${range}`, 'pack_plan', {
    id: 's.range_id',
    packaging_order_id: 's.order_id',
    first_index: first,
    last_index: `${first} + 59`,
    issued_at: 's.day',
  })
  return { range, first }
}

/** Labels, the story of their codes, and what was reconciled. */
async function labelled(
  { client, copy, template: { packId } }: Filling,
  { range, first }: { range: string; first: string },
): Promise<void> {
  await copy('label_run', `pack_range_id = ${range}`, 'pack_plan', {
    id: 'uuidv7()',
    run_no: document('BQ'),
    packaging_order_id: 's.order_id',
    pack_range_id: 's.range_id',
    box_range_id: 'null',
  })
  for (const state of ['issued', 'activated', 'in_stock', 'shipped']) {
    await copy(
      'code_event',
      `id = (select id from code_event where range_id = ${range} and state = '${state}' order by id limit 1)`,
      state === 'shipped' ? `(select * from pack_plan where sold > 0)` : 'pack_plan',
      {
        id: 'uuidv7()',
        range_id: 's.range_id',
        first_index: first,
        last_index: state === 'shipped' ? `${first} + s.sold - 1` : `${first} + 59`,
      },
    )
  }
  await client.query(`drop table if exists span_plan;
    create temp table span_plan as select range_id, id as lot_id, 'shipped' as state, ${first} as first, ${first} + sold - 1 as last from pack_plan s where sold > 0
      union all select range_id, id, 'in_stock', ${first} + sold, ${first} + 59 from pack_plan s where sold < 60`)
  await copy('code_span', `ctid = (select ctid from code_span where range_id = ${range} and lot_id is not null limit 1)`, 'span_plan', {
    range_id: 's.range_id',
    lot_id: 's.lot_id',
    state: 's.state',
    first_index: 's.first',
    last_index: 's.last',
  })
  await copy('packaging_record', `lot_id = '${packId}'`, 'pack_plan', {
    id: 'uuidv7()',
    packaging_order_id: 's.order_id',
    bulk_lot_id: 's.bulk_id',
    lot_id: 's.id',
    packs: '60',
    charged: '60',
    packed: '60',
    remainder: '0',
    loss: '0',
    balance: '100',
    labels_issued: '60',
    labels_used: '60',
    labels_spoiled: '0',
    labels_destroyed: '0',
    labels_sampled: '0',
    labels_lost: '0',
    codes_activated: '60',
    codes_voided: '0',
  })
  await copy('pack_lot', `id = '${packId}'`, 'pack_plan', {
    id: 's.id',
    packaging_order_id: 's.order_id',
    bulk_lot_id: 's.bulk_id',
    packs: '60',
  })
}

/** Ordered and delivered: ten packs each, or all that there are. */
async function sold({ copy, template: { shipmentId } }: Filling): Promise<void> {
  await copy('customer', `id = (select customer_id from shipment where id = '${shipmentId}')`, 'buyer_plan', {
    id: 's.id',
    code: 's.code',
    name: `t.name || s.code`,
    credit_code: 'null', // no two have the same
  })
  await copy(
    'customer_address',
    `id = (select address_id from sales_order where id = (select order_id from shipment where id = '${shipmentId}'))`,
    'buyer_plan',
    { id: 's.address_id', customer_id: 's.id' },
  )
  const buyers = `(select line_plan.*, buyer_plan.id as customer_id, buyer_plan.code, buyer_plan.address_id from line_plan join buyer_plan on buyer_plan.n = line_plan.buyer)`
  const sale = `(select order_id from shipment where id = '${shipmentId}')`
  await copy('sales_order', `id = ${sale}`, buyers, {
    id: 's.order_id',
    order_no: document('XS'),
    customer_id: 's.customer_id',
    address_id: 's.address_id',
  })
  await copy('sales_line', `order_id = ${sale} and line = 1`, 'line_plan', { order_id: 's.order_id', packs: 's.packs' })
  await copy('picking', `id = (select picking_id from shipment where id = '${shipmentId}')`, 'line_plan', {
    id: 's.picking_id',
    order_id: 's.order_id',
    packs: 's.packs',
  })
  const departed = `s.day + time '08:00'`
  await copy('shipment', `id = '${shipmentId}'`, buyers, {
    id: 's.id',
    shipment_no: document('CK'),
    order_id: 's.order_id',
    picking_id: 's.picking_id',
    customer_id: 's.customer_id',
    customer_name: 't.customer_name || s.code',
    packs: 's.packs',
    quantity: 's.packs',
    departed_at: departed,
  })
  await copy('shipment_line', `shipment_id = '${shipmentId}'`, 'line_plan', {
    id: 'uuidv7()',
    shipment_id: 's.id',
    lot_id: 's.pack_id',
    packs: 's.packs',
    quantity: 's.packs',
  })
}

/** Moved, in the order in which it happened. */
async function moved({ copy, template: { rawId, bulkId, packId } }: Filling): Promise<void> {
  const movement = (kind: string, lotId: string) =>
    `id = (select id from stock_entry where kind = '${kind}' and lot_id = '${lotId}' order by id limit 1)`
  const move = (kind: string, lotId: string, plan: string, hour: number, changes: Record<string, string>) =>
    copy('stock_entry', movement(kind, lotId), plan, { occurred_at: `s.day + time '${hour}:00'`, ...changes })
  await move('receipt', rawId, 'raw_plan', 1, {
    lot_id: 's.id',
    quantity: 's.bought',
    document_id: 's.receipt_id',
    document_no: document('SH'),
  })
  const made = { quantity: 's.charged', document_id: 's.order_id', document_no: document('SC') }
  await move('transfer', rawId, 'raw_plan', 2, { lot_id: 's.id', quantity: 's.bought' })
  await move('issue', rawId, 'batch_plan', 3, { ...made, lot_id: 's.raw_id' })
  await move('production_input', rawId, 'batch_plan', 4, { ...made, lot_id: 's.raw_id' })
  await move('production_output', bulkId, 'batch_plan', 5, { ...made, lot_id: 's.id', quantity: 's.output' })
  const packed = { quantity: '60', document_id: 's.order_id', document_no: document('BZ') }
  await move('pack_input', bulkId, 'pack_plan', 6, {
    ...packed,
    lot_id: 's.bulk_id',
    from_place_id: `(select to_place_id from stock_entry where ${movement('production_output', bulkId)})`,
  })
  await move('pack_output', packId, 'pack_plan', 7, { ...packed, lot_id: 's.id' })
  await move('transfer', packId, 'pack_plan', 8, { lot_id: 's.id', quantity: '60' })
  await move('ship', packId, 'line_plan', 9, {
    quantity: 's.packs',
    lot_id: 's.pack_id',
    document_id: 's.id',
    document_no: document('CK'),
  })
}

/** What came of what, and the story of each lot. */
async function traced({ copy, template: { rawId, bulkId, packId } }: Filling): Promise<void> {
  await copy('lot_edge', `to_lot_id = '${bulkId}'`, 'batch_plan', {
    from_lot_id: 's.raw_id',
    to_lot_id: 's.id',
    quantity: 's.charged',
    share: '1',
    document_id: 's.order_id',
    document_no: document('SC'),
  })
  await copy('lot_edge', `to_lot_id = '${packId}'`, 'pack_plan', {
    from_lot_id: 's.bulk_id',
    to_lot_id: 's.id',
    quantity: '60',
    share: '1',
    document_id: 's.order_id',
    document_no: document('BZ'),
  })
  for (const [lotId, plan] of [
    [rawId, 'raw_plan'],
    [bulkId, 'batch_plan'],
    [packId, 'pack_plan'],
  ] as const)
    await copy('trace_event', `lot_id = '${lotId}'`, plan, { id: 'uuidv7()', lot_id: 's.id' })
}

/** Sets the counters to the numbers that were filled in. They are the usual ones, so their parts can be read back: documents, lots and batches, and what was packed of a batch. */
export async function countNumbers(client: pg.ClientBase, enterprise: string): Promise<void> {
  await client.query(`insert into number_counter (enterprise_id, object, prefix, date_part, digits, day, last)
      select enterprise_id, object, part[1], case when object like 'BZ/%' then '' when length(part[2]) = 8 then 'YYYYMMDD' else 'YYMMDD' end,
        case when length(part[2]) = 8 then 3 else 2 end,
        to_date(case when object like 'BZ/%' then substr(object, 4, 6) else part[2] end, case when length(part[2]) = 8 then 'YYYYMMDD' else 'YYMMDD' end),
        max(part[3]::integer)
      from numbered_document, lateral (select case when object like 'BZ/%' then regexp_match(no, '^(.*-)()(\\d+)$')
        when object in ('YL', 'FL', 'BC', 'batch') then regexp_match(no, '^([A-Z]*)(\\d{6})(\\d+)$') else regexp_match(no, '^([A-Z]+)(\\d{8})(\\d+)$') end as part) read
      where enterprise_id = '${enterprise}' group by 1, 2, 3, 4, 5, 6 on conflict (enterprise_id, object, prefix, day) do update set last = excluded.last`)
}
