import { sql } from 'kysely'
import type { z } from 'zod'
import type { holdKind } from '#contract/warehouse/lot.ts'
import { standingReasons } from '#contract/warehouse/standing.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLots } from './lot.ts'

type NewHold = {
  lotId: string
  kind: z.infer<typeof holdKind>
  reason: string
  /** Whether it reaches what was made of the lot; told only where the kind leaves the choice. */
  reaches?: boolean
}

/**
 * Puts a hold on a locked lot: from now on it only moves for sampling, isolation and destruction. Where the hold reaches what was made of the lot,
 * those lots are locked too, so that none of them leaves at the same moment. Returns the hold's id.
 */
export async function placeHold(tx: Tx, actor: Actor, { lotId, kind, reason, reaches = true }: NewHold): Promise<string> {
  const reach = standingReasons[kind].reaches
  if (reach === 'always' || (reach === 'chosen' && reaches)) await lockLots(tx, await lotsMadeOf(tx, lotId))
  const hold = await tx
    .insertInto('hold')
    .values({ enterpriseId: actor.enterpriseId, lotId, kind, reason, reaches: reach === 'chosen' ? reaches : null, placedBy: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return hold.id
}

/** The ids of all lots that were made of one, at any depth. */
export async function lotsMadeOf(tx: Tx, lotId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from lots_made_of(${lotId}::uuid) as made (id)`.execute(tx)
  return rows.map(({ id }) => id)
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
      liftedAt: new Date().toISOString(),
      conclusion,
      liftEvidence: evidence === '' ? null : evidence,
    })
    .where('id', '=', holdId)
    .where('liftedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (lifted === undefined) throw new Refusal('not_held')
}
