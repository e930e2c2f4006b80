import { App, Input, Select } from 'antd'
import { useId } from 'react'
import { resultSources } from '#contract/laboratory/test-result.ts'
import { formulaOf, limitsOf, type TestedItem } from '#contract/laboratory/tested-item.ts'
import { usesMeans } from '#contract/laboratory/means.ts'
import { answersOf } from '#contract/laboratory/judge.ts'
import type { Complaint } from './result-complaints.ts'
import { ReadingFields } from './ReadingFields.tsx'
import { RawValue } from './ResultTable.tsx'
import { useBench, type Wrong } from './bench.ts'
import { CommissionFields } from './CommissionFields.tsx'
import { ItemMeans } from './ItemMeans.tsx'
import { asTyped, benchCell, goOn } from './go-on.ts'
import { emptyCells, type Cells, type Line } from './result-cells.ts'

const sourcesOf = (item: TestedItem) =>
  (['measured', 'quoted', 'outsourced'] as const).filter(
    (source) => source === 'measured' || (source === 'quoted' ? item.quotedAllowed : item.outsourcedAllowed),
  )

/** What is written for one item: the values or words, and where they come from. What is saved is only read. */
export function ResultFields({
  line,
  moisture,
  complaints,
  onChange,
}: {
  line: Line
  /** What is taken off where the item is counted on the dried substance. */
  moisture: string | null | undefined
  complaints: readonly Complaint[]
  onChange: (cells: Cells) => void
}) {
  const { item, cells, result, isFixed, kept } = line
  const sources = sourcesOf(item)
  const words = answersOf(item.op, item.words)
  const formula = formulaOf(item, cells.source)
  const said = useId()
  const bench = useBench()
  const wrongOf: WrongOf = (field) =>
    complaints.some((one) => one.field === field) ? { status: 'error', 'aria-invalid': true, 'aria-describedby': said } : {}
  const put = (part: Partial<Cells>) => onChange({ ...cells, ...part })
  const putSource = (source: Cells['source']) =>
    put({
      source,
      cells: source === 'measured' ? emptyCells(item).cells.map((_, index) => cells.cells[index] ?? '') : cells.cells.slice(0, 1),
    })
  const scan = useScannedMeans(line, put)
  if (isFixed && result !== undefined) return <RawValue result={result} item={item} />
  return (
    <div className="cells">
      {words ? (
        <Select
          aria-label={`${item.name} 结果`}
          {...wrongOf('results')}
          allowClear
          placeholder="按 1、2 或选择"
          value={cells.cells[0] || undefined}
          options={words.map((value, at) => ({ value, label: value, digit: String(at + 1) }))}
          optionRender={({ data }) => (
            <>
              <span className="quiet">{data.digit}</span>　{data.label}
            </>
          )}
          {...benchCell}
          onChange={(value?: string) => put({ cells: [value ?? ''] })}
          onInputKeyDown={(event) => {
            const word = /^[1-9]$/.test(event.key) ? words[Number(event.key) - 1] : undefined
            if (word === undefined) return
            event.preventDefault()
            put({ cells: [word] })
            goOn(event.currentTarget)
          }}
        />
      ) : formula ? (
        <ReadingFields
          label={item.name}
          formula={formula}
          limit={limitsOf(item)}
          unit={item.unit}
          parallels={item.parallels}
          moisture={moisture}
          kept={kept}
          wrong={new Set(complaints.flatMap(({ field }) => (field.startsWith('raw.') ? [field.slice('raw.'.length)] : [])))}
          value={cells.raw}
          onScan={scan}
          onChange={(raw) => put({ raw })}
        />
      ) : (
        <ValueInputs item={item} cells={cells} kept={kept} wrong={wrongOf('results')} onScan={scan} onChange={put} />
      )}
      {sources.length > 1 && (
        <Select
          aria-label={`${item.name} 结果来源`}
          {...wrongOf('source')}
          disabled={kept > 0}
          value={cells.source}
          options={sources.map((value) => ({ value, label: resultSources[value] }))}
          onChange={putSource}
        />
      )}
      {cells.source !== 'measured' && (
        <TextCell {...{ item, cells, put, wrongOf }} field="referenceNo" title="报告或证书编号" maxLength={60} />
      )}
      {cells.source === 'outsourced' && <CommissionFields line={line} isWrong={wrongOf('commission')} onChange={put} />}
      {cells.source === 'measured' && !bench.keeps && !words && (
        <TextCell {...{ item, cells, put, wrongOf }} field="instrument" title="仪器" hint="仪器编号" maxLength={60} />
      )}
      {cells.source === 'measured' && bench.keeps && usesMeans(item) && <ItemMeans line={line} isWrong={wrongOf('means')} onChange={put} />}
      {complaints.length > 0 && (
        <ul className="cell-errors" id={said} role="alert">
          {complaints.map(({ field, message }) => (
            <li key={field + message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What is scanned into a cell of an item: the label of an instrument or a bottle, which joins what the item is made with. */
function useScannedMeans({ item, cells }: Line, put: (part: Partial<Cells>) => void) {
  const { message } = App.useApp()
  const { choices, meansOf } = useBench()
  return (text: string): boolean => {
    const number = text.trim().normalize('NFKC').toUpperCase()
    const unfit = choices?.unfit.find((one) => one.number.toUpperCase() === number)
    if (unfit !== undefined) void message.warning(`${unfit.number} ${unfit.name}：${unfit.why}`)
    const { instrumentIds, reagentIds } = meansOf(item, cells)
    const instrument = choices?.instruments.find((one) => one.number.toUpperCase() === number)
    const reagent = choices?.reagents.find((one) => one.number.toUpperCase() === number)
    if (instrument) put({ means: { instrumentIds: [...new Set([...instrumentIds, instrument.id])], reagentIds } })
    if (reagent) put({ means: { instrumentIds, reagentIds: [...new Set([...reagentIds, reagent.id])] } })
    return (instrument ?? reagent ?? unfit) !== undefined
  }
}

type WrongOf = (field: string) => Wrong

/** One line of text beside a result: a number of a paper, a laboratory, an instrument. */
function TextCell({
  item,
  cells,
  put,
  wrongOf,
  field,
  title,
  hint = title,
  maxLength,
}: {
  item: TestedItem
  cells: Cells
  put: (part: Partial<Cells>) => void
  wrongOf: WrongOf
  field: 'referenceNo' | 'instrument'
  title: string
  hint?: string
  maxLength: number
}) {
  return (
    <Input
      className="wide"
      aria-label={`${item.name} ${title}`}
      {...wrongOf(field)}
      placeholder={hint}
      maxLength={maxLength}
      value={cells[field]}
      {...benchCell}
      onPressEnter={(event) => {
        if (event.ctrlKey) return
        event.preventDefault()
        goOn(event.currentTarget)
      }}
      onChange={(event) => put({ [field]: event.target.value })}
    />
  )
}

/** One input for each parallel; a quoted or commissioned result is one value. */
function ValueInputs({
  item,
  cells: { cells, source },
  kept,
  wrong,
  onScan,
  onChange,
}: {
  item: TestedItem
  cells: Cells
  kept: number
  wrong: Wrong
  onScan: (text: string) => boolean
  onChange: (part: Pick<Cells, 'cells'>) => void
}) {
  return cells.slice(0, source === 'measured' ? undefined : 1).map((cell, index) => (
    <Input
      key={index}
      {...wrong}
      aria-label={`${item.name} 第${index + 1}份${item.unit && `（${item.unit}）`}`}
      disabled={index < kept}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      suffix={item.unit}
      value={cell}
      {...benchCell}
      onPressEnter={(event) => {
        if (event.ctrlKey) return
        // Else the button that has the focus next is pressed by the same key.
        event.preventDefault()
        if (onScan(cell)) onChange({ cells: cells.with(index, '') })
        else goOn(event.currentTarget)
      }}
      onChange={(event) => onChange({ cells: cells.with(index, asTyped(event.target.value, item.unit)) })}
    />
  ))
}
