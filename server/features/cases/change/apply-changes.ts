import { sql } from 'kysely'
import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { untrained, versionRecords, type ChangeRow } from '#contract/cases/change.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { eachEnterprise } from '#kernel/calendar.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { notify } from '#kernel/notify.ts'
import type { Tx } from '#kernel/serve.ts'
import { whyNotOnItsDay, writeState } from '#server/features/supply/supplier/change-state.ts'
import { changeRow } from './queries.ts'

/**
 * Carries out approved changes whose day has come and for which everybody was trained. Runs at start and every hour; a second run changes nothing. A version is
 * approved by its own steps. Returns how many there were.
 */
export async function applyChanges(pool: pg.Pool): Promise<number> {
  let applied = 0
  await eachEnterprise(pool, 'changes-due', async (tx, system) => {
    const due = await tx
      .selectFrom('changeRequest')
      .select('id')
      .where('state', '=', 'approved')
      .where('record', 'not in', versionRecords)
      .where((eb) => eb('effectiveOn', '<=', eb.fn<string>('today', [])))
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const { id } of due) {
      if (untrained(await changeRow(tx, id)).length > 0) continue
      const whyNot = await whyNotToday(tx, id)
      if (whyNot !== undefined) await lapse(tx, system, id, whyNot)
      else {
        await applyChange(tx, system, id)
        applied++
      }
    }
  })
  return applied
}

type By = Parameters<typeof notify>[1]

/** Why a change is not carried out although its day has come: a supplier may be another than the one that was approved, a machine may be in use. */
async function whyNotToday(tx: Tx, id: string): Promise<string | undefined> {
  const { record, recordId, asked } = await changeRow(tx, id)
  if (record === 'asset') {
    const { state } = await tx.selectFrom('asset').select('state').where('id', '=', recordId).executeTakeFirstOrThrow()
    const isDedicated = asked.some(({ field }) => field === 'is_toxic')
    return isDedicated && state !== 'out_of_service' ? `到生效日时没有停用：${refusals.asset_in_service}，再重新提出` : undefined
  }
  if (record !== 'supplier') return undefined
  const { old, new: to } = only(asked)
  return whyNotOnItsDay(tx, recordId, { old, to })
}

/** Ends a change whose day came and that cannot be carried out; those who ask for changes are told. */
async function lapse(tx: Tx, actor: By, id: string, endReason: string): Promise<void> {
  await tx
    .updateTable('changeRequest')
    .set({ state: 'lapsed', endedAt: sql<string>`now()`, endReason })
    .where('id', '=', id)
    .execute()
  const { caseNo, subject } = await changeRow(tx, id)
  await notify(tx, actor, {
    duty: '37:propose',
    title: `变更 ${caseNo} 到期未执行：${subject}`,
    body: endReason,
    page: '/zhiliang-shijian',
    at: { view: 'change' },
    q: caseNo,
  })
}

/** Writes the values of an approved change, and what follows for the lots in the house; the database demands the approval. */
export async function applyChange(tx: Tx, actor: By, id: string): Promise<void> {
  const change = await changeRow(tx, id)
  await giveReason(tx, `变更 ${change.caseNo}：${change.reason}`)
  await tx
    .updateTable('changeRequest')
    .set({ state: 'in_force', appliedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const { asked } = await tx.selectFrom('changeRequest').select('asked').where('id', '=', id).executeTakeFirstOrThrow()
  if (change.record === 'supplier') return writeState(tx, actor, { id: change.recordId, to: only(asked).new, reason: change.reason })
  for (const { field, value } of asked)
    await sql`update ${sql.table(change.record)} set ${sql.ref(field)} = (${JSON.stringify(value)}::jsonb #>> '{}')::${
      typeof value === 'boolean' ? sql`boolean` : typeof value === 'string' ? sql`text` : sql`integer`
    } where id = ${change.recordId}::uuid`.execute(tx)
  if (change.record === 'asset') return
  for (const one of asked) await followOnLots(tx, change, one)
  if (asked.some(({ field }) => field === 'is_toxic'))
    await notify(tx, actor, {
      duty: change.record === 'material' ? '14:move' : '19:move',
      title: `${change.subject} 的毒性分类已变更，请核对货位`,
      body: `变更 ${change.caseNo}：毒性物料只能存放在双锁的毒性库`,
      page: change.record === 'material' ? '/yuanliao-kucun' : '/yinpian-kucun',
      q: change.subject.split(' ')[0] ?? '',
    })
}

/**
 * Lots that have not ended are toxic or not like their material. A shorter retest interval brings forward the day of those that still
 * count it from their birth; a longer one leaves the day that a release has given. A shelf life is printed: it is that of future batches.
 * A period of retention is that of samples whose day is set from now on.
 */
async function followOnLots(
  tx: Tx,
  { record, recordId }: ChangeRow,
  { field, old, value }: { field: string; old: string | null; value?: unknown },
) {
  const ofRecord = record === 'material' ? sql`material_id` : sql`product_id`
  const open = sql`${ofRecord} = ${recordId}::uuid and state not in ('rejected', 'reversed')`
  if (field === 'is_toxic') await sql`update lot set is_toxic = ${value} where ${open} and is_toxic <> ${value}`.execute(tx)
  if (field === 'retest_months' && Number(value) < Number(old))
    await sql`update lot set retest_on = (born_on + make_interval(months => ${value}::integer))::date
      where ${open} and retest_on = (born_on + make_interval(months => ${old}::integer))::date`.execute(tx)
}
