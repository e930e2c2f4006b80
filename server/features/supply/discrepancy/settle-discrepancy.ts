import { Refusal } from '#contract/kernel/refusals.ts'
import { discrepancyActions, outcomesWithPaper, type discrepancyApi, type DiscrepancyOutcome } from '#contract/supply/discrepancy.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { discrepancyFileOf } from './queries.ts'
import { takeDiscrepancy } from './take-discrepancy.ts'

/** 结案: what became of it, by another person than who wrote the supplier's answer down. A replacement names the receipt that brought it. */
export const settleDiscrepancy: Handler<typeof discrepancyApi.settle> = async (tx, actor, input) => {
  const { id, rowVersion, settledAs, paperNo, receiptNo, conclusion, signature } = input
  await takeDiscrepancy(tx, actor, 'settle', { id, rowVersion })
  if (outcomesWithPaper.includes(settledAs) !== (paperNo !== ''))
    throw new Refusal('discrepancy_unproven', [
      { path: 'paperNo', message: paperNo === '' ? '请填写扣款或赔偿凭证号' : '只有扣款与赔偿填写凭证号' },
    ])
  const replacedBy = await replacementOf(tx, settledAs, receiptNo)
  await tx
    .updateTable('receiptDiscrepancy')
    .set({
      state: 'closed',
      settledAs,
      paperNo: paperNo === '' ? null : paperNo,
      replacedBy,
      conclusion,
      closedBy: actor.id,
      closedAt: tx.now().toISOString(),
    })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: discrepancyActions.settle.signs, table: 'receipt_discrepancy', id })
  return discrepancyFileOf(tx, id)
}

/** The receipt that brought a replacement; locked, so that it is not taken back meanwhile. The database asks whether it is one. */
async function replacementOf(tx: Tx, settledAs: DiscrepancyOutcome, receiptNo: string): Promise<string | null> {
  if (settledAs !== 'replaced') {
    if (receiptNo !== '') throw new Refusal('discrepancy_not_replaced', [{ path: 'receiptNo', message: '只有补货填写收货单号' }])
    return null
  }
  const found = await tx.selectFrom('receipt').select('id').where('receiptNo', '=', receiptNo).forUpdate().executeTakeFirst()
  if (found === undefined) throw new Refusal('discrepancy_not_replaced', [{ path: 'receiptNo', message: '没有这张收货单' }])
  return found.id
}
