import type { Tx } from '#kernel/serve.ts'

/** What was weighed out for an order that has been issued: the first issue, then the supplements. */
export const readIssues = (tx: Tx, orderId: string) =>
  tx.selectFrom('productionIssue').selectAll().where('orderId', '=', orderId).orderBy('isSupplement').orderBy('id').execute()
