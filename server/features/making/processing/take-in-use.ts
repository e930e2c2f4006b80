import { sql } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { usageActions, type UsageState } from '#contract/making/material.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

type InUse = { state: UsageState; rowVersion: number }

/** One kind of master data that is taken in and out of use: its table, and how one row of it is read. */
export type MasterData<Row extends InUse> = {
  table: 'material' | 'product' | 'pack_spec' | 'processing_method'
  read: (tx: Tx, id: string) => Promise<Row>
}

/** Locks one thing for a step. Refused when the step is not allowed now. */
async function take<Row extends InUse>(
  tx: Tx,
  actor: Actor,
  { table, read }: MasterData<Row>,
  id: string,
  action: Action<InUse>,
): Promise<Row> {
  await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx)
  const row = await read(tx, id)
  const no = refusal<InUse>(action, row, actor)
  if (no !== undefined) throw new Refusal(no)
  return row
}

/** Takes one thing for a person who saw this version of it and changes it. Refused with `stale` when it is no longer that version. */
export async function takeToEdit<Row extends InUse>(
  tx: Tx,
  actor: Actor,
  kind: MasterData<Row>,
  id: string,
  rowVersion: number,
): Promise<Row> {
  const row = await take(tx, actor, kind, id, usageActions.edit)
  if (row.rowVersion !== rowVersion) throw new Refusal('stale')
  return row
}

/** Takes something out of use; the history keeps the reason. What names it continues as before. */
export const disabling =
  <Row extends InUse>(kind: MasterData<Row>) =>
  async (tx: Tx, actor: Actor, { id, reason }: { id: string; reason: string }): Promise<Row> => {
    await take(tx, actor, kind, id, usageActions.disable)
    await giveReason(tx, reason)
    await sql`update ${sql.table(kind.table)} set is_active = false where id = ${id}`.execute(tx)
    return kind.read(tx, id)
  }

/** Brings something back into use. */
export const enabling =
  <Row extends InUse>(kind: MasterData<Row>) =>
  async (tx: Tx, actor: Actor, { id }: { id: string }): Promise<Row> => {
    await take(tx, actor, kind, id, usageActions.enable)
    await sql`update ${sql.table(kind.table)} set is_active = true where id = ${id}`.execute(tx)
    return kind.read(tx, id)
  }
