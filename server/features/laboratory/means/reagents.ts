import { sql, type SqlBool } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { reagentActions, type reagentApi, type ReagentRow } from '#contract/laboratory/reagent.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { pinyinInitials } from '#tools/pinyin.ts'

/** Until when a bottle is good that would be opened today. */
const goodUntil = (today: string) => sql<string>`reagent_good_until(reagent_lot, ${today}::date)`

const selectReagents = (tx: Tx) =>
  tx
    .selectFrom('reagentLot')
    .select(['id', 'number', 'kind', 'name', 'lotNo', 'maker', 'purity', 'receivedOn', 'openedOn', 'useBy', 'daysAfterOpening'])
    .select(['unit', 'amount', 'amountLeft', 'state', 'endedReason', 'rowVersion', goodUntil(dayInShanghai(tx.now())).as('goodUntil')])
    .select(sql<boolean>`use_by < ${dayInShanghai(tx.now())}::date`.as('isExpired'))

async function reagentOf(tx: Tx, id: string): Promise<ReagentRow> {
  const found = await selectReagents(tx).where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return found
}

export const listReagents: Handler<typeof reagentApi.list> = (tx, _actor, { q, kind, state, due, ...paging }) => {
  const today = dayInShanghai(tx.now())
  return pageOf(
    tx,
    selectReagents(tx)
      .$call((query) => (kind === undefined ? query : query.where('kind', '=', sql.lit(kind))))
      .$call((query) => (state === undefined ? query : query.where('state', '=', sql.lit(state))))
      .$if(due !== undefined, (query) => query.where('state', '=', 'in_use'))
      .$if(due === 'unfit', (query) => query.where(sql<SqlBool>`${goodUntil(today)} < ${today}`))
      .$if(due === 'soon', (query) => query.where(sql<SqlBool>`${goodUntil(today)} between ${today} and ${addDays(today, 30)}`))
      .$if(q !== '', (query) =>
        query.where(
          sql<SqlBool>`(${matches(q, { number: 'number', name: 'name', initials: 'initials' })} or lot_no ^@ ${q.toUpperCase()})`,
        ),
      ),
    paging,
  )
}

export const createReagent: Handler<typeof reagentApi.create> = async (tx, actor, input) => {
  if (input.receivedOn > dayInShanghai(tx.now()))
    throw new Refusal('invalid_input', [{ path: 'receivedOn', message: '接收日期不能晚于今天' }])
  const { id } = await tx
    .insertInto('reagentLot')
    .values({ enterpriseId: actor.enterpriseId, ...input, initials: pinyinInitials(input.name), amountLeft: input.amount })
    .returning('id')
    .executeTakeFirstOrThrow()
  return reagentOf(tx, id)
}

/** 开启 of a bottle whose label is not over (`reagent_expired`). From this day on the bottle is good for its days after opening, and never past its expiry. */
export const openReagent: Handler<typeof reagentApi.open> = async (tx, actor, { id, rowVersion, openedOn }) => {
  await takeReagent(tx, actor, { id, rowVersion }, reagentActions.open)
  if (openedOn > dayInShanghai(tx.now())) throw new Refusal('invalid_input', [{ path: 'openedOn', message: '开启日期不能晚于今天' }])
  await tx.updateTable('reagentLot').set({ openedOn }).where('id', '=', id).execute()
  return reagentOf(tx, id)
}

/** 用完 or 弃用: it is not offered any more, and a result that names it is refused. */
export const endReagent =
  (action: 'useUp' | 'discard'): Handler<typeof reagentApi.useUp> =>
  async (tx, actor, { id, rowVersion, reason }) => {
    await takeReagent(tx, actor, { id, rowVersion }, reagentActions[action])
    await giveReason(tx, reason)
    await tx.updateTable('reagentLot').set({ state: reagentActions[action].to, endedReason: reason }).where('id', '=', id).execute()
    return reagentOf(tx, id)
  }

async function takeReagent(tx: Tx, actor: Actor, of: { id: string; rowVersion: number }, action: Action<ReagentRow>): Promise<void> {
  await tx.selectFrom('reagentLot').select('id').where('id', '=', of.id).forUpdate().execute()
  const reagent = await reagentOf(tx, of.id)
  const code = refusal(action, reagent, actor)
  if (code !== undefined) throw new Refusal(code)
  if (reagent.rowVersion !== of.rowVersion) throw new Refusal('stale')
}
