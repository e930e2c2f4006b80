import { sql } from 'kysely'
import type { Tx } from '#kernel/serve.ts'
import type { Reach } from './reach.ts'

/** Keeps the lots of a recall or drill as they were when it began; `holds` are those that it put on them, by lot. */
export async function writeLots(tx: Tx, caseId: string, { lots }: Reach, holds: ReadonlyMap<string, string> = new Map()): Promise<void> {
  const rows = lots.map(({ lotId, role, quantity, inHouse, shipped, other }) => ({
    lot_id: lotId,
    role,
    quantity,
    in_house: inHouse,
    shipped,
    other,
    hold_id: holds.get(lotId) ?? null,
  }))
  await sql`
    insert into recall_lot (enterprise_id, case_id, lot_id, role, quantity, in_house, shipped, other, hold_id)
    select current_enterprise(), ${caseId}::uuid, row.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (lot_id uuid, role text, quantity numeric, in_house numeric, shipped numeric, other numeric, hold_id uuid)`.execute(tx)
}

/** Keeps who received some of them. `notifiedAt` makes each a notice with its own link; a drill tells nobody. */
export async function writeCustomers(tx: Tx, caseId: string, { customers }: Reach, notifiedAt: string | null): Promise<void> {
  const rows = customers.map(({ customerId, name, deliveries, packs, quantity }) => ({
    customer_id: customerId,
    name,
    deliveries,
    packs,
    quantity,
  }))
  await sql`
    insert into recall_customer (enterprise_id, case_id, customer_id, name, deliveries, packs, quantity, public_token, notified_at)
    select current_enterprise(), ${caseId}::uuid, row.*, case when ${notifiedAt}::timestamptz is not null then gen_random_uuid() end, ${notifiedAt}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (customer_id uuid, name text, deliveries integer, packs integer, quantity numeric)`.execute(tx)
}
