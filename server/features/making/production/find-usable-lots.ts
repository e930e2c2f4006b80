import { sql } from 'kysely'
import type { Tx } from '#kernel/serve.ts'
import { isUsable, lotsInTurn, stockOfLot } from '#server/features/warehouse/stock/on-hand.ts'

/**
 * The lots of a material that may be used today, the one due first at the head (FEFO: retest day, then expiry, then receipt;
 * GMP 第一百零八条), each with what is available of it, kg.
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
  }>`select * from (
    select lot.id as "lotId", lot.lot_no as "lotNo", lot.name, lot.born_on as "bornOn", lot.retest_on as "retestOn", lot.expires_on as "expiresOn",
      stock.on_hand - stock.reserved as available
    from ${lotsInTurn(materialId)} cross join ${stockOfLot()}
    where ${isUsable} and stock.on_hand > stock.reserved
    order by here.due_on, here.lot_id limit 200) usable
    order by "retestOn" nulls last, "expiresOn" nulls last, "bornOn", "lotNo"`.execute(tx)
  return rows
}

export type UsableLot = Awaited<ReturnType<typeof findUsableLots>>[number]

const dueKey = ({ retestOn, expiresOn, bornOn }: Pick<UsableLot, 'retestOn' | 'expiresOn' | 'bornOn'>) =>
  `${retestOn ?? '9999'} ${expiresOn ?? '9999'} ${bornOn}`

/** Whether one lot should be used before another; two lots of the same days are equally due. */
export const isDueBefore = (
  one: Pick<UsableLot, 'retestOn' | 'expiresOn' | 'bornOn'>,
  other: Pick<UsableLot, 'retestOn' | 'expiresOn' | 'bornOn'>,
) => dueKey(one) < dueKey(other)
