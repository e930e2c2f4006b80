import { Input, Select } from 'antd'
import { useId, type KeyboardEvent } from 'react'
import { resultSources, type TestedItem } from '#contract/laboratory/inspection.ts'
import type { Complaint } from './result-complaints.ts'
import { differs, emptyCells, type Cells, type Line } from './result-cells.ts'

/** Enter goes to the next cell of the grid, as in the paper form. */
function focusNext({ currentTarget }: KeyboardEvent<HTMLInputElement>) {
  const cells = [...(currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input:not([disabled])') ?? [])]
  cells[cells.indexOf(currentTarget) + 1]?.focus()
}

/** The words to choose from where the standard asks for no number. */
function wordsOf({ op }: TestedItem): readonly string[] | undefined {
  if (op === 'qualitative') return ['符合规定', '不符合规定']
  return op === 'absent' ? ['未检出', '检出'] : undefined
}

const sourcesOf = (item: TestedItem) =>
  (['measured', 'quoted', 'outsourced'] as const).filter(
    (source) => source === 'measured' || (source === 'quoted' ? item.quotedAllowed : item.outsourcedAllowed),
  )

/** What is written for one item: the values or words, where they come from, and why a saved result is corrected. */
export function ResultFields({
  line,
  complaints,
  isFixed,
  onChange,
}: {
  line: Line
  complaints: readonly Complaint[]
  isFixed: boolean
  onChange: (cells: Cells) => void
}) {
  const { item, cells, result } = line
  const isCorrection = result !== undefined && differs(line)
  const sources = sourcesOf(item)
  const words = wordsOf(item)
  const said = useId()
  const wrongOf: WrongOf = (field) =>
    complaints.some((one) => one.field === field) ? { status: 'error', 'aria-invalid': true, 'aria-describedby': said } : {}
  const put = (part: Partial<Cells>) => onChange({ ...cells, ...part })
  const putSource = (source: Cells['source']) =>
    put({
      source,
      cells: source === 'measured' ? emptyCells(item).cells.map((_, index) => cells.cells[index] ?? '') : cells.cells.slice(0, 1),
    })
  return (
    <div className="cells">
      {words ? (
        <Select
          aria-label={`${item.name} 结果`}
          {...wrongOf('results')}
          disabled={isFixed}
          allowClear
          placeholder="请选择"
          value={cells.cells[0] || undefined}
          options={words.map((value) => ({ value, label: value }))}
          onChange={(value?: string) => put({ cells: [value ?? ''] })}
        />
      ) : (
        <ValueInputs item={item} cells={cells} isFixed={isFixed} wrong={wrongOf('results')} onChange={put} />
      )}
      {sources.length > 1 && (
        <Select
          aria-label={`${item.name} 结果来源`}
          {...wrongOf('source')}
          disabled={isFixed}
          value={cells.source}
          options={sources.map((value) => ({ value, label: resultSources[value] }))}
          onChange={putSource}
        />
      )}
      {cells.source !== 'measured' && (
        <TextCell {...{ item, cells, put, wrongOf }} field="referenceNo" title="报告或证书编号" maxLength={60} />
      )}
      {cells.source === 'outsourced' && (
        <TextCell {...{ item, cells, put, wrongOf }} field="laboratory" title="受托检验机构" maxLength={80} />
      )}
      {cells.source === 'measured' && !words && (
        <TextCell {...{ item, cells, put, wrongOf }} field="instrument" title="仪器" hint="仪器编号" maxLength={60} isFixed={isFixed} />
      )}
      {isCorrection && (
        <Input
          className="reason"
          status={cells.correction === '' ? 'warning' : ''}
          {...wrongOf('correction')}
          aria-label={`${item.name} 更正原因`}
          placeholder="更正原因（必填，原结果保留）"
          maxLength={200}
          value={cells.correction}
          onPressEnter={focusNext}
          onChange={(event) => put({ correction: event.target.value })}
        />
      )}
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

/** How a field looks of which the server said something. */
type Wrong = { status?: 'error'; 'aria-invalid'?: true; 'aria-describedby'?: string }
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
  isFixed = false,
}: {
  item: TestedItem
  cells: Cells
  put: (part: Partial<Cells>) => void
  wrongOf: WrongOf
  field: 'referenceNo' | 'laboratory' | 'instrument'
  title: string
  hint?: string
  maxLength: number
  isFixed?: boolean
}) {
  return (
    <Input
      className="wide"
      aria-label={`${item.name} ${title}`}
      {...wrongOf(field)}
      placeholder={hint}
      disabled={isFixed}
      maxLength={maxLength}
      value={cells[field]}
      onPressEnter={focusNext}
      onChange={(event) => put({ [field]: event.target.value })}
    />
  )
}

/** One input for each parallel; a quoted or commissioned result is one value. */
function ValueInputs({
  item,
  cells: { cells, source },
  isFixed,
  wrong,
  onChange,
}: {
  item: TestedItem
  cells: Cells
  isFixed: boolean
  wrong: Wrong
  onChange: (part: Pick<Cells, 'cells'>) => void
}) {
  return cells
    .slice(0, source === 'measured' ? undefined : 1)
    .map((cell, index) => (
      <Input
        key={index}
        {...wrong}
        aria-label={`${item.name} 第${index + 1}份${item.unit && `（${item.unit}）`}`}
        disabled={isFixed}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        suffix={item.unit}
        value={cell}
        onPressEnter={focusNext}
        onChange={(event) => onChange({ cells: cells.with(index, event.target.value.normalize('NFKC').replaceAll('。', '.')) })}
      />
    ))
}
