import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { openOosStates } from '#contract/cases/oos.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Handler } from '#kernel/serve.ts'
import { openOos } from '#server/features/cases/oos/open-oos.ts'
import { inspectionFileOf } from './queries.ts'
import { takeInspection } from './take-inspection.ts'
import { currentResults } from './written-results.ts'

/** 录入有误: the analyst opens a case against their own value; another person looks at the reading and puts it right there. */
export const askCorrection =
  (side: InspectionSide): Handler<typeof rawInspectionApi.askCorrection> =>
  async (tx, actor, { id, itemId, reason }) => {
    await takeInspection(tx, actor, side, 'record', id)
    const file = await inspectionFileOf(tx, side, id)
    const item = file.items.find((candidate) => candidate.id === itemId)
    const result = currentResults(file).get(itemId)
    if (item === undefined || result === undefined) throw new Refusal('not_found')
    if (file.oosCases.some((one) => one.itemId === itemId && openOosStates.some((state) => state === one.state)))
      throw new Refusal('oos_open')
    await openOos(tx, actor, file.inspection, [{ item, result, kind: 'slip', plea: reason }])
    return inspectionFileOf(tx, side, id)
  }
