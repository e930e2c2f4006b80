import { sql } from 'kysely'
import type { RecallNotice } from '#contract/cases/recall-notice.ts'
import type { Tx } from '#kernel/serve.ts'

/** A notice as its customer reads it; of another enterprise, or of a drill, there is none. By its own id, or by what its link says. */
export async function noticeOf(tx: Tx, by: { id: string } | { token: string }): Promise<RecallNotice | undefined> {
  const asked = 'id' in by ? sql`c.id = ${by.id}::uuid` : sql`c.public_token = ${by.token}::uuid`
  const { rows } = await sql<RecallNotice>`
    select r.case_no, r.recall_class, r.reason, r.advice, r.started_at, r.notify_by, r.state = 'started' as is_open, r.withdrawn_at, r.withdraw_reason, c.name as customer, c.acknowledged_at,
      c.acknowledged_name,
      (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'lotNo', l.lot_no, 'spec', spec.name, 'packs', sent.packs, 'packUnit', spec.pack_unit,
          'shippedOn', sent.days) order by l.lot_no), '[]')
        from (select line.lot_id, sum(line.packs)::integer as packs,
            string_agg(distinct to_char(s.departed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), '、') as days
          from shipment s join shipment_line line on line.enterprise_id = s.enterprise_id and line.shipment_id = s.id
          where s.enterprise_id = c.enterprise_id and s.customer_id = c.customer_id and line.packs > 0
            and exists (select from recall_lot rl where rl.enterprise_id = c.enterprise_id and rl.case_id = c.case_id and rl.lot_id = line.lot_id)
          group by line.lot_id) sent
        join lot l on l.enterprise_id = c.enterprise_id and l.id = sent.lot_id
        join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id) as lots,
      jsonb_build_object('name', e.name, 'phone', e.phone, 'address', e.address, 'isDemo', e.is_demo) as enterprise
    from recall_customer c join recall_case r on r.enterprise_id = c.enterprise_id and r.id = c.case_id
      join enterprise e on e.id = c.enterprise_id
    where ${asked} and c.notified_at is not null`.execute(tx)
  return rows[0]
}
