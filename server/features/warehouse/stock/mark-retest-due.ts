import type pg from 'pg'
import { isCounted } from '#contract/warehouse/unit.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { eachEnterprise } from '#kernel/calendar.ts'
import { notify } from '#kernel/notify.ts'
import type { Tx } from '#kernel/serve.ts'
import { realClock, type Clock } from '#tools/clock.ts'
import { isOnHand } from './on-hand.ts'
import { lockLots, setLotState } from '#server/features/warehouse/lot/lot.ts'

/**
 * Sets released bought lots whose retest day has come to 待复验 (domain §2.4) and notifies the people who request inspections. Runs at
 * start and every day; a second run changes nothing. Returns how many lots it changed.
 */
export async function markRetestDue(pool: pg.Pool, clock: Clock = realClock): Promise<number> {
  let found = 0
  const mark = async (tx: Tx, system: Parameters<typeof notify>[1]) => {
    const due = await tx
      .selectFrom('lot')
      .select('id')
      .where('state', '=', 'released')
      .where('kind', 'in', ['raw', 'auxiliary'])
      .where('retestOn', '<=', dayInShanghai(tx.now()))
      .where(isOnHand) // of what is used up nothing is tested again
      .execute()
    for (const lot of await lockLots(
      tx,
      due.map((lot) => lot.id),
    )) {
      if (lot.state !== 'released') continue // released again with a new day, or rejected, while we waited for the lock
      await setLotState(tx, lot, 'retest_due')
      await notify(
        tx,
        system,
        isCounted(lot.unit)
          ? {
              duty: '13:decide',
              title: `${lot.name} ${lot.lotNo} 已到复验期，验收检验后方可领用`,
              page: '/yuanliao-kucun',
              at: { view: 'packaging', lot: lot.id },
              about: { table: 'lot', id: lot.id, asks: 'accept' },
            }
          : {
              duty: '12:request',
              title: `${lot.name} ${lot.lotNo} 已到复验期，请验后方可使用`,
              page: '/yuanliao-qingyan',
              at: { view: 'request', lot: lot.id },
              about: { table: 'lot', id: lot.id, asks: 'request' },
            },
      )
      found++
    }
  }
  await eachEnterprise(pool, 'retest-due', mark, clock)
  return found
}
