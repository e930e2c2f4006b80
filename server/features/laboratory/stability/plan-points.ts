import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { PlanRow } from '#contract/laboratory/stability.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

type OnPlan = { id: string; lotId: string; lotNo: string; bornOn: string }
type Asked = Pick<PlanRow, 'months' | 'windowDays' | 'packsPerPoint' | 'items'>

/** The days between which a time point is tested. */
const daysOf = (bornOn: string, month: number, windowDays: number) => {
  const testOn = addMonths(bornOn, month)
  return { testOn, opensOn: addDays(testOn, -windowDays), closesOn: addDays(testOn, windowDays) }
}

/**
 * Writes the time points of a lot that its plan asks for and that it has not yet. One whose last day was over before the lot was on the plan was never due; one that was
 * tested already is that test.
 */
export async function addPoints(tx: Tx, actor: Actor, lot: OnPlan, plan: Asked): Promise<void> {
  const today = dayInShanghai(tx.now())
  const had = await tx
    .selectFrom('stabilityPoint')
    .select('month')
    .where('stabilityLotId', '=', lot.id)
    .where('state', '<>', 'dropped')
    .execute()
  const tested = await tx
    .selectFrom('inspection')
    .select(['id', 'stabilityMonth', 'state'])
    .where('lotId', '=', lot.lotId)
    .where('stabilityMonth', 'is not', null)
    .where('state', 'not in', ['returned', 'cancelled'])
    .execute()
  const points = plan.months.flatMap((month) => {
    const days = daysOf(lot.bornOn, month, plan.windowDays)
    const test = tested.find(({ stabilityMonth }) => stabilityMonth === month)
    if (had.some((one) => one.month === month) || (test === undefined && days.closesOn < today)) return []
    const state = test === undefined ? ('open' as const) : test.state === 'approved' ? ('done' as const) : ('begun' as const)
    return [
      {
        ...{ enterpriseId: actor.enterpriseId, stabilityLotId: lot.id, lotId: lot.lotId, month, ...days, state },
        ...{ inspectionId: test?.id ?? null, items: test === undefined ? null : plan.items },
      },
    ]
  })
  if (points.length > 0) await tx.insertInto('stabilityPoint').values(points).execute()
}

/** The open points of a lot follow another version of its plan: those it leaves out are dropped, the days of the others are those it allows. */
export async function renewPoints(tx: Tx, actor: Actor, lot: OnPlan, plan: Asked): Promise<void> {
  const open = await tx
    .selectFrom('stabilityPoint')
    .select(['id', 'month'])
    .where('stabilityLotId', '=', lot.id)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()
  for (const { id, month } of open) {
    const { opensOn, closesOn } = daysOf(lot.bornOn, month, plan.windowDays)
    await tx
      .updateTable('stabilityPoint')
      .set(plan.months.includes(month) ? { opensOn, closesOn } : { state: 'dropped' })
      .where('id', '=', id)
      .execute()
  }
  await addPoints(tx, actor, lot, plan)
}

/** What nobody has begun of these lots is not looked at any more. */
export const dropPoints = (tx: Tx, stabilityLotIds: readonly string[]) =>
  tx
    .updateTable('stabilityPoint')
    .set({ state: 'dropped' })
    .where('stabilityLotId', 'in', stabilityLotIds)
    .where('state', '=', 'open')
    .execute()

/** Refused while fewer packs are kept of a lot than its open points ask for. */
export async function refuseTooFewPacks(tx: Tx, { lotId, lotNo }: { lotId: string; lotNo: string }, path: string): Promise<void> {
  const { rows } = await sql<{ planned: number; there: number }>`
    select packs_planned(${lotId}) as planned, packs_to_open(${lotId}) as there`.execute(tx)
  const { planned, there } = only(rows)
  if (planned > there)
    throw new Refusal('stability_packs_short', [
      { path, message: `${lotNo}：各时间点共需 ${planned} 袋，留样可取用 ${Math.max(there, 0)} 袋` },
    ])
}
