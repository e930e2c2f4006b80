import { sql } from 'kysely'
import { Refusal, refusals } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { standardActions, type standardApi, type StandardRow } from '#contract/laboratory/standard.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign, signEach } from '#kernel/sign.ts'
import { carryOutVersion } from '#server/features/cases/change/carry-out-version.ts'
import { editionOf } from './queries.ts'
import { takeEdition } from './take-edition.ts'
import type { Clock } from '#tools/clock.ts'

/** 编制: the author signs the heading and every line as they are; from then on nobody changes them. */
export const submitStandard: Handler<typeof standardApi.submit> = async (tx, actor, { id, rowVersion, signature }) => {
  const action = standardActions.submit
  const row = await takeEdition(tx, actor, id, action, rowVersion)
  checkDay(tx, row)
  await endWriting(tx, actor, [id])
  await sign(tx, actor, signature, { meaning: action.signs, table: 'standard_version', id })
  await notify(tx, actor, {
    duty: '36:approve',
    title: `质量标准 ${row.name} ${row.edition} 待批准`,
    body: `${row.kind}，${row.itemCount} 项，拟于 ${row.effectiveFrom} 生效`,
    page: '/system-zidian',
    q: row.name,
    about: { table: 'standard_version', id, asks: 'written' },
  })
  return editionOf(tx, id)
}

const usualInContent = JSON.stringify({
  formula: 'direct',
  dry_basis: false,
  deviation_limit: null,
  plausible_low: null,
  plausible_high: null,
  words: [],
})

/** Drafts become what their author signs: nobody changes them any more, and they wait for their approval. */
export const endWriting = (tx: Tx, actor: Actor, ids: readonly string[]) =>
  tx
    .updateTable('standardVersion')
    .set({
      state: standardActions.submit.to,
      writtenBy: actor.id,
      writtenAt: tx.now().toISOString(),
      sentBackReason: '',
      // What says only what is usual is left out, so that a line of before reads as it was signed.
      content: sql`(select jsonb_agg(to_jsonb(i) - array['enterprise_id', 'id', 'standard_version_id']
          - array(select usual.key from jsonb_each(${usualInContent}::jsonb) usual where to_jsonb(i) -> usual.key = usual.value) order by i.line)
        from standard_item i where i.enterprise_id = standard_version.enterprise_id and i.standard_version_id = standard_version.id)`,
    })
    .where('id', 'in', ids)
    .execute()

/** 批准, by another person. The edition is in force from its first day on; the edition before it ends that day. */
export const approveStandard: Handler<typeof standardApi.approve> = async (tx, actor, { id, rowVersion, acceptsTyped, signature }) => {
  await bringInForce(tx, actor, { id, rowVersion, acceptsTyped })
  await sign(tx, actor, signature, { meaning: standardActions.approve.signs, table: 'standard_version', id })
  return editionOf(tx, id)
}

/** 批准 of several: one password, and a signature under each of them. All are approved or none is. */
export const approveSeveral: Handler<typeof standardApi.approveSeveral> = async (tx, actor, { editions, acceptsTyped, signature }) => {
  for (const [index, { id, rowVersion }] of editions.entries()) {
    const { name, edition } = await editionOf(tx, id)
    await bringInForce(tx, actor, { id, rowVersion, acceptsTyped }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      throw new Refusal(error.code, [{ path: `editions.${index}`, message: `${name} ${edition}：${refusals[error.code]}` }])
    })
  }
  const ids = editions.map(({ id }) => id)
  await signEach(tx, actor, signature, { meaning: standardActions.approve.signs, table: 'standard_version', ids })
  return { approved: ids.length }
}

type Approval = { id: string; rowVersion: number; acceptsTyped: boolean }

async function bringInForce(tx: Tx, actor: Actor, { id, rowVersion, acceptsTyped }: Approval): Promise<void> {
  const row = await takeEdition(tx, actor, id, standardActions.approve, rowVersion)
  checkDay(tx, row)
  if (row.typedItems.length > 0 && !acceptsTyped)
    throw new Refusal('typed_items_unread', [{ path: 'acceptsTyped', message: `手工填写：${row.typedItems.join('、')}` }])
  await carryOutVersion(tx, { record: 'standard', recordId: row.standardId, effectiveFrom: row.effectiveFrom })
  await endEarlier(tx, row)
  await tx
    .updateTable('standardVersion')
    .set({
      state: 'approved',
      approvedBy: actor.id,
      approvedAt: tx.now().toISOString(),
      ...(row.typedItems.length > 0 && { typedAccepted: true }),
    })
    .where('id', '=', id)
    .execute()
}

/** 退回: the edition goes back to its author with the reason. */
export const sendBackStandard: Handler<typeof standardApi.sendBack> = async (tx, actor, { id, reason }) => {
  const row = await takeEdition(tx, actor, id, standardActions.sendBack)
  await giveReason(tx, reason)
  await tx.updateTable('standardVersion').set({ state: 'draft', sentBackReason: reason }).where('id', '=', id).execute()
  await notify(tx, actor, {
    duty: '36:manage',
    title: `质量标准 ${row.name} ${row.edition} 被退回`,
    body: reason,
    page: '/system-zidian',
    q: row.name,
    about: { table: 'standard_version', id, asks: 'draft' },
  })
  return editionOf(tx, id)
}

/** A standard takes effect today or later: what was requested before was tested by what was in force then. */
export function checkDay(clock: Clock, { effectiveFrom }: Pick<StandardRow, 'effectiveFrom'>) {
  if (effectiveFrom < dayInShanghai(clock.now()))
    throw new Refusal('standard_day_past', [{ path: 'effectiveFrom', message: '请改为今天或以后' }])
}

/** The approved edition before this one ends on its first day. Refused when an approved edition begins on that day or later. */
export async function endEarlier(tx: Tx, { standardId, effectiveFrom }: StandardRow): Promise<void> {
  const approved = tx.selectFrom('standardVersion').where('standardId', '=', standardId).where('state', '=', 'approved')
  const later = await approved.select('edition').where('effectiveFrom', '>=', effectiveFrom).executeTakeFirst()
  if (later !== undefined) throw new Refusal('standard_not_later', [{ path: 'effectiveFrom', message: `${later.edition} 不早于此日生效` }])
  await tx
    .updateTable('standardVersion')
    .set({ effectiveTo: effectiveFrom })
    .where('standardId', '=', standardId)
    .where('state', '=', 'approved')
    .where((eb) => eb.or([eb('effectiveTo', 'is', null), eb('effectiveTo', '>', effectiveFrom)]))
    .execute()
}
