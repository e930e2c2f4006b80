import pg from 'pg'
import { asPlainClient, type CpuMeter } from './cpu.ts'
import type { Asked } from './measure.ts'

/**
 * PostgreSQL alone: the same rows by the leanest statements known, prepared, over plain connections of the server's own role. Ids are collected before
 * anything is looked up, no row is given twice, and one text travels in the place of many rows.
 */
export async function bareStatements(appUrl: string, enterprise: string, meter: CpuMeter) {
  const pool = new pg.Pool({ connectionString: appUrl, max: 4, options: `-c app.enterprise=${enterprise}` })
  pool.on('error', () => {}) // what went wrong is thrown below, not said by a connection that the end cut off
  const plain = asPlainClient(meter)
  const bare = (name: string, text: string, values: unknown[] = []): Asked => ({
    meter: plain,
    async ask() {
      const { rows } = await pool.query({ name, text, values })
      if (rows.length === 0) throw new Error(`${name}: no rows`)
      return { bytes: 0 }
    },
  })
  return {
    one: bare('one', 'select 1'),
    list: bare('list', list),
    down: (lot: string) => bare('down', down, [lot]),
    up: (lot: string) => bare('up', up, [lot]),
    end: () => pool.end(),
  }
}

const list = `select l.id, l.lot_no, l.name, l.state, l.quantity, s.name as supplier,
    (select sum(b.quantity) from stock_balance b where b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.is_real) as here
  from (select enterprise_id, id, lot_no, name, state, quantity, born_on from lot where kind = 'raw' and state = 'released' order by born_on desc, id desc limit 20) l
  join raw_lot r using (enterprise_id, id) join supplier s on s.enterprise_id = l.enterprise_id and s.id = r.supplier_id`
// What is below, then its lots and its deliveries as one text each: fewer bytes and no work for the driver. Rows cost half as much again, an array for each
// column twice as much.
const down = `with recursive below (id) as (select $1::uuid union select e.to_lot_id from below join lot_edge e on e.from_lot_id = below.id),
    ids as materialized (select id from below),
    lots as (select string_agg(l.id || ' ' || l.lot_no || ' ' || l.state, E'\\n') as lots from ids join lot l on l.id = ids.id),
    lines as (select string_agg(line.lot_id || ' ' || line.packs || ' ' || line.quantity || ' ' || s.shipment_no || ' ' || s.customer_id, E'\\n') as lines
      from ids join shipment_line line on line.lot_id = ids.id join shipment s on s.id = line.shipment_id)
  select * from lots, lines`
const up = `with recursive above (id) as (select $1::uuid union select e.from_lot_id from above join lot_edge e on e.to_lot_id = above.id)
  select l.id, l.lot_no, l.state, l.quantity from above join lot l on l.id = above.id`
