import type { Tx } from '#kernel/serve.ts'

/** What was weighed out for an order that has been issued. */
export const readIssue = (tx: Tx, orderId: string) =>
  tx.selectFrom('productionIssue').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()
