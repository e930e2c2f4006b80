import type { z } from 'zod'
import type { holdKind } from '#contract/warehouse/lot.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

/** Puts a hold on a locked lot: from now on it only moves for sampling, isolation and destruction. Returns the hold's id. */
export async function placeHold(
  tx: Tx,
  actor: Actor,
  { lotId, kind, reason }: { lotId: string; kind: z.infer<typeof holdKind>; reason: string },
): Promise<string> {
  const hold = await tx
    .insertInto('hold')
    .values({ enterpriseId: actor.enterpriseId, lotId, kind, reason, placedBy: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return hold.id
}

/** Lifts a hold with the conclusion that allows it; lock its lot first. A hold already lifted is `wrong_state`. */
export async function liftHold(tx: Tx, actor: Actor, holdId: string, conclusion: string): Promise<void> {
  const lifted = await tx
    .updateTable('hold')
    .set({ liftedBy: actor.id, liftedAt: new Date().toISOString(), conclusion })
    .where('id', '=', holdId)
    .where('liftedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (lifted === undefined) throw new Refusal('wrong_state')
}
