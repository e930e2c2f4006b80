import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { judgedBy, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { judgeItem } from '#contract/laboratory/judge.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Handler } from '#kernel/serve.ts'
import { currentResults, inspectionFileOf } from './queries.ts'
import { takeInspection } from './take-inspection.ts'

/**
 * 录入结果: the analyst writes down what was found, item by item. Each result is judged by its frozen limit at once. Earlier
 * results stay: a correction is a further revision with its reason, and a failure under OOS is not changed (I6).
 */
export const recordResults =
  (side: InspectionSide): Handler<typeof rawInspectionApi.record> =>
  async (tx, actor, { id, results }) => {
    await takeInspection(tx, actor, side, 'record', id)
    const file = await inspectionFileOf(tx, side, id)
    const written = currentResults(file.results)
    for (const [index, { itemId, revision, ...found }] of results.entries()) {
      const at = `results.${index}`
      const item = file.items.find((candidate) => candidate.id === itemId)
      if (item === undefined || results.findIndex((other) => other.itemId === itemId) !== index)
        throw new Refusal('invalid_input', [{ path: `${at}.itemId`, message: '不是本标准的检验项目，或重复填写' }])
      if ((found.source === 'quoted' && !item.quotedAllowed) || (found.source === 'outsourced' && !item.outsourcedAllowed))
        throw new Refusal('quote_not_allowed', [{ path: `${at}.source`, message: `${item.name}：请选择本厂检验` }])
      const earlier = written.get(itemId)
      if ((earlier?.revision ?? 0) !== revision) throw new Refusal('stale')
      if (file.oosCases.some((oos) => oos.itemId === itemId))
        throw new Refusal('oos_fixed', [{ path: at, message: `${item.name}：结果已随OOS固定` }])
      if (earlier !== undefined && found.correction === '')
        throw new Refusal('invalid_input', [{ path: `${at}.correction`, message: `请填写更正${item.name}结果的原因` }])

      const judged = judgeItem(judgedBy(item, found.source), { individual: found.individual, text: found.words })
      await tx
        .insertInto('testResult')
        .values({
          enterpriseId: actor.enterpriseId,
          inspectionId: id,
          standardItemId: itemId,
          revision: revision + 1,
          ...found,
          ...judged,
          enteredBy: actor.id,
          enteredAt: tx.now().toISOString(),
        })
        .execute()
    }
    return inspectionFileOf(tx, side, id)
  }
