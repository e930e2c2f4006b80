import { sql } from 'kysely'
import type { z } from 'zod'
import type { holdKind } from '#contract/warehouse/lot.ts'
import { standingReasons } from '#contract/warehouse/standing.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLots, type Lot } from './lot.ts'

type NewHold = {
  lotId: string
  kind: z.infer<typeof holdKind>
  reason: string
  /** Whether it reaches what was made of the lot; told only where the kind leaves the choice. */
  reaches?: boolean
  /** The correction that showed the deviation. */
  correctionId?: string
}

/**
 * Puts a hold on a locked lot: from now on it only moves for sampling, isolation and destruction. Where the hold reaches what was made of the lot,
 * those lots are locked too, so that none of them leaves at the same moment. Returns the hold's id.
 */
export async function placeHold(tx: Tx, actor: Actor, { lotId, kind, reason, reaches = true, correctionId }: NewHold): Promise<string> {
  const reach = standingReasons[kind].reaches
  if (reach === 'always' || (reach === 'chosen' && reaches)) await lockLotsMadeOf(tx, lotId)
  const hold = await tx
    .insertInto('hold')
    .values({
      enterpriseId: actor.enterpriseId,
      lotId,
      kind,
      reason,
      reaches: reach === 'chosen' ? reaches : null,
      placedBy: actor.id,
      placedAt: tx.now().toISOString(),
      correctionId: correctionId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return hold.id
}

/** The ids of all lots that were made of one, at any depth. */
export async function lotsMadeOf(tx: Tx, lotId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from lots_made_of(${lotId}::uuid) as made (id)`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Locks all lots that were made of a locked lot. While it waits for one of them, more may be made of that one: it looks again until it finds
 * nothing new. From then on none is made without this transaction, since each needs a lock on its parent.
 */
export async function lockLotsMadeOf(tx: Tx, lotId: string): Promise<Lot[]> {
  for (let known: Lot[] = []; ;) {
    const made = await lotsMadeOf(tx, lotId)
    if (made.length === known.length) return known
    known = await lockLots(tx, made)
  }
}

/** Lifts the active holds of these kinds: the decision about a locked lot, signed by two, ends them. */
export async function liftHolds(
  tx: Tx,
  actor: Actor,
  lotId: string,
  kinds: readonly z.infer<typeof holdKind>[],
  lifting: Lifting,
): Promise<void> {
  const holds = await tx
    .selectFrom('hold')
    .select('id')
    .where('lotId', '=', lotId)
    .where('kind', 'in', kinds)
    .where('liftedAt', 'is', null)
    .execute()
  for (const hold of holds) await liftHold(tx, actor, hold.id, lifting)
}

type Lifting = {
  conclusion: string
  /** The other of the two persons; never the actor. */
  secondId: string
  evidence?: string
}

/** Lifts a hold with the conclusion that allows it, for two persons who have both signed; lock its lot first. A hold already lifted is `not_held`. */
export async function liftHold(tx: Tx, actor: Actor, holdId: string, { conclusion, secondId, evidence = '' }: Lifting): Promise<void> {
  const lifted = await tx
    .updateTable('hold')
    .set({
      liftedBy: actor.id,
      liftSecondBy: secondId,
      liftedAt: tx.now().toISOString(),
      conclusion,
      liftEvidence: evidence === '' ? null : evidence,
    })
    .where('id', '=', holdId)
    .where('liftedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (lifted === undefined) throw new Refusal('not_held')
}
