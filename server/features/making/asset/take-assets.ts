import { Refusal } from '#contract/kernel/refusals.ts'
import { assetFault, type AssetKind, type AssetRow } from '#contract/making/asset.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { together } from '#tools/together.ts'
import { selectAssets } from './queries.ts'

/** One asset that a step names: what it should be, and where the form has it. */
export type NamedAsset = { id: string; kind: AssetKind; path: string }

/** The batch that it is for, and when it begins. */
type Purpose = { orderId: string; isToxic: boolean; at: string }

export type ChosenAsset = AssetRow & { clearanceId: string | null }

/**
 * Locks what a step names and refuses what may not be used for this batch now: unknown, out of service, overdue, dirty, in use, not cleared. The
 * database asks the same when the use is written (`useAssets`). They come in the order in which they were named.
 */
export async function chosenAssets(tx: Tx, named: readonly NamedAsset[], purpose: Purpose): Promise<ChosenAsset[]> {
  const ids = named.map(({ id }) => id)
  const [, found] = await together([
    lockAssets(tx, ids),
    selectAssets(tx)
      .leftJoin('clearance as c', (join) => join.onRef('c.enterpriseId', '=', 'o.enterpriseId').onRef('c.id', '=', 'o.clearanceId'))
      .select(['o.clearanceId', 'c.cleanedAt'])
      .where('o.id', 'in', ids)
      .execute(),
  ])
  return named.map(({ id, kind, path }) => {
    const asset = found.find((one) => one.id === id)
    if (asset === undefined || asset.kind !== kind) throw new Refusal('asset_unknown', [{ path, message: '请重新选择' }])
    const { cleanedAt, ...chosen } = asset
    const fault = assetFault(chosen, purpose)
    if (fault !== undefined)
      throw new Refusal(fault, [
        { path, message: `${chosen.number} ${chosen.name}${chosen.orderNo === null ? '' : `（${chosen.orderNo}）`}` },
      ])
    if (cleanedAt !== null && cleanedAt > purpose.at)
      throw new Refusal('used_before_cleared', [{ path: 'startedAt', message: `${chosen.number} ${chosen.name} 此后才清场` }])
    return chosen
  })
}

/** In the order of their ids, so that two who need the same wait for each other. */
export const lockAssets = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('asset')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

type Use = {
  productionOrderId?: string
  stepId?: string
  packagingOrderId?: string
  isToxic: boolean
  startedAt: string
  /** The breakdown after which the batch goes on with it. */
  afterBreakdownId?: string
}

/** 使用日志: writes down what was chosen as used from now on. What the batch is on already is not written again. */
export async function useAssets(tx: Tx, actor: Actor, chosen: readonly ChosenAsset[], use: Use): Promise<void> {
  const begun = chosen.filter(({ state }) => state !== 'in_use')
  if (begun.length === 0) return
  await tx.later(
    tx.insertInto('assetUse').values(
      begun.map(({ id, kind, clearanceId }) => ({
        enterpriseId: actor.enterpriseId,
        assetId: id,
        productionOrderId: use.productionOrderId ?? null,
        // The line stays with the order from its first step to its end.
        stepId: kind === 'line' ? null : (use.stepId ?? null),
        packagingOrderId: use.packagingOrderId ?? null,
        isToxic: use.isToxic,
        afterBreakdownId: use.afterBreakdownId ?? null,
        clearanceId: kind === 'scale' ? null : clearanceId,
        startedBy: actor.id,
        startedAt: use.startedAt,
        // A weighing lasts no time, and others weigh on the same scale meanwhile.
        endedBy: kind === 'scale' ? actor.id : null,
        endedAt: kind === 'scale' ? use.startedAt : null,
      })),
    ),
  )
}

/** How a record names an asset in words, beside its reference. */
export const inWords = ({ number, name }: Pick<AssetRow, 'number' | 'name'>): string => `${number} ${name}`

/** The one scale of a weighing, until when it is calibrated, and its use for this order. */
export async function weighedOn(
  tx: Tx,
  order: { id: string; isToxic: boolean },
  scaleId: string,
): Promise<{ chosen: ChosenAsset[]; columns: { scaleId: string; scaleNo: string; scaleValidUntil: string } }> {
  const at = tx.now().toISOString()
  const chosen = await chosenAssets(tx, [{ id: scaleId, kind: 'scale', path: 'scaleId' }], {
    orderId: order.id,
    isToxic: order.isToxic,
    at,
  })
  const [scale] = chosen
  if (scale === undefined || scale.calibrationDue === null) throw new Refusal('scale_overdue', [{ path: 'scaleId', message: '请重新选择' }])
  return { chosen, columns: { scaleId, scaleNo: scale.number, scaleValidUntil: scale.calibrationDue } }
}
