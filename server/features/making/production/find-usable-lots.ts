import { sql } from 'kysely'
import type { Tx } from '#kernel/serve.ts'

/**
 * The lots of a material that may be used today, the one due first at the head (FEFO: retest day, then expiry, then receipt;
 * GMP 第一百零八条), each with what stands in bins and is not spoken for, kg.
 */
export async function findUsableLots(tx: Tx, materialId: string) {
  const { rows } = await sql<{
    lotId: string
    lotNo: string
    name: string
    available: string
    bornOn: string
    retestOn: string | null
    expiresOn: string | null
  }>`
    select lot.id as "lotId", lot.lot_no as "lotNo", lot.name, lot.born_on as "bornOn", lot.retest_on as "retestOn", lot.expires_on as "expiresOn",
      stock.quantity - spoken.quantity as available
    from lot
    cross join lateral (select coalesce(sum(b.quantity), 0) as quantity from stock_balance b
      join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id
      where b.enterprise_id = lot.enterprise_id and b.lot_id = lot.id and p.kind = 'bin') stock
    cross join lateral (select coalesce(sum(r.quantity), 0) as quantity from lot_reservation r
      where r.enterprise_id = lot.enterprise_id and r.lot_id = lot.id) spoken
    where lot.material_id = ${materialId} and lot.state = 'released' and lot.holds = 0
      and (lot.retest_on is null or lot.retest_on > today()) and (lot.expires_on is null or lot.expires_on >= today())
      and stock.quantity > spoken.quantity
    order by lot.retest_on nulls last, lot.expires_on nulls last, lot.born_on, lot.lot_no
    limit 200`.execute(tx)
  return rows
}

export type UsableLot = Awaited<ReturnType<typeof findUsableLots>>[number]

const due = ({ retestOn, expiresOn, bornOn }: Pick<UsableLot, 'retestOn' | 'expiresOn' | 'bornOn'>) =>
  `${retestOn ?? '9999'} ${expiresOn ?? '9999'} ${bornOn}`

/** Whether one lot should leave before another; two lots of the same days are equally due. */
export const isDueBefore = (
  one: Pick<UsableLot, 'retestOn' | 'expiresOn' | 'bornOn'>,
  other: Pick<UsableLot, 'retestOn' | 'expiresOn' | 'bornOn'>,
) => due(one) < due(other)
