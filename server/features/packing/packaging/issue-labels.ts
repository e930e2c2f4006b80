import { areBeyondPlan, packagingActions, type packagingApi } from '#contract/packing/packaging.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Handler } from '#kernel/serve.ts'
import { issueCodes } from '#server/features/packing/codes/issue-codes.ts'
import { advanceOrder, checkPackable, orderDocument, takeOrder } from './take-order.ts'

/** 标签领用: a numbered run of labels goes to the line, each label with a code of its own. Further runs, and more labels than the plan calls for, say why (I13). */
export const issueLabels =
  ({ masterKey }: Installation): Handler<typeof packagingApi.issueLabels> =>
  async (tx, actor, input) => {
    const action = packagingActions.issueLabels
    const order = await takeOrder(tx, actor, action, input.id)
    await checkPackable(tx, order.bulk)
    const earlier = await tx
      .selectFrom('labelRun')
      .select('serial')
      .where('packagingOrderId', '=', input.id)
      .orderBy('serial', 'desc')
      .executeTakeFirst()
    const serial = (earlier?.serial ?? 0) + 1
    if ((serial > 1 || areBeyondPlan(order.row, input)) && input.reason === '')
      throw new Refusal('labels_need_reason', [{ path: 'reason', message: '请写明原因' }])

    const runNo = await nextDocumentNo(tx, 'BQ', dayInShanghai(tx.now()))
    const labels = { packagingOrderId: input.id, packSpecId: order.packSpecId, document: { ...orderDocument(order.row), no: runNo } }
    const packRangeId = await issueCodes(tx, actor, masterKey, { ...labels, level: 'pack', count: input.packLabels })
    const boxRangeId =
      input.boxLabels === 0 ? null : await issueCodes(tx, actor, masterKey, { ...labels, level: 'box', count: input.boxLabels })
    await tx
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
      })
      .execute()
    const changed = await advanceOrder(tx, order, action)
    return { ...changed, runNo, packRangeId, boxRangeId }
  }
