import pg from 'pg'
import { asPlainClient, type CpuMeter } from './cpu.ts'

/**
 * PostgreSQL alone: the same rows by the leanest statements known, prepared, over plain connections of the server's own role. Ids are collected before
 * anything is looked up, no row is given twice, and arrays travel in the place of many rows.
 */
export async function bareStatements(appUrl: string, enterprise: string, meter: CpuMeter) {
  const pool = new pg.Pool({ connectionString: appUrl, max: 4, options: `-c app.enterprise=${enterprise}` })
  pool.on('error', () => {}) // what went wrong is thrown below, not said by a connection that the end cut off
  const bare =
    (name: string, text: string, values: unknown[] = []) =>
    async () => {
      const { rows } = await pool.query({ name, text, values })
      if (rows.length === 0) throw new Error(`${name}: no rows`)
      return { bytes: 0 }
    }
  return {
    meter: asPlainClient(meter),
    one: bare('one', 'select 1'),
    list: bare('list', list),
    down: (lot: string) => bare('down', down, [lot]),
    wide: (lot: string) => bare('wide', wide, [lot]),
    up: (lot: string) => bare('up', up, [lot]),
    end: () => pool.end(),
  }
}

const list = `select l.id, l.lot_no, l.name, l.state, l.quantity, s.name as supplier,
    (select sum(b.quantity) from stock_balance b where b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.is_real) as here
  from (select enterprise_id, id, lot_no, name, state, quantity, born_on from lot where kind = 'raw' and state = 'released' order by born_on desc, id desc limit 20) l
  join raw_lot r using (enterprise_id, id) join supplier s on s.enterprise_id = l.enterprise_id and s.id = r.supplier_id`
const below = `recursive below (id) as (select $1::uuid union select e.to_lot_id from below join lot_edge e on e.from_lot_id = below.id)`
const down = `with ${below}
  select l.id, l.lot_no, l.state, sold.packs, sold.quantities, sold.shipments, sold.customers from below join lot l on l.id = below.id
  left join lateral (select array_agg(line.packs) as packs, array_agg(line.quantity) as quantities, array_agg(s.shipment_no) as shipments, array_agg(s.customer_name) as customers
    from shipment_line line join shipment s on s.id = line.shipment_id where line.lot_id = below.id) sold on true`
// The same in two sweeps: what is below, then its lines as one array each.
const wide = `with ${below}, ids as materialized (select array_agg(id) as all_ids from below),
    lots as (select array_agg(l.id) as id, array_agg(l.lot_no) as lot_no, array_agg(l.state) as state from ids, lot l where l.id = any (all_ids)),
    lines as (select array_agg(line.lot_id) as lot_id, array_agg(line.packs) as packs, array_agg(line.quantity) as quantity, array_agg(s.shipment_no) as shipment_no,
      array_agg(s.customer_id) as customer_id from ids, shipment_line line join shipment s on s.id = line.shipment_id where line.lot_id = any (all_ids))
  select * from lots, lines`
const up = `with recursive above (id) as (select $1::uuid union select e.from_lot_id from above join lot_edge e on e.to_lot_id = above.id)
  select l.id, l.lot_no, l.state, l.quantity from above join lot l on l.id = above.id`
