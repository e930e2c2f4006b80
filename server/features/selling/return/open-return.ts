import type { ReturnKind, ReturnState } from '#contract/selling/return.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

type NewReturn = {
  kind: ReturnKind
  state: ReturnState
  shipmentId: string
  reason: string
  note?: string
  kept?: string
  lines: readonly { lotId: string; packs: number }[]
}

/** Writes a 退货单 with what is to come back. Where the packs are meanwhile is told by `moveCustody`. */
export async function openReturn(
  tx: Tx,
  actor: Actor,
  { kind, state, shipmentId, reason, note = '', kept = '', lines }: NewReturn,
): Promise<{ id: string; returnNo: string; rowVersion: number; state: ReturnState }> {
  const opened = await tx
    .insertInto('customerReturn')
    .values({
      enterpriseId: actor.enterpriseId,
      returnNo: documentNo('TH', dayInShanghai(tx.now())),
      kind,
      state,
      shipmentId,
      reason,
      note,
      kept,
      createdBy: actor.id,
      createdAt: tx.now().toISOString(),
    })
    .returning(['id', 'returnNo', 'rowVersion', 'state'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('returnLine')
    .values(lines.map(({ lotId, packs }) => ({ enterpriseId: actor.enterpriseId, returnId: opened.id, lotId, packs })))
    .execute()
  return opened
}
