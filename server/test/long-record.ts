import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { measuredAs } from '#server/demo/finding.ts'
import { sampled } from '#server/demo/inspection.ts'
import { meansAtHand } from '#server/demo/laboratory-means.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { standardInForce } from '#server/demo/standard.ts'
import type { Person } from '#server/demo/person.ts'

type As = (userName: string) => Promise<Person>
const items = 199

/**
 * A lot whose firm asks for as many items as a standard may have beside the pharmacopoeia's, each of six parallels with all its weighings, measured:
 * its record has more than a hundred pages.
 */
export async function longRecord(as: As, material = '白芍'): Promise<{ inspectionId: string; lotNo: string }> {
  await standardInForce(as, {
    ...{ of: 'material', name: material, kind: '企业标准', edition: `QB-${material}-长` },
    items: Array.from({ length: items }, (_, at) => ({
      ...{ group: '检查' as const, name: `部位${at + 1} 灰分`, op: 'le' as const, high: '9.0', unit: '%', method: '通则2302' },
      ...{ parallels: 6, formula: 'total_ash' as const },
    })),
  })
  const { lotId, lotNo } = await receivedLot(as, { material })
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const analyst = await as('jianyan')
  const { items: asked } = await analyst.ask(rawInspectionApi.file, { id })
  // Where instruments are registered, each number names them.
  const madeWith = await meansAtHand(analyst, id)
  const values = ['4.01', '4.02', '4.03', '4.02', '4.01', '4.02']
  await analyst.ask(rawInspectionApi.record, {
    id,
    results: asked.flatMap((item) =>
      item.parallels === 6 ? [{ itemId: item.id, revision: 0, ...measuredAs(item, values), ...madeWith(item) }] : [],
    ),
  })
  return { inspectionId: id, lotNo }
}
