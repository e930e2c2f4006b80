import type { Tx, Actor } from '#kernel/serve.ts'
import { writeSignatures, type Signer } from '#kernel/sign.ts'
import type { PackMaterialEntry, PiecePart } from '#contract/packing/pack-material.ts'

type Pieces = { lotId: string; issued?: number; placeId?: string | null } & Partial<Record<PiecePart, number>>
type Entries = {
  orderId: string
  kind: PackMaterialEntry['kind']
  reason: string
  /** Who answers for them, first and second, and what each of the two signs. */
  signers: readonly [Signer, Signer]
  meanings: readonly [string, string]
}

/** Writes what became of pieces, lot by lot, each signed by two. The only writer of pack_material_entry. */
export async function writeEntries(tx: Tx, actor: Actor, { orderId, kind, reason, signers, meanings }: Entries, pieces: readonly Pieces[]) {
  if (pieces.length === 0) return
  const [first, second] = signers
  const written = await tx
    .insertInto('packMaterialEntry')
    .values(
      pieces.map(({ lotId, issued = 0, used = 0, spoiled = 0, destroyed = 0, sampled = 0, returned = 0, lost = 0, placeId = null }) => ({
        enterpriseId: actor.enterpriseId,
        packagingOrderId: orderId,
        lotId,
        kind,
        ...{ issued, used, spoiled, destroyed, sampled, returned, lost },
        placeId: returned === 0 ? null : placeId,
        reason,
        enteredBy: first.id,
        secondBy: second.id,
        enteredAt: tx.now().toISOString(),
      })),
    )
    .returning('id')
    .execute()
  await writeSignatures(
    tx,
    written.flatMap(({ id }) => [
      { signer: first, meaning: meanings[0], table: 'pack_material_entry', id },
      { signer: second, meaning: meanings[1], table: 'pack_material_entry', id },
    ]),
  )
}
