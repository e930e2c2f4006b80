import { Refusal } from '#contract/kernel/refusals.ts'
import { ledgerCheckMeaning, ledgerMeaning, type ledgerApi } from '#contract/warehouse/ledger.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo } from '#kernel/number.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { firstDayOf } from './queries.ts'

/** 签署月账: the keeper and another person sign what the database counts for a month that is over. A month that was signed is signed again with a reason. */
export const signMonth: Handler<typeof ledgerApi.sign> = async (tx, actor, { month, goodsClass, reason, signature, checker }) => {
  const day = firstDayOf(month)
  const earlier = await tx
    .selectFrom('stockLedger')
    .select('id')
    .where('goodsClass', '=', goodsClass)
    .where('month', '=', day)
    .executeTakeFirst()
  if (earlier !== undefined && reason === '') throw new Refusal('ledger_needs_reason', [{ path: 'reason', message: '请写明补记原因' }])
  const signer = await proveSigner(actor, signature)
  const second = await proveSecond(actor, checker, '14:count')
  const signed = await tx
    .insertInto('stockLedger')
    // What it says, and which version it is, the database fills in.
    .values({
      enterpriseId: actor.enterpriseId,
      ledgerNo: documentNo('TZ', dayInShanghai(tx.now())),
      goodsClass,
      month: day,
      version: 1,
      reason,
      signedBy: actor.id,
      checkedBy: second.id,
      signedAt: tx.now().toISOString(),
    })
    .returning(['id', 'ledgerNo', 'version'])
    .executeTakeFirstOrThrow()
  await writeSignatures(tx, [
    { signer, meaning: ledgerMeaning, table: 'stock_ledger', id: signed.id },
    { signer: second, meaning: ledgerCheckMeaning, table: 'stock_ledger', id: signed.id },
  ])
  return signed
}
