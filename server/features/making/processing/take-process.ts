import { refusal, type Action } from '#contract/kernel/action.ts'
import type { ProcessRow } from '#contract/making/process-version.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { processOf } from './list-processes.ts'

/** Takes a process version for one step and locks the process of its product. Refused when the step is not allowed now. */
export async function takeProcess(tx: Tx, actor: Actor, action: Action<ProcessRow>, id: string): Promise<ProcessRow> {
  const found = await tx.selectFrom('processVersion').select('productId').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  await lockProcess(tx, found.productId)
  const version = await processOf(tx, id)
  const no = refusal(action, version, actor)
  if (no !== undefined) throw new Refusal(no)
  return version
}

/** Locks the process of a product: one person at a time works on it. The product itself can be ordered and packed meanwhile. */
export const lockProcess = (tx: Tx, productId: string) =>
  tx
    .selectFrom('product')
    .select(['id', 'code', 'name', 'materialId', 'isActive'])
    .where('id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirst()
