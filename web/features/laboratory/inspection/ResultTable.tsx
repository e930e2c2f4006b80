import { Fragment } from 'react'
import { standardAuthorities } from '#contract/laboratory/authority.ts'
import { countingResults } from '#contract/laboratory/counting-results.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { resultParts, resultSources, verdictLooks, type TestResult } from '#contract/laboratory/test-result.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import { formulas, readingsSentence } from '#contract/laboratory/formula.ts'
import { meansLines } from '#contract/laboratory/means.ts'
import { reasons } from '#contract/laboratory/judge.ts'
import { dateTime } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import './inspection.css'

type Line = { item: TestedItem; result: TestResult | undefined; others: TestResult[] }

const resultColumns: readonly Column<Line>[] = [
  {
    title: '检验项目',
    key: 'name',
    render: ({ item }) => <ItemName item={item} />,
  },
  {
    title: '标准规定',
    key: 'spec',
    render: ({ item }) => <ItemLimit item={item} />,
  },
  {
    title: '原始值',
    key: 'raw',
    render: ({ item, result, others }) => (
      <>
        {result && <RawValue result={result} item={item} />}
        {others.map((other) => (
          <Uncounted key={other.id} result={other} item={item} />
        ))}
      </>
    ),
  },
  { title: '平均值', key: 'mean', align: 'right', render: ({ item, result }) => result?.mean && `${result.mean}${item.unit}` },
  { title: '偏差', key: 'deviation', align: 'right', render: ({ result }) => result?.deviation && `${result.deviation}%` },
  { title: '结论', key: 'verdict', render: ({ result }) => result && <Verdict result={result} /> },
  {
    title: '检验人',
    key: 'by',
    render: ({ result }) =>
      result && (
        <>
          {result.enteredByName}
          <br />
          <small className="quiet">{dateTime(result.enteredAt)}</small>
        </>
      ),
  },
]

/** Every item with the result that counts now; below it every other value that was ever saved, and what became of it. */
export function ResultTable({ items, results, oosCases }: Pick<InspectionFile, 'items' | 'results' | 'oosCases'>) {
  const counting = countingResults(results, oosCases)
  const rows = items.map((item) => {
    const result = counting.get(item.id)
    return { item, result, others: results.filter((other) => other.itemId === item.id && other.id !== result?.id).toReversed() }
  })
  return <DataTable caption="检验结果" columns={resultColumns} rows={rows} rowKey={({ item }) => item.id} />
}

/** An item of the standard with its group and method. */
export const ItemName = ({ item }: { item: TestedItem }) => (
  <>
    {item.name}
    {!item.isMandatory && <small className="quiet">（可选）</small>}
    <br />
    <small className="quiet">{[item.group, item.method].filter(Boolean).join('　')}</small>
  </>
)

/** What the standard asks of an item, and the factory's own narrower limit. */
export const ItemLimit = ({ item }: { item: TestedItem }) => (
  <>
    {item.specText}
    {item.internal !== null && (
      <>
        <br />
        <small className="quiet">
          内控 {item.internal}
          {item.unit}
        </small>
      </>
    )}
    {item.others.map((other) => (
      <Fragment key={other.standardVersionId}>
        <br />
        <small className="quiet" title={other.standardName}>
          {standardAuthorities[other.authority]} {other.specText}
        </small>
      </Fragment>
    ))}
    {!item.decides && (
      <>
        <br />
        <small className="quiet" title={item.standardName}>
          {standardAuthorities[item.authority]}
        </small>
      </>
    )}
  </>
)

const written = (result: TestResult) => (result.words !== '' ? result.words : result.individual.join('，'))

/** What was written down, where it comes from, and why it was written again. */
export function RawValue({ result, item }: { result: TestResult; item: TestedItem }) {
  const source = result.source === 'measured' ? '' : `${resultSources[result.source]} ${result.laboratory} ${result.referenceNo}`
  return (
    <>
      {written(result)}
      <ReadingsRead result={result} item={item} />
      {(source || result.instrument) && (
        <>
          <br />
          <small className="quiet">{[source, result.instrument].filter(Boolean).join('　')}</small>
        </>
      )}
      <MeansRead result={result} />
      {result.correction && (
        <>
          <br />
          <small>{result.correction}</small>
        </>
      )}
    </>
  )
}

/** A line that breaks after its commas: no day is torn in two, and no figure from its unit. */
const Phrases = ({ of }: { of: string }) =>
  of.split(/(?<=，)/).map((phrase, at) => (
    <span key={at} className="phrase">
      {phrase}
    </span>
  ))

/** What a value was made with, line by line. */
export const MeansRead = ({ result }: { result: Pick<TestResult, 'means' | 'environment' | 'commission'> }) =>
  meansLines(result).map((line) => (
    <small key={line} className="quiet means-line">
      <Phrases of={line} />
    </small>
  ))

/** What a value was calculated from: the formula with its version, and the readings of every parallel. */
export function ReadingsRead({ result, item }: { result: Pick<TestResult, 'raw' | 'formulaVersion' | 'moisture'>; item: TestedItem }) {
  const formula = formulas[item.formula]
  if (result.raw === null || formula === null) return null
  return (
    <div className="readings-read">
      <small className="quiet">
        {formula.chapter}　{formula.sentence}（公式第{result.formulaVersion}版）
        {result.moisture !== null && `　Q=${result.moisture}%`}
      </small>
      {result.raw.map((one, at) => (
        <small key={at}>
          <Phrases of={`第${at + 1}份：${readingsSentence(formula, one)}`} />
        </small>
      ))}
    </div>
  )
}

/** A value that does not count: struck through, but for a retest, which stands beside the first. A failing verdict stays visible. */
const Uncounted = ({ result, item }: { result: TestResult; item: TestedItem }) => (
  <div className="corrected">
    {resultParts[result.part]} {result.part === 'retest' ? written(result) : <s>{written(result)}</s>}{' '}
    {result.verdict === 'FAIL' && <StateTag of={verdictLooks} state="FAIL" />}{' '}
    <small className="quiet">
      {result.enteredByName} {dateTime(result.enteredAt)}
    </small>
    <ReadingsRead result={result} item={item} />
  </div>
)

const reasonTexts: Record<string, string> = reasons

/** The verdict, why there is none, and the two warnings. */
export function Verdict({ result }: { result: Pick<TestResult, 'verdict' | 'reason' | 'outOfTrend' | 'nearLimit'> }) {
  return (
    <>
      <StateTag of={verdictLooks} state={result.verdict} />
      {result.verdict === 'INCONCLUSIVE' && <small className="why">{reasonTexts[result.reason]}</small>}
      {result.outOfTrend && <small className="why">超内控</small>}
      {result.reason === 'beyond_customer' && <small className="why">{reasons.beyond_customer}</small>}
      {!result.outOfTrend && result.nearLimit && <small className="why">接近限度</small>}
    </>
  )
}
