import type { CustodyFate } from '#contract/selling/return.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

type Step = { shipmentId: string; lotId: string; packs: number; from: CustodyFate; to: CustodyFate }

/**
 * Writes where packs of a shipment are now. The database refuses more than are where they come from (`more_than_shipped`). The only writer of
 * custody_entry; lock the order of the shipment first.
 */
export async function moveCustody(
  tx: Tx,
  actor: Actor,
  document: { kind: 'customer_return' | 'carrier_claim'; id: string },
  steps: readonly Step[],
): Promise<void> {
  const moved = steps.filter(({ packs }) => packs > 0)
  if (moved.length === 0) return
  await tx
    .insertInto('custodyEntry')
    .values(
      moved.map(({ shipmentId, lotId, packs, from, to }) => ({
        enterpriseId: actor.enterpriseId,
        shipmentId,
        lotId,
        fromFate: from,
        toFate: to,
        packs,
        toldBy: document.kind,
        documentId: document.id,
        byId: actor.id,
        at: tx.now().toISOString(),
      })),
    )
    .execute()
}
