import { recordParts, productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { advanceOrder, takeOrder, titleOf, withOperators } from './take-order.ts'

/** 退回单步: QA sends parts of a finished record back to production, each with what is wrong; nobody who worked on the batch does. */
export const sendBack: Handler<typeof productionApi.sendBack> = async (tx, actor, { id, parts }) => {
  const action = productionActions.sendBack
  const order = await takeOrder(tx, actor, action, id)
  const stray = parts.findIndex(({ part, stepNo }) => part === 'step' && !order.ended.some((step) => step.stepNo === stepNo))
  if (stray >= 0) throw new Refusal('wrong_step', [{ path: `parts.${stray}.stepNo`, message: '没有这道工序' }])
  const sentAt = tx.now().toISOString()
  await tx
    .insertInto('recordReturn')
    .values(
      parts.map(({ part, stepNo, reason }) => ({
        ...{ enterpriseId: actor.enterpriseId, orderId: order.id, part, stepNo: stepNo ?? null },
        ...{ reason, sentBy: actor.id, sentAt },
      })),
    )
    .execute()
  const changed = await advanceOrder(tx, order, action)
  await notify(tx, actor, {
    duty: '15:execute',
    title: `${titleOf(order)} 批生产记录被退回`,
    body: parts.map(({ part, stepNo, reason }) => `${part === 'step' ? `第${stepNo}道` : recordParts[part]}：${reason}`).join('；'),
    page: '/yinpian-shengchan',
    q: order.orderNo,
    about: { table: 'production_order', id: order.id, asks: 'sent_back' },
  })
  return changed
}

/** Production answers what was sent back; once nothing is open the record waits for its review again. */
export const answerReturns: Handler<typeof productionApi.answer> = async (tx, actor, { id, answers }) => {
  const action = productionActions.answer
  const order = await takeOrder(tx, actor, action, id)
  const open = await tx
    .selectFrom('recordReturn')
    .select(['id', 'sentBy'])
    .where('orderId', '=', order.id)
    .where('answeredAt', 'is', null)
    .orderBy('id')
    .execute()
  for (const [index, { id: returnId, answer }] of answers.entries()) {
    const sent = open.find((one) => one.id === returnId)
    if (sent === undefined) throw new Refusal('not_found', [{ path: `answers.${index}.id`, message: '没有这项退回，或已答复' }])
    if (sent.sentBy === actor.id) throw new Refusal('sender_answers', [{ path: `answers.${index}.answer`, message: '不能答复自己退回的' }])
    await tx
      .updateTable('recordReturn')
      .set({ answer, answeredBy: actor.id, answeredAt: tx.now().toISOString() })
      .where('id', '=', returnId)
      .execute()
  }
  if (answers.length < open.length)
    return advanceOrder(tx, order, { ...action, to: 'sent_back' }, { operatorIds: withOperators(order, actor.id) })
  const changed = await advanceOrder(tx, order, action, { operatorIds: withOperators(order, actor.id) })
  await notify(tx, actor, {
    duty: '15:qa',
    title: `${titleOf(order)} 退回已答复，待审核`,
    page: '/yinpian-shengchan',
    q: order.orderNo,
    about: { table: 'production_order', id: order.id, asks: 'completed' },
  })
  return changed
}
