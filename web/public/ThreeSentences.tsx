import type { PublicTrace } from '#contract/tracing/public-trace.ts'
import { spaced } from './test-words.ts'

/** Where from, what was done, how tested: the whole page in three plain sentences on the trace line. */
export const ThreeSentences = ({ trace }: { trace: PublicTrace }) => (
  <ol className="line">
    <li className="origin">
      <h2>从哪里来</h2>
      <WhereFrom origins={trace.origins} />
    </li>
    <li>
      <h2>做了什么</h2>
      {whatWasDone(trace)}
    </li>
    <li>
      <h2>怎么检验</h2>
      <HowTested reports={trace.reports} />
    </li>
  </ol>
)

function WhereFrom({ origins }: { origins: PublicTrace['origins'] }) {
  const places = new Map(origins.filter(({ place }) => place.length > 0).map(({ place }) => [place.join(' › '), place]))
  const [first] = places.values()
  const told = herbSentence(origins)
  if (first === undefined) return <>企业没有提供产地{told === '' ? '' : `；${told}`}。</>
  return (
    <>
      {first.slice(0, -1).map((level) => `${level} › `)}
      <b>{first.at(-1)}</b>
      {places.size > 1 && `等 ${places.size} 个产地`}
      {told !== '' && `，${told}`}。
    </>
  )
}

/** 栽培当归的根，2026 年 9 月采收; of several lots what holds for all of them. */
function herbSentence(origins: PublicTrace['origins']): string {
  const common = (words: readonly string[]) => (new Set(words).size === 1 ? (words[0] ?? '') : '')
  const material = common(origins.map((origin) => origin.material))
  const part = common(origins.map((origin) => origin.part))
  const herb = `${common(origins.map((origin) => origin.sourceType))}${material}${part === '' ? '' : `的${part}`}`
  return [material === '' ? '' : herb, harvestSentence(origins)].filter((words) => words !== '').join('，')
}

function harvestSentence(origins: PublicTrace['origins']): string {
  const first = origins.flatMap(({ harvestFrom }) => (harvestFrom === '' ? [] : [harvestFrom])).toSorted()[0]
  const last = origins
    .flatMap(({ harvestTo }) => (harvestTo === '' ? [] : [harvestTo]))
    .toSorted()
    .at(-1)
  if (first === undefined || last === undefined) return ''
  const [from, to] = [monthOf(first), monthOf(last)]
  if (from.whole === to.whole) return `${from.whole}采收`
  return `${from.whole}至${from.year === to.year ? ` ${to.month} 月` : ` ${to.whole}`}采收`
}

function monthOf(day: string) {
  const [year = '', month = ''] = day.split('-')
  return { year, month: String(Number(month)), whole: `${year} 年 ${Number(month)} 月` }
}

function whatWasDone({ steps, auxiliaries }: PublicTrace): string {
  const names = new Set(steps.filter(({ isProcess }) => isProcess).map(({ detail }) => shortStep(detail)))
  if (names.size === 0) return '加工工序没有提供。'
  const added = auxiliaries.length === 0 ? '没有加辅料' : `加用${auxiliaries.join('、')}`
  return spaced(`${[...names].join('、')}；${added}。`)
}

/** 切制 · 薄片 1–2 mm → 切制（薄片 1–2 mm）; a method of several parts is left to the list of steps. */
function shortStep(detail: string): string {
  const [name = '', option = ''] = detail.split(' · ')
  return option === '' || /[，；]/.test(option) ? name : `${name}（${option}）`
}

function HowTested({ reports }: { reports: PublicTrace['reports'] }) {
  const report = reports.find(({ subject }) => subject === '饮片')
  if (report === undefined) return <>还没有饮片检验报告。</>
  const failed = report.items.filter(({ verdict }) => verdict !== '符合规定')
  const shown = failed[0] ?? report.items.find(({ name }) => name === '水分') ?? report.items.find(({ spec }) => spec.startsWith('不得'))
  const limit = shown && (
    <>
      {shown.name} <b>{spaced(shown.result)}</b>，{spaced(shown.spec)}
    </>
  )
  if (!report.conforming || failed.length > 0)
    return (
      <>
        {report.items.length} 项中有 {failed.length} 项不符合规定{limit && <>：{limit}</>}。
      </>
    )
  return (
    <>
      {report.items.length} 项全部符合{report.standard}
      {limit && <>：如{limit}</>}。
    </>
  )
}
