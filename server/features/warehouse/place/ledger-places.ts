import { pinyinInitials } from '#tools/pinyin.ts'
import type { Tx } from '#kernel/serve.ts'

/** The places of the stock ledger that are no bins: every enterprise has each of them once. */
const ledgerPlaces = [
  ['LAB', '化验室', 'laboratory'],
  ['LIUYANG', '留样室', 'retention'],
  ['SHENGCHAN', '生产车间', 'production'],
  ['BAOZHUANG', '包装车间', 'packing'],
  ['GONGYING', '供应商', 'supplier'],
  ['KEHU', '客户', 'customer'],
  ['SUNHAO', '损耗', 'loss'],
  ['TIAOZHENG', '盘点调整', 'adjustment'],
  ['ZHUANHUA', '加工转化', 'transformation'],
] as const

/** Gives an enterprise the places without which its stock ledger cannot begin, as far as it has none of the kind. */
export async function furnishLedgerPlaces(tx: Tx, enterpriseId: string): Promise<void> {
  const existing = await tx.selectFrom('place').select('kind').distinct().where('enterpriseId', '=', enterpriseId).execute()
  const known = new Set(existing.map((row) => row.kind))
  const missing = ledgerPlaces.filter(([, , kind]) => !known.has(kind))
  if (missing.length === 0) return
  await tx
    .insertInto('place')
    .values(missing.map(([code, name, kind]) => ({ enterpriseId, code, name, initials: pinyinInitials(name), kind })))
    .execute()
}
