import type { z } from 'zod'
import type { labelsOfRun } from '#contract/packing/packaging.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import { joinRuns } from '#tools/ranges.ts'
import type { CodeRun } from '#server/features/packing/codes/code-spans.ts'

type NamedLabels = readonly z.output<typeof labelsOfRun>[]

/** A run of pack labels as it was issued, with the codes on it. */
export type IssuedRun = CodeRun & { runNo: string }

/** The runs of pack labels of an order, in the order in which they were issued. */
export const runsOfOrder = (tx: Tx, orderId: string): Promise<IssuedRun[]> =>
  tx
    .selectFrom('labelRun')
    .innerJoin('codeRange', (join) =>
      join.onRef('codeRange.enterpriseId', '=', 'labelRun.enterpriseId').onRef('codeRange.id', '=', 'labelRun.packRangeId'),
    )
    .select(['labelRun.runNo', 'codeRange.id as rangeId', 'codeRange.firstIndex as first', 'codeRange.lastIndex as last'])
    .where('labelRun.packagingOrderId', '=', orderId)
    .orderBy('labelRun.serial')
    .execute()

/** The codes of labels that a person names by their serials within a run, joined: each of this order, each once. */
export function namedCodes(runs: readonly IssuedRun[], named: NamedLabels, path: string): CodeRun[] {
  const found = named.map(({ runNo, first, last }, place): CodeRun => {
    const run = runs.find((one) => one.runNo === runNo)
    if (run === undefined) throw new Refusal('no_such_serial', [{ path: `${path}.${place}.runNo`, message: '不是本包装指令的领用单号' }])
    const labels = run.last - run.first + 1
    if (last > labels) throw new Refusal('no_such_serial', [{ path: `${path}.${place}.last`, message: `本次领用共 ${labels} 张标签` }])
    return { rangeId: run.rangeId, first: run.first + first - 1, last: run.first + last - 1 }
  })
  return [...Map.groupBy(found, ({ rangeId }) => rangeId).values()].flatMap((ofRange) => {
    const { joined, twice } = joinRuns(ofRange)
    if (twice !== undefined) throw new Refusal('code_twice', [{ path, message: '同一张标签指明了两次' }])
    return joined
  })
}
