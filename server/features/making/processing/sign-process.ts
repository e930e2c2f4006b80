import type { NotNull } from 'kysely'
import { processActions, type processApi } from '#contract/making/process-version.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { readProcessContent } from './process-content.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { carryOutVersion } from '#server/features/cases/change/carry-out-version.ts'
import { changedProcess } from './list-processes.ts'
import { takeProcess } from './take-process.ts'
import { checkAuxiliaries, checkCoProducts } from './write-process.ts'

const record = (id: string) => ({ table: 'process_version', id })
const page = '/system-jiagong'

/** 编制: the author signs the content of the version. From then on it is not rewritten, only sent back. */
export const submitProcess: Handler<typeof processApi.submit> = async (tx, actor, { id, rowVersion, signature }) => {
  const action = processActions.submit
  const version = await takeProcess(tx, actor, action, id)
  if (version.rowVersion !== rowVersion) throw new Refusal('stale')
  const content = await readProcessContent(tx, id)
  await checkAuxiliaries(
    tx,
    version.productId,
    content.auxiliaries.map((line) => line.materialId),
  )
  await checkCoProducts(
    tx,
    version.productId,
    content.coProducts.map((line) => line.productId),
  )
  await tx
    .updateTable('processVersion')
    .set({ state: 'submitted', submittedAt: tx.now().toISOString(), content: JSON.stringify(content), returnReason: '' })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: action.signs, ...record(id) })
  await notify(tx, actor, {
    duty: '35:review',
    title: `工艺规程 ${version.code} 待审核`,
    body: version.productName,
    page,
    q: version.code,
    about: { table: 'process_version', id, asks: 'submitted' },
  })
  return changedProcess(tx, id)
}

/** 审核, by a person who did not write it. */
export const reviewProcess: Handler<typeof processApi.review> = async (tx, actor, { id, signature }) => {
  const action = processActions.review
  const version = await takeProcess(tx, actor, action, id)
  await tx
    .updateTable('processVersion')
    .set({ state: 'reviewed', reviewedBy: actor.id, reviewedAt: tx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: action.signs, ...record(id) })
  await notify(tx, actor, {
    duty: '35:approve',
    title: `工艺规程 ${version.code} 待批准`,
    body: version.productName,
    page,
    q: version.code,
    about: { table: 'process_version', id, asks: 'reviewed' },
  })
  return changedProcess(tx, id)
}

/** 批准, by a third person, who also sets the day from which it is in effect. The version before it ends when that day begins. */
export const approveProcess: Handler<typeof processApi.approve> = async (tx, actor, { id, effectiveFrom, signature }) => {
  const action = processActions.approve
  const version = await takeProcess(tx, actor, action, id)
  if (effectiveFrom < dayInShanghai(tx.now()))
    throw new Refusal('effective_in_past', [{ path: 'effectiveFrom', message: '请选择今天或以后的日期' }])
  await carryOutVersion(tx, { record: 'process', recordId: version.productId, effectiveFrom })
  await endVersionBefore(tx, version.productId, effectiveFrom)
  await tx
    .updateTable('processVersion')
    .set({ state: 'approved', approvedBy: actor.id, approvedAt: tx.now().toISOString(), effectiveFrom })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: action.signs, ...record(id) })
  await notify(tx, actor, {
    duty: '15:create',
    title: `工艺规程 ${version.code} 自 ${effectiveFrom} 起执行`,
    body: version.productName,
    page,
    q: version.code,
  })
  return changedProcess(tx, id)
}

/** The version without an end, if there is one, ends where the new one begins. Refused when it begins later: it must be withdrawn first. */
async function endVersionBefore(tx: Tx, productId: string, day: string) {
  const last = await tx
    .selectFrom('processVersion')
    .select(['id', 'effectiveFrom'])
    .where('productId', '=', productId)
    .where('state', '=', 'approved')
    .where('effectiveTo', 'is', null)
    // An approved version has its first day.
    .$narrowType<{ effectiveFrom: NotNull }>()
    .executeTakeFirst()
  if (last === undefined) return
  if (last.effectiveFrom > day)
    throw new Refusal('process_scheduled', [{ path: 'effectiveFrom', message: `已有一版自 ${last.effectiveFrom} 起生效` }])
  await tx.updateTable('processVersion').set({ effectiveTo: day }).where('id', '=', last.id).execute()
}
