import { sql } from 'kysely'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { assetActions, type AssetRow, type Breakdown } from '#contract/making/asset.ts'
import type { assetApi } from '#contract/making/asset-api.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSigner, writeSignatures } from '#kernel/sign.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'
import { selectBreakdowns } from './breakdowns.ts'
import { assetOf } from './queries.ts'
import { chosenAssets, inWords, lockAssets, useAssets } from './take-assets.ts'

type Side = 'breakDown' | 'breakDownInPacking'

/** 设备故障: told by who works with it. It is out of service at once, has a case, and the batch goes on with another of its class, now or later. */
export const breakDown =
  (side: Side): Handler<(typeof assetApi)[Side]> =>
  async (tx, actor, { id, found, replacementId, signature }) => {
    const action = assetActions[side]
    await lockRunning(tx, await usedIn(tx, id))
    await lockAssets(tx, [id, ...(replacementId === undefined ? [] : [replacementId])])
    const asset = await assetOf(tx, id)
    const code = refusal(action, asset, actor)
    if (code !== undefined) throw new Refusal(code)
    const signer = await proveSigner(actor, signature)
    const reportedAt = tx.now().toISOString()
    const { id: incidentId, caseNo } = await openIncident(tx, actor, {
      area: 'equipment',
      subject: `${inWords(asset)} 使用中故障（${asset.orderNo}）`,
      description: found,
      place: asset.place,
      source: { table: 'asset', id, no: asset.number },
    })
    const { id: breakdownId } = await tx
      .insertInto('assetBreakdown')
      .values({
        enterpriseId: actor.enterpriseId,
        assetId: id,
        useId: sql<string>`(select a.use_id from asset a where a.enterprise_id = ${actor.enterpriseId} and a.id = ${id})`,
        found,
        incidentId,
        reportedBy: actor.id,
        reportedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeSignatures(tx, [{ signer, meaning: action.signs, table: 'asset_breakdown', id: breakdownId }])
    if (replacementId !== undefined) await replace(tx, actor, { breakdownId, replacementId })
    return { breakdownId, caseNo }
  }

type Replacing = 'replace' | 'replaceInPacking'

/** 换用 of another machine, where none was at hand when the first one broke. */
export const replaceMachine =
  (side: Replacing): Handler<(typeof assetApi)[Replacing]> =>
  async (tx, actor, { id, replacementId }) => {
    const asked = await tx
      .selectFrom('assetBreakdown as o')
      .innerJoin('assetUse as u', (join) => join.onRef('u.enterpriseId', '=', 'o.enterpriseId').onRef('u.id', '=', 'o.useId'))
      .select('u.packagingOrderId')
      .where('o.id', '=', id)
      .executeTakeFirst()
    if (asked === undefined) throw new Refusal('not_found')
    if ((asked.packagingOrderId !== null) !== (side === 'replaceInPacking')) throw new Refusal('wrong_state')
    await replace(tx, actor, { breakdownId: id, replacementId })
    return breakdownOf(tx, id)
  }

async function breakdownOf(tx: Tx, id: string): Promise<Breakdown> {
  const found = await selectBreakdowns(tx).where('o.id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return found
}

/** Writes the use of the machine that goes on; the database asks that it is of the same class, in the step that is still running. */
async function replace(tx: Tx, actor: Actor, { breakdownId, replacementId }: { breakdownId: string; replacementId: string }) {
  const path = 'replacementId'
  const use = await tx
    .selectFrom('assetBreakdown as b')
    .innerJoin('assetUse as u', (join) => join.onRef('u.enterpriseId', '=', 'b.enterpriseId').onRef('u.id', '=', 'b.useId'))
    .innerJoin('asset as a', (join) => join.onRef('a.enterpriseId', '=', 'b.enterpriseId').onRef('a.id', '=', 'b.assetId'))
    .select(['u.productionOrderId', 'u.packagingOrderId', 'u.stepId', 'u.isToxic', 'a.class'])
    .select(
      sql<boolean>`exists (select from asset_use r where r.enterprise_id = b.enterprise_id and r.after_breakdown_id = b.id)`.as(
        'isReplaced',
      ),
    )
    .where('b.id', '=', breakdownId)
    .executeTakeFirstOrThrow()
  const orderId = use.productionOrderId ?? use.packagingOrderId
  if (orderId === null) throw new Error(`use of breakdown ${breakdownId} names no order`)
  const startedAt = tx.now().toISOString()
  const isRunning = await lockRunning(tx, use)
  const chosen = await chosenAssets(tx, [{ id: replacementId, kind: 'equipment', path }], { orderId, isToxic: use.isToxic, at: startedAt })
  if (use.isReplaced || !isRunning) throw new Refusal('wrong_state')
  const fits = ({ class: sort, state }: AssetRow) => sort === use.class && state !== 'in_use'
  if (!chosen.every(fits)) throw new Refusal('replacement_differs', [{ path, message: `须为 ${use.class || '未分类'}` }])
  await useAssets(tx, actor, chosen, {
    ...(use.productionOrderId !== null && { productionOrderId: use.productionOrderId }),
    ...(use.packagingOrderId !== null && { packagingOrderId: use.packagingOrderId }),
    ...(use.stepId !== null && { stepId: use.stepId }),
    ...{ isToxic: use.isToxic, startedAt, afterBreakdownId: breakdownId },
  })
}

type Used = { stepId: string | null; packagingOrderId: string | null }

/** What an asset is in use for, unlocked: locks are taken in the order of an ending step, the step before its machines. */
const usedIn = async (tx: Tx, assetId: string): Promise<Used> =>
  (await tx
    .selectFrom('assetUse')
    .select(['stepId', 'packagingOrderId'])
    .where('assetId', '=', assetId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()) ?? {
    stepId: null,
    packagingOrderId: null,
  }

/** Whether the step, or the packing, still goes on. Locked, so that its end waits or has been. */
async function lockRunning(tx: Tx, { stepId, packagingOrderId }: Used): Promise<boolean> {
  if (stepId !== null) {
    const step = await tx.selectFrom('productionStep').select('endedAt').where('id', '=', stepId).forUpdate().executeTakeFirst()
    return step !== undefined && step.endedAt === null
  }
  if (packagingOrderId === null) return false
  const order = await tx.selectFrom('packagingOrder').select('state').where('id', '=', packagingOrderId).forUpdate().executeTakeFirst()
  return order?.state === 'in_progress'
}
