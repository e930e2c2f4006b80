import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import { joinRuns, lastOf, sizeOf, withoutRuns } from '#tools/ranges.ts'
import type { Tx } from '#kernel/serve.ts'
import { findCodes, type CodeRun } from '#server/features/packing/codes/code-spans.ts'

type Counted = {
  /** Labels issued to the order in all. */
  labelsIssued: number
  labels: { used: number; spoiled: number; destroyed: number; sampled: number; lost: number }
  spoiledCodes: readonly string[]
  sampledCodes: readonly string[]
  /** The codes of the labels that are nowhere. */
  lostCodes: readonly CodeRun[]
}

/** What became of the labels of an order: the codes on packs, in the order of the roll, and the void codes with the reason. */
export type Sorted = { used: CodeRun[]; voided: { runs: CodeRun[]; reason: string }[] }

/**
 * Reconciles the labels counted by hand with those issued (I13: issued = used + spoiled + destroyed + sampled + lost) and finds out
 * which codes went onto packs: spoiled and specimen labels are scanned, lost ones named by their serials, the destroyed ones are the unused end of the
 * roll, all others are used. Labels voided on the way (page 21) count as spoiled and need no second scan. `issued` are the codes
 * still open.
 */
export async function sortLabels(
  tx: Tx,
  masterKey: Uint8Array,
  issued: readonly CodeRun[],
  { labelsIssued, labels, spoiledCodes, sampledCodes, lostCodes }: Counted,
): Promise<Sorted> {
  const counted = labels.used + labels.spoiled + labels.destroyed + labels.sampled + labels.lost
  const voidedBefore = labelsIssued - sizeOf(issued)
  if (counted !== labelsIssued)
    throw new Refusal('labels_unreconciled', [{ path: 'labels.used', message: `领用 ${labelsIssued} 张，合计 ${counted} 张` }])
  if (labels.spoiled < voidedBefore)
    throw new Refusal('labels_unreconciled', [{ path: 'labels.spoiled', message: `已有 ${voidedBefore} 张在二维码管理中作废，应计入损坏` }])
  const spoiled = await scan(tx, masterKey, issued, { codes: spoiledCodes, expected: labels.spoiled - voidedBefore, path: 'spoiledCodes' })
  const sampled = await scan(tx, masterKey, issued, { codes: sampledCodes, expected: labels.sampled, path: 'sampledCodes' })
  checkLost(issued, lostCodes, labels.lost)

  const rangeIds = [...new Set(issued.map((run) => run.rangeId))]
  const left = rangeIds.flatMap((rangeId) => {
    const { joined: gone, twice } = joinRuns([...spoiled, ...sampled, ...lostCodes].filter((run) => run.rangeId === rangeId))
    if (twice !== undefined) throw new Refusal('code_twice', [{ path: 'sampledCodes', message: '有标签同时记作损坏、取样或遗失中的两种' }])
    return issued.flatMap((run) => (run.rangeId === rangeId ? withoutRuns(run, gone) : []))
  })
  const destroyed = lastOf(left, labels.destroyed)
  const used = left.flatMap((run) =>
    withoutRuns(
      run,
      destroyed.filter((end) => end.rangeId === run.rangeId),
    ),
  )
  const voided = [
    { runs: spoiled, reason: '标签损坏' },
    { runs: destroyed, reason: '剩余标签销毁' },
    { runs: sampled, reason: '标签取样' },
    { runs: [...lostCodes], reason: '标签遗失' },
  ]
  return { used, voided }
}

/** Lost labels are as many as were counted, and none of them was accounted for before. */
function checkLost(issued: readonly CodeRun[], lost: readonly CodeRun[], expected: number): void {
  const named = sizeOf(lost)
  if (named !== expected)
    throw new Refusal('labels_not_scanned', [{ path: 'lostLabels', message: `应指明 ${expected} 张遗失的标签，已指明 ${named} 张` }])
  const isOpen = ({ rangeId, first, last }: CodeRun) =>
    issued.some((run) => run.rangeId === rangeId && run.first <= first && last <= run.last)
  if (!lost.every(isOpen)) throw new Refusal('label_of_other_order', [{ path: 'lostLabels', message: '其中有标签已经作废，应计入损坏' }])
}

/** The scanned labels as runs: each of this order, each once, as many as were counted. */
async function scan(
  tx: Tx,
  masterKey: Uint8Array,
  issued: readonly CodeRun[],
  { codes, expected, path }: { codes: readonly string[]; expected: number; path: string },
): Promise<CodeRun[]> {
  if (codes.length !== expected)
    throw new Refusal('labels_not_scanned', [{ path, message: `应扫 ${expected} 张，已扫 ${codes.length} 张` }])
  const found = await findCodes(tx, masterKey, codes)
  const ofOrder: CodeRun[] = []
  const strangers: FieldError[] = []
  for (const [place, code] of found.entries())
    if (code?.level === 'pack' && issued.some((run) => run.rangeId === code.rangeId && run.first <= code.index && code.index <= run.last))
      ofOrder.push({ rangeId: code.rangeId, first: code.index, last: code.index })
    else strangers.push({ path: `${path}.${place}`, message: '不是本单领用的标签' })
  if (strangers.length > 0) throw new Refusal('label_of_other_order', strangers.slice(0, 50))
  return [...Map.groupBy(ofOrder, (run) => run.rangeId).values()].flatMap((runs) => {
    const { joined, twice } = joinRuns(runs)
    if (twice !== undefined) throw new Refusal('code_twice', [{ path, message: '同一张标签扫了两次' }])
    return joined
  })
}
