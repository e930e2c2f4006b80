import { Refusal } from '#contract/kernel/refusals.ts'
import { stabilityConditions, type PlanFile, type PlanRow, type stabilityApi } from '#contract/laboratory/stability.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { itemsOfProduct, planFileOf } from './queries.ts'
import { takePlan } from './take-plan.ts'

type Written = Pick<PlanRow, 'storageCondition' | 'months' | 'items' | 'packsPerPoint' | 'windowDays' | 'remark'>

const inOrder = ({ months, ...written }: Written): Written => ({ ...written, months: months.toSorted((a, b) => a - b) })

/** What is looked at is an item by which the product is tested today. */
async function refuseUnknownItems(tx: Tx, productId: string, items: readonly string[]): Promise<void> {
  const known = await itemsOfProduct(tx, productId)
  const unknown = items.flatMap((item, place) =>
    known.includes(item) ? [] : [{ path: `items.${place}`, message: `${item}不在现行质量标准中` }],
  )
  if (unknown.length > 0) throw new Refusal('stability_item_unknown', unknown)
}

/** 编制方案: quality assurance writes which product is looked at, and how; the head of quality is asked to approve it. */
export const writePlan: Handler<typeof stabilityApi.write> = async (tx, actor, { productId, ...written }) => {
  await refuseUnknownItems(tx, productId, written.items)
  const planNo = await nextDocumentNo(tx, 'WK', dayInShanghai(tx.now()))
  return addVersion(tx, actor, { planNo, version: 1, productId }, written)
}

/** 修订: what was approved stays; the next version is written beside it. */
export const renewPlan: Handler<typeof stabilityApi.renew> = async (tx, actor, { id, rowVersion, ...written }) => {
  const { planNo, productId } = await takePlan(tx, actor, 'renew', { id, rowVersion })
  const latest = await tx
    .selectFrom('stabilityPlan')
    .select(['version', 'state'])
    .where('planNo', '=', planNo)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
  if (latest.state === 'draft') throw new Refusal('stability_plan_revised')
  await refuseUnknownItems(tx, productId, written.items)
  return addVersion(tx, actor, { planNo, version: latest.version + 1, productId }, written)
}

/** 修改: a draft is written again; whoever does so is its author. */
export const editPlan: Handler<typeof stabilityApi.edit> = async (tx, actor, { id, rowVersion, ...written }) => {
  const { productId } = await takePlan(tx, actor, 'edit', { id, rowVersion })
  await refuseUnknownItems(tx, productId, written.items)
  await tx
    .updateTable('stabilityPlan')
    .set({ ...inOrder(written), writtenBy: actor.id, writtenAt: tx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  return planFileOf(tx, id)
}

/** 作废草案. */
export const discardPlan: Handler<typeof stabilityApi.discard> = async (tx, actor, { id, reason }) => {
  await takePlan(tx, actor, 'discard', { id })
  await tx
    .updateTable('stabilityPlan')
    .set({ state: 'discarded', endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason })
    .where('id', '=', id)
    .execute()
  return planFileOf(tx, id)
}

async function addVersion(
  tx: Tx,
  actor: Actor,
  of: { planNo: string; version: number; productId: string },
  written: Written,
): Promise<PlanFile> {
  const { id } = await tx
    .insertInto('stabilityPlan')
    .values({
      ...{ enterpriseId: actor.enterpriseId, ...of, ...inOrder(written) },
      ...{ state: 'draft', writtenBy: actor.id, writtenAt: tx.now().toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = await planFileOf(tx, id)
  await notify(tx, actor, {
    duty: '13:approve',
    title: `${file.plan.productName} 稳定性考察方案待批准`,
    body: `${of.planNo} 第${of.version}版，${stabilityConditions[written.storageCondition]}`,
    page: '/system-jilu',
    at: { view: 'stability' },
    q: of.planNo,
    about: { table: 'stability_plan', id, asks: 'draft' },
  })
  return file
}
