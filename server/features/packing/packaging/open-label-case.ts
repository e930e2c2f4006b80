import type { Actor, Tx } from '#kernel/serve.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'

type Shortage = { order: { id: string; orderNo: string }; lot: { id: string; lotNo: string; name: string }; lost: number; issued: number }

/**
 * A label that is nowhere may stick on other goods: a case with its count, which holds the packs until quality assurance and the 质量负责人 have decided.
 * Returns its number.
 */
export async function openLabelCase(tx: Tx, actor: Actor, { order, lot, lost, issued }: Shortage): Promise<string> {
  const { caseNo } = await openIncident(tx, actor, {
    area: 'packaging',
    subject: `${lot.name} ${lot.lotNo} 标签遗失 ${lost} 张`,
    measured: `遗失 ${lost} 张`,
    expected: `领用 ${issued} 张全部有去向`,
    source: { table: 'packaging_order', id: order.id, no: order.orderNo },
    lotIds: [lot.id],
  })
  return caseNo
}
