import { openOosStates } from '#contract/cases/oos.ts'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { moistureOf, staleResults } from '#contract/laboratory/counting-results.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Handler } from '#kernel/serve.ts'
import { openOos, type Suspected } from '#server/features/cases/oos/open-oos.ts'
import { copyMeans } from '#server/features/laboratory/means/write-means.ts'
import { calculated } from './calculate-result.ts'
import { inspectionFileOf } from './queries.ts'
import { takeInspection } from './take-inspection.ts'
import { writeResult } from './written-results.ts'

/**
 * 重算: the moisture changed that results on the dried substance were calculated with. They are calculated again from the same readings and written beside the
 * values of before; one that fails now opens its case as any other (I6). An item that is looked into waits for the end of its case.
 */
export const recalculateResults =
  (side: InspectionSide): Handler<typeof rawInspectionApi.recalculate> =>
  async (tx, actor, { id }) => {
    await takeInspection(tx, actor, side, 'record', id)
    const file = await inspectionFileOf(tx, side, id)
    const isOpen = (itemId: string) =>
      file.oosCases.some((one) => one.itemId === itemId && openOosStates.some((state) => state === one.state))
    const stale = staleResults(file).filter(({ itemId }) => !isOpen(itemId))
    if (stale.length === 0) throw new Refusal('dry_basis_current')
    const moisture = moistureOf(file)
    if (moisture === undefined) throw new Refusal('moisture_missing')
    const suspected: Suspected[] = []
    for (const { id: staleId, itemId, source, raw, referenceNo, laboratory, instrument } of stale) {
      const item = only(file.items.filter((one) => one.id === itemId))
      const values = calculated(item, source, { individual: [], words: '', raw: raw ?? [] }, moisture, item.name)
      const { revision } = elementAt(
        file.results.filter((one) => one.itemId === itemId),
        -1,
      )
      const { id: resultId, suspicion } = await writeResult(
        tx,
        actor,
        { inspectionId: id, item, revision: revision + 1 },
        { source, referenceNo, laboratory, instrument, ...values },
        { part: 'recalculated', correction: `水分改为 ${moisture.mean}%，按原读数重算` },
      )
      await copyMeans(tx, staleId, resultId)
      if (suspicion !== null)
        suspected.push({ item, result: { id: resultId, mean: null, individual: values.individual, words: '' }, kind: suspicion })
    }
    await openOos(tx, actor, file.inspection, suspected)
    return inspectionFileOf(tx, side, id)
  }
