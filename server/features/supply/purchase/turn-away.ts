import type { z } from 'zod'
import type { refusedLineInput } from '#contract/supply/receipt.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

type Refused = { delivered: z.output<typeof refusedLineInput> }

/** 拒收: writes down what was turned away at the door, and why. It makes no lot and touches no stock. */
export async function turnAway(tx: Tx, actor: Actor, receipt: { id: string; orderId: string }, refused: readonly Refused[]): Promise<void> {
  if (refused.length === 0) return
  await tx.later(
    tx.insertInto('refusedDelivery').values(
      refused.map(({ delivered }, index) => ({
        enterpriseId: actor.enterpriseId,
        receiptId: receipt.id,
        orderId: receipt.orderId,
        lineNo: index + 1,
        ...delivered,
      })),
    ),
  )
}
