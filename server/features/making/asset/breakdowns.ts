import { sql } from 'kysely'
import type { Breakdown } from '#contract/making/asset.ts'
import type { Tx } from '#kernel/serve.ts'

const nameOf = (column: string) =>
  sql<string | null>`(select name from account where account.enterprise_id = o.enterprise_id and account.id = ${sql.ref(column)})`

export const selectBreakdowns = (tx: Tx) =>
  tx
    .selectFrom('assetBreakdown as o')
    .innerJoin('asset as a', (join) => join.onRef('a.enterpriseId', '=', 'o.enterpriseId').onRef('a.id', '=', 'o.assetId'))
    .innerJoin('assetUse as u', (join) => join.onRef('u.enterpriseId', '=', 'o.enterpriseId').onRef('u.id', '=', 'o.useId'))
    .innerJoin('incident as i', (join) => join.onRef('i.enterpriseId', '=', 'o.enterpriseId').onRef('i.id', '=', 'o.incidentId'))
    .leftJoin('assetUse as r', (join) => join.onRef('r.enterpriseId', '=', 'o.enterpriseId').onRef('r.afterBreakdownId', '=', 'o.id'))
    .leftJoin('asset as n', (join) => join.onRef('n.enterpriseId', '=', 'r.enterpriseId').onRef('n.id', '=', 'r.assetId'))
    .select(['o.id', 'u.stepId', 'o.assetId', 'a.number', 'a.name', 'a.class', 'o.found', 'o.reportedAt', 'i.caseNo'])
    .select(['n.number as replacedBy', 'n.name as replacedByName', 'r.startedAt as replacedAt'])
    .select([
      sql<boolean>`i.state not in ('closed', 'unfounded')`.as('isCaseOpen'),
      sql<string>`coalesce(${nameOf('o.reportedBy')}, '')`.as('reportedByName'),
    ])

/** 设备故障 of an order of production or of packing, in the order in which they happened. */
export const breakdownsIn = (tx: Tx, of: 'u.productionOrderId' | 'u.packagingOrderId', orderId: string): Promise<Breakdown[]> =>
  selectBreakdowns(tx).where(of, '=', orderId).orderBy('o.id').execute()

/** What of the cases about machines that broke in an order is open, as people read it. */
export const openBreakdownCases = async (tx: Tx, of: 'u.productionOrderId' | 'u.packagingOrderId', orderId: string): Promise<string[]> =>
  (await breakdownsIn(tx, of, orderId))
    .filter(({ isCaseOpen }) => isCaseOpen)
    .map(({ caseNo, number, name }) => `${caseNo} ${number} ${name} 故障`)
