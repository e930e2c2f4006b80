import { rangeText, type PlannedCoProduct, type ProcessParameter, type ProcessSnapshot } from './production-record.ts'

/** One thing two versions of a process say differently; null where one of them says nothing of it. */
export type Difference = { part: string; what: string; before: string | null; after: string | null }

type Step = ProcessSnapshot['steps'][number]
type Auxiliary = ProcessSnapshot['auxiliaries'][number]

const yesNo = (value: boolean) => (value ? '是' : '否')
const inPercent = (value: string) => `${value} %`

/** A parameter in one line: range, aim, and whether it is critical. */
const parameterText = (parameter: ProcessParameter) =>
  [
    rangeText(parameter) || (parameter.target === null ? '记录' : ''),
    parameter.target === null ? '' : `目标 ${parameter.target} ${parameter.unit}`.trim(),
    parameter.isCritical ? '关键' : '',
  ]
    .filter((word) => word !== '')
    .join('，')

const auxiliaryText = ({ ratio, tolerance }: Auxiliary) => `每100 kg 用 ${ratio} kg，允差 ${tolerance} %`

/** A co-product in one line: its step, and which share of the step's input. */
export const coProductText = ({ stepNo, min, expected, max }: PlannedCoProduct) =>
  `第${stepNo}道工序，占投入 ${min}～${max} %，预期 ${expected} %`

const stepFacts = (step: Step): [what: string, value: string][] => [
  ['方式', step.option],
  ['操作要求', step.instruction],
  ['设备', step.equipment],
  ['关键工序', yesNo(step.isCritical)],
  ['存放时限', step.holdHours === null ? '' : `${step.holdHours} h`],
]

const totals = (process: ProcessSnapshot): [what: string, value: string][] => [
  ['收率下限', inPercent(process.yieldMin)],
  ['收率上限', inPercent(process.yieldMax)],
  ['物料平衡下限', inPercent(process.balanceMin)],
  ['物料平衡上限', inPercent(process.balanceMax)],
  ['最大批量', `${process.maxBatch} kg`],
  ['允许拼批', yesNo(process.allowsBlending)],
]

const shown = (value: string) => (value === '' ? null : value)

/** The lines of the same name whose values differ; a name that only one side has is null on the other. */
function compare(
  part: string,
  before: readonly (readonly [string, string])[],
  after: readonly (readonly [string, string])[],
): Difference[] {
  const [was, is] = [new Map(before), new Map(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((what) => ({ part, what, before: shown(was.get(what) ?? ''), after: shown(is.get(what) ?? '') }))
    .filter((difference) => difference.before !== difference.after)
}

/** A step of the older version and the step of the newer one that it became; null where one of them has none. */
type StepPair = readonly [was: Step, is: Step | null] | readonly [was: null, is: Step]

/** Which step of one version is which of the other: the longest common sequence of their names, so that an inserted step moves no other. */
function pairSteps(before: readonly Step[], after: readonly Step[]): StepPair[] {
  // How long the common sequence is from step i of the one and step j of the other on; beyond the last step it is empty.
  const lengths = before.map(() => after.map(() => 0))
  const lengthFrom = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (const [i, row] of [...lengths.entries()].toReversed())
    for (let j = after.length - 1; j >= 0; j--)
      row[j] = before[i]?.name === after[j]?.name ? lengthFrom(i + 1, j + 1) + 1 : Math.max(lengthFrom(i + 1, j), lengthFrom(i, j + 1))

  const pairs: StepPair[] = []
  for (let [i, j] = [0, 0]; ;) {
    const [was, is] = [before[i], after[j]]
    if (was !== undefined && is !== undefined && was.name === is.name) {
      pairs.push([was, is])
      i++
      j++
    } else if (was !== undefined && (is === undefined || lengthFrom(i + 1, j) >= lengthFrom(i, j + 1))) {
      pairs.push([was, null])
      i++
    } else if (is !== undefined) {
      pairs.push([null, is])
      j++
    } else return pairs
  }
}

const inOneLine = (step: Step) =>
  [step.option, ...step.parameters.map((one) => `${one.name} ${parameterText(one)}`)].filter((word) => word !== '').join('；') || '—'

/** What changed from one version of a process to another: totals, steps in their order, parameters, auxiliaries, co-products. Equal versions differ in nothing. */
export function differencesOf(before: ProcessSnapshot, after: ProcessSnapshot): Difference[] {
  const steps = pairSteps(before.steps, after.steps).flatMap(([was, is]): Difference[] => {
    if (was === null) return [{ part: `工序 ${is.no} ${is.name}`, what: '整道工序', before: null, after: inOneLine(is) }]
    if (is === null) return [{ part: `工序 ${was.no} ${was.name}`, what: '整道工序', before: inOneLine(was), after: null }]
    const lines = (step: Step) => step.parameters.map((one) => [`参数 ${one.name}`, parameterText(one)] as const)
    const part = was.no === is.no ? `工序 ${is.no} ${is.name}` : `工序 ${is.no} ${is.name}（原第${was.no}道）`
    return [...compare(part, stepFacts(was), stepFacts(is)), ...compare(part, lines(was), lines(is))]
  })
  const auxiliaries = (process: ProcessSnapshot) => process.auxiliaries.map((line) => [line.name, auxiliaryText(line)] as const)
  const coProducts = (process: ProcessSnapshot) =>
    process.coProducts.map((line) => [`${line.name} ${line.cutSpec}`.trim(), coProductText(line)] as const)
  return [
    ...compare('总则', totals(before), totals(after)),
    ...steps,
    ...compare('辅料', auxiliaries(before), auxiliaries(after)),
    ...compare('联产品', coProducts(before), coProducts(after)),
  ]
}
