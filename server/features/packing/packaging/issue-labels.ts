import type { z } from 'zod'
import { areBeyondPlan, beyondPlanMeaning, packagingActions, type packagingApi } from '#contract/packing/packaging.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, writeSignatures } from '#kernel/sign.ts'
import { issueCodes } from '#server/features/packing/codes/issue-codes.ts'
import { chosenAssets, useAssets, type ChosenAsset } from '#server/features/making/asset/take-assets.ts'
import { advanceOrder, checkPackable, orderDocument, takeOrder, type Order } from './take-order.ts'

/** 标签领用: a numbered run of labels goes to the line, each label with a code of its own. Further runs, and more labels than the plan calls for, say why (I13). */
export const issueLabels =
  ({ masterKey }: Installation): Handler<typeof packagingApi.issueLabels> =>
  async (tx, actor, input) => {
    const action = packagingActions.issueLabels
    const order = await takeOrder(tx, actor, action, input.id)
    await checkPackable(tx, order)
    const earlier = await tx
      .selectFrom('labelRun')
      .select('serial')
      .where('packagingOrderId', '=', input.id)
      .orderBy('serial', 'desc')
      .executeTakeFirst()
    const serial = (earlier?.serial ?? 0) + 1
    const isBeyond = areBeyondPlan(order.row, input)
    if ((serial > 1 || isBeyond) && input.reason === '')
      throw new Refusal('labels_need_reason', [{ path: 'reason', message: '请写明原因' }])

    if (isBeyond && input.approver === undefined) throw new Refusal('beyond_plan', [{ path: 'approver', message: '请由另一人批准' }])
    const stations = await stationsOf(tx, order, input.stations, serial === 1)
    const approver = isBeyond && input.approver !== undefined ? await proveSecond(actor, input.approver, '18:approve') : null

    const runNo = await nextDocumentNo(tx, 'BQ', dayInShanghai(tx.now()))
    const labels = { packagingOrderId: input.id, packSpecId: order.packSpecId, document: { ...orderDocument(order.row), no: runNo } }
    const packRangeId = await issueCodes(tx, actor, masterKey, { ...labels, level: 'pack', count: input.packLabels })
    const boxRangeId =
      input.boxLabels === 0 ? null : await issueCodes(tx, actor, masterKey, { ...labels, level: 'box', count: input.boxLabels })
    const run = await tx
      .insertInto('labelRun')
      .values({
        enterpriseId: actor.enterpriseId,
        runNo,
        packagingOrderId: input.id,
        serial,
        packRangeId,
        boxRangeId,
        reason: input.reason,
        issuedBy: actor.id,
        issuedAt: tx.now().toISOString(),
        approvedBy: approver?.id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (approver !== null) await writeSignatures(tx, [{ signer: approver, meaning: beyondPlanMeaning, table: 'label_run', id: run.id }])
    const changed = await advanceOrder(tx, order, action)
    const begun = { packagingOrderId: order.row.id, isToxic: order.bulk.isToxic, startedAt: tx.now().toISOString() }
    await useAssets(tx, actor, stations, begun)
    return { ...changed, runNo, packRangeId, boxRangeId }
  }

/** The room, machines and scale that a packing begins in; with a further run of labels it may take more. */
async function stationsOf(
  tx: Tx,
  { row, bulk }: Order,
  given: z.output<typeof packagingApi.issueLabels.input>['stations'],
  isFirst: boolean,
): Promise<ChosenAsset[]> {
  if (given === undefined) {
    if (isFirst) throw new Refusal('asset_unknown', [{ path: 'stations.roomId', message: '请选择操作间、设备和秤' }])
    return []
  }
  const named = [
    { id: given.roomId, kind: 'room' as const, path: 'stations.roomId' },
    ...given.equipmentIds.map((id, index) => ({ id, kind: 'equipment' as const, path: `stations.equipmentIds.${index}` })),
    { id: given.scaleId, kind: 'scale' as const, path: 'stations.scaleId' },
  ]
  return chosenAssets(tx, named, { orderId: row.id, isToxic: bulk.isToxic, at: tx.now().toISOString() })
}
