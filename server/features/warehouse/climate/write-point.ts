import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import {
  climateActions,
  limitApproval,
  type climateApi,
  type ClimateLimits,
  type ClimatePoint,
  type ClimateStanding,
} from '#contract/warehouse/climate.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import { pointOf } from './queries.ts'

/** A store is one that has bins, a room is of the register; it waits for its first reading. */
export const createPoint: Handler<typeof climateApi.create> = async (
  tx,
  actor,
  { number, name, warehouse, roomId, everyHours, ...given },
) => {
  if (warehouse !== undefined) {
    const bin = await tx
      .selectFrom('place')
      .select('id')
      .where('kind', '=', 'bin')
      .where('warehouse', '=', warehouse)
      .limit(1)
      .executeTakeFirst()
    if (bin === undefined) throw new Refusal('not_found', [{ path: 'warehouse', message: '没有这个仓库' }])
  }
  const { id } = await tx
    .insertInto('climatePoint')
    .values({
      enterpriseId: actor.enterpriseId,
      ...{ number, name, initials: pinyinInitials(name), warehouse: warehouse ?? null, roomId: roomId ?? null },
      ...{ byLogger: everyHours !== null, everyHours, state: 'due', dueAt: tx.now().toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await limit(tx, actor, id, given)
  return pointOf(tx, id)
}

export const setLimits: Handler<typeof climateApi.setLimits> = async (tx, actor, { id, rowVersion, ...given }) => {
  const point = await takePoint(tx, actor, id, climateActions.setLimits)
  if (point.rowVersion !== rowVersion) throw new Refusal('stale')
  await limit(tx, actor, id, given)
  return pointOf(tx, id)
}

type Given = {
  limits: ClimateLimits
  reason: string
  signature: Parameters<typeof proveSigner>[1]
  approver: Parameters<typeof proveSecond>[1]
}

/** Limits by two. What was read before keeps those of its time. */
async function limit(tx: Tx, actor: Actor, pointId: string, { limits, reason, signature, approver: given }: Given) {
  const signer = await proveSigner(actor, signature)
  const approver = await proveSecond(actor, given, '13:approve')
  const { id } = await tx
    .insertInto('climateLimit')
    .values({
      ...{ enterpriseId: actor.enterpriseId, pointId, ...limits, reason },
      ...{ setBy: actor.id, approvedBy: approver.id, setAt: tx.now().toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { table: 'climate_limit', id }
  await writeSignatures(tx, [
    { signer, meaning: climateActions.setLimits.signs, ...record },
    { signer: approver, meaning: limitApproval, ...record },
  ])
}

type Turn = 'disable' | 'enable'

/** 停用 and 启用. One that is enabled waits to be read at once. */
export const turnPoint =
  (turn: Turn): Handler<(typeof climateApi)[Turn]> =>
  async (tx, actor, { id, reason }) => {
    const action = climateActions[turn]
    await takePoint(tx, actor, id, action)
    await giveReason(tx, reason)
    await tx
      .updateTable('climatePoint')
      .set({ state: action.to, ...(turn === 'enable' && { dueAt: tx.now().toISOString() }) })
      .where('id', '=', id)
      .execute()
    return pointOf(tx, id)
  }

async function takePoint(tx: Tx, actor: Actor, id: string, action: Action<ClimateStanding>): Promise<ClimatePoint> {
  await tx.selectFrom('climatePoint').select('id').where('id', '=', id).forUpdate().execute()
  const point = await pointOf(tx, id)
  const code = refusal<ClimateStanding>(action, point, actor)
  if (code !== undefined) throw new Refusal(code)
  return point
}
