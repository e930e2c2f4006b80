import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { disposalActions, type DisposalLine, type DisposalRow, type disposalApi } from '#contract/warehouse/disposal.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSigner, writeSignatures } from '#kernel/sign.ts'
import { disposalFileOf } from './queries.ts'
import { takeDisposal } from './take-disposal.ts'

/** 批准处置: the 质量负责人 answers for it that these goods must not be used. What came up since it was proposed counts as well. */
export const approveDisposal: Handler<typeof disposalApi.approve> = async (tx, actor, { id, rowVersion, opinion, signature }) => {
  const { row } = await takeDisposal(tx, actor, 'approve', { id, rowVersion })
  const signer = await proveSigner(actor, { ...signature, comment: opinion })
  await tx
    .updateTable('disposalCase')
    .set({ state: 'approved', ...decision(tx, actor, row, opinion) })
    .where('id', '=', id)
    .execute()
  await writeSignatures(tx, [{ signer, meaning: disposalActions.approve.signs, table: 'disposal_case', id }])
  await notify(tx, actor, {
    duty: '14:dispose',
    title: `处置 ${row.disposalNo} 已批准，请执行：${row.goods}`,
    body: opinion,
    page: '/yuanliao-kucun',
    at: { view: 'disposal', id },
    about: { table: 'disposal_case', id, asks: 'approved' },
  })
  return disposalFileOf(tx, id)
}

/** 不同意: the goods stay where they are. */
export const refuseDisposal: Handler<typeof disposalApi.refuse> = async (tx, actor, { id, rowVersion, opinion, signature }) => {
  const { row } = await takeDisposal(tx, actor, 'refuse', { id, rowVersion })
  const signer = await proveSigner(actor, { ...signature, comment: opinion })
  await tx
    .updateTable('disposalCase')
    .set({ state: 'refused', ...decision(tx, actor, row, opinion) })
    .where('id', '=', id)
    .execute()
  await closeLines(tx, id)
  await writeSignatures(tx, [{ signer, meaning: disposalActions.refuse.signs, table: 'disposal_case', id }])
  await tell(tx, actor, { id, title: `处置 ${row.disposalNo} 没有同意`, body: opinion })
  return disposalFileOf(tx, id)
}

/** 撤回: the goods stay where they are. */
export const cancelDisposal: Handler<typeof disposalApi.cancel> = async (tx, actor, { id, reason }) => {
  await takeDisposal(tx, actor, 'cancel', { id })
  await tx
    .updateTable('disposalCase')
    .set({ state: 'cancelled', cancelledBy: actor.id, cancelledAt: tx.now().toISOString(), cancelReason: reason })
    .where('id', '=', id)
    .execute()
  await closeLines(tx, id)
  return disposalFileOf(tx, id)
}

/** 报告差异: what is there weighs otherwise than was decided about; the 质量负责人 decides again, knowing it. */
export const reportDisposal: Handler<typeof disposalApi.report> = async (tx, actor, { id, rowVersion, reason, weights }) => {
  const { row, lines } = await takeDisposal(tx, actor, 'report', { id, rowVersion })
  for (const { line, weighed } of weighedLines(lines, weights))
    await tx.updateTable('disposalLine').set({ found: weighed }).where('id', '=', line.id).execute()
  await tx
    .updateTable('disposalCase')
    .set({ state: 'reported', foundBy: actor.id, foundAt: tx.now().toISOString(), foundReason: reason })
    .where('id', '=', id)
    .execute()
  await notify(tx, actor, {
    duty: '13:approve',
    title: `处置 ${row.disposalNo} 实称与批准的数量不同，请重新决定`,
    body: reason,
    page: '/yuanliao-kucun',
    at: { view: 'disposal', id },
    about: { table: 'disposal_case', id, asks: 'reported' },
  })
  return disposalFileOf(tx, id)
}

/** Each line with its weight. Packs go by their codes, so what they weigh is only noted; of loose goods no more goes than lies there. */
export function weighedLines(lines: readonly DisposalLine[], weights: readonly { lineId: string; weighed: string }[]) {
  return lines.map((line) => {
    const place = weights.findIndex(({ lineId }) => lineId === line.id)
    const given = weights[place]
    if (given === undefined) throw new Refusal('invalid_input', [{ path: 'weights', message: `请填写 ${line.lotNo} 的实称数量` }])
    return { line, place, weighed: given.weighed, isLess: exact(given.weighed).lessThan(line.quantity) }
  })
}

/** The first decision stays as it was signed; the second one stands beside it. */
const decision = (tx: Tx, actor: Actor, { state }: DisposalRow, opinion: string) =>
  state === 'proposed'
    ? { decidedBy: actor.id, decidedAt: tx.now().toISOString(), opinion }
    : { redecidedBy: actor.id, redecidedAt: tx.now().toISOString(), secondOpinion: opinion }

export const closeLines = (tx: Tx, caseId: string) =>
  tx.updateTable('disposalLine').set({ isOpen: false }).where('caseId', '=', caseId).execute()

const tell = (tx: Tx, actor: Actor, { id, title, body }: { id: string; title: string; body: string }) =>
  notify(tx, actor, { duty: '14:dispose', title, body, page: '/yuanliao-kucun', at: { view: 'disposal', id } })
