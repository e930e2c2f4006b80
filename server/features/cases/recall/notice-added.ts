import { sql } from 'kysely'
import { notify } from '#kernel/notify.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { mailNotices } from './mail-notices.ts'

/**
 * A correction of a shipment showed that a customer has goods of a lot that is being recalled: they get a notice like those who were known when it began.
 * Nothing where the customer has one already.
 */
export async function noticeAdded(tx: Tx, actor: Actor, shipmentId: string): Promise<void> {
  const now = tx.now().toISOString()
  const { rows } = await sql<{ caseId: string; caseNo: string; name: string }>`
    with added as (
      insert into recall_customer (enterprise_id, case_id, customer_id, name, deliveries, packs, quantity, public_token, notified_at)
      select s.enterprise_id, c.id, s.customer_id, s.customer_name, 1, sum(line.packs), sum(line.quantity), gen_random_uuid(), ${now}::timestamptz
      from shipment s join shipment_line line on line.enterprise_id = s.enterprise_id and line.shipment_id = s.id and line.packs > 0
        join recall_lot l on l.enterprise_id = line.enterprise_id and l.lot_id = line.lot_id
        join recall_case c on c.enterprise_id = l.enterprise_id and c.id = l.case_id and c.state = 'started'
      where s.id = ${shipmentId}::uuid
        and not exists (select from recall_customer known where known.enterprise_id = c.enterprise_id and known.case_id = c.id and known.customer_id = s.customer_id)
      group by s.enterprise_id, c.id, s.customer_id, s.customer_name
      returning case_id, name)
    select added.case_id, c.case_no, added.name from added join recall_case c on c.id = added.case_id`.execute(tx)
  for (const { caseId } of rows) await mailNotices(tx, actor.enterpriseId, caseId)
  for (const { caseId, caseNo, name } of rows)
    await notify(tx, actor, {
      duty: '37:decide',
      title: `召回 ${caseNo}：更正后 ${name} 也有该批货，请送达召回通知`,
      page: '/zhiliang-shijian',
      at: { view: 'recall', id: caseId },
    })
}
