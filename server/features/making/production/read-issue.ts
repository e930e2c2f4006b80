import { z } from 'zod'
import { weighing } from '#contract/making/production-record.ts'
import type { Tx } from '#kernel/serve.ts'

/** What was weighed out for an order that has been issued. */
export async function readIssue(tx: Tx, orderId: string) {
  const issue = await tx.selectFrom('productionIssue').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()
  return { ...issue, weighings: z.array(weighing).parse(issue.weighings) }
}
