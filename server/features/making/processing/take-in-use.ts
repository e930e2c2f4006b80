import { sql } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { usageActions, type UsageState } from '#contract/making/material.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

type Kept = { state: UsageState; rowVersion: number }
/** What the office keeps in this page, and how one of each is read. */
export type Kind<Row extends Kept> = {
  table: 'material' | 'product' | 'pack_spec' | 'processing_method'
  read: (tx: Tx, id: string) => Promise<Row>
}

/** Takes one thing for a step: locked, and the step is allowed now. */
async function take<Row extends Kept>(tx: Tx, actor: Actor, { table, read }: Kind<Row>, id: string, action: Action<Kept>): Promise<Row> {
  await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx)
  const row = await read(tx, id)
  const no = refusal<Kept>(action, row, actor)
  if (no !== undefined) throw new Refusal(no)
  return row
}

/** Takes one thing to be changed by somebody who saw this version of it. */
export async function takeToEdit<Row extends Kept>(tx: Tx, actor: Actor, kind: Kind<Row>, id: string, rowVersion: number): Promise<Row> {
  const row = await take(tx, actor, kind, id, usageActions.edit)
  if (row.rowVersion !== rowVersion) throw new Refusal('stale')
  return row
}

/** Takes something out of use; the history keeps why. What names it goes on as before. */
export const disabling =
  <Row extends Kept>(kind: Kind<Row>) =>
  async (tx: Tx, actor: Actor, { id, reason }: { id: string; reason: string }): Promise<Row> => {
    await take(tx, actor, kind, id, usageActions.disable)
    await giveReason(tx, reason)
    await sql`update ${sql.table(kind.table)} set is_active = false where id = ${id}`.execute(tx)
    return kind.read(tx, id)
  }

/** Brings something back into use. */
export const enabling =
  <Row extends Kept>(kind: Kind<Row>) =>
  async (tx: Tx, actor: Actor, { id }: { id: string }): Promise<Row> => {
    await take(tx, actor, kind, id, usageActions.enable)
    await sql`update ${sql.table(kind.table)} set is_active = true where id = ${id}`.execute(tx)
    return kind.read(tx, id)
  }
