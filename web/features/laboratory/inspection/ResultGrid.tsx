import { Input, Select } from 'antd'
import type { KeyboardEvent } from 'react'
import { judgedBy, resultSources, type InspectionFile } from '#contract/laboratory/inspection.ts'
import { judgeItem } from '#contract/laboratory/judge.ts'
import { differs, emptyCells, linesOf, measuredIn, type Cells, type Line, type Sheet } from './result-cells.ts'
import { Verdict } from './ResultTable.tsx'
import './inspection.css'

/** Enter goes to the next cell, as in the paper form. */
function goOn({ currentTarget }: KeyboardEvent<HTMLInputElement>) {
  const cells = [...(currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input:not([disabled])') ?? [])]
  cells[cells.indexOf(currentTarget) + 1]?.focus()
}

/** The grid in which the analyst writes: one line for each item, judged as it is typed by the server's own rule. */
export function ResultGrid({
  file,
  sheet,
  onChange,
}: {
  file: InspectionFile
  sheet: Sheet
  onChange: (itemId: string, cells: Cells) => void
}) {
  return (
    <table className="bench">
      <caption className="quiet">数值逐份填写；文字结果（如未检出、&lt;0.05）填在第一格。回车到下一格。</caption>
      <thead>
        <tr>
          <th scope="col">检验项目</th>
          <th scope="col">标准规定</th>
          <th scope="col">结果</th>
          <th scope="col">平均值</th>
          <th scope="col">偏差</th>
          <th scope="col">结论</th>
        </tr>
      </thead>
      <tbody>
        {linesOf(file, sheet).map((line) => (
          <GridLine
            key={line.item.id}
            line={line}
            isFixed={file.oosCases.some((oos) => oos.itemId === line.item.id)}
            onChange={(cells) => onChange(line.item.id, cells)}
          />
        ))}
      </tbody>
    </table>
  )
}

function GridLine({
  line: { item, cells, result },
  isFixed,
  onChange,
}: {
  line: Line
  isFixed: boolean
  onChange: (cells: Cells) => void
}) {
  const { words, ...measured } = measuredIn(cells.cells)
  const judged = judgeItem(judgedBy(item, cells.source), { ...measured, text: words })
  const isEmpty = measured.individual.length === 0 && words === ''
  const isCorrection = result !== undefined && differs({ item, cells, result })
  const sources = (['measured', 'quoted', 'outsourced'] as const).filter(
    (source) => source === 'measured' || (source === 'quoted' ? item.quotedAllowed : item.outsourcedAllowed),
  )
  const put = (part: Partial<Cells>) => onChange({ ...cells, ...part })
  const wordChoices = item.op === 'qualitative' ? ['符合规定', '不符合规定'] : item.op === 'absent' ? ['未检出', '检出'] : undefined
  return (
    <tr>
      <th scope="row">
        {item.name}
        {!item.isMandatory && <small className="quiet">（可选）</small>}
        <br />
        <small className="quiet">{[item.group, item.method].filter(Boolean).join('　')}</small>
      </th>
      <td>
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
      </td>
      <td>
        <div className="cells">
          {wordChoices ? (
            <Select
              aria-label={`${item.name} 结果`}
              disabled={isFixed}
              allowClear
              placeholder="请选择"
              value={cells.cells[0] || undefined}
              options={wordChoices.map((value) => ({ value, label: value }))}
              onChange={(value?: string) => put({ cells: [value ?? ''] })}
            />
          ) : (
            cells.cells
              .slice(0, cells.source === 'measured' ? undefined : 1)
              .map((cell, index) => (
                <Input
                  key={index}
                  aria-label={`${item.name} 第${index + 1}份${item.unit && `（${item.unit}）`}`}
                  disabled={isFixed}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={20}
                  suffix={item.unit}
                  value={cell}
                  onPressEnter={goOn}
                  onChange={(event) => put({ cells: cells.cells.with(index, event.target.value.normalize('NFKC').replaceAll('。', '.')) })}
                />
              ))
          )}
          {sources.length > 1 && (
            <Select
              aria-label={`${item.name} 结果来源`}
              disabled={isFixed}
              value={cells.source}
              options={sources.map((value) => ({ value, label: resultSources[value] }))}
              onChange={(source) =>
                put({
                  source,
                  cells:
                    source === 'measured' ? emptyCells(item).cells.map((_, index) => cells.cells[index] ?? '') : cells.cells.slice(0, 1),
                })
              }
            />
          )}
          {cells.source !== 'measured' && (
            <Input
              className="wide"
              aria-label={`${item.name} 报告或证书编号`}
              placeholder="报告或证书编号"
              maxLength={60}
              value={cells.referenceNo}
              onPressEnter={goOn}
              onChange={(event) => put({ referenceNo: event.target.value })}
            />
          )}
          {cells.source === 'outsourced' && (
            <Input
              className="wide"
              aria-label={`${item.name} 受托检验机构`}
              placeholder="受托检验机构"
              maxLength={80}
              value={cells.laboratory}
              onPressEnter={goOn}
              onChange={(event) => put({ laboratory: event.target.value })}
            />
          )}
          {cells.source === 'measured' && !wordChoices && (
            <Input
              className="wide"
              aria-label={`${item.name} 仪器`}
              placeholder="仪器编号"
              disabled={isFixed}
              maxLength={60}
              value={cells.instrument}
              onPressEnter={goOn}
              onChange={(event) => put({ instrument: event.target.value })}
            />
          )}
          {isCorrection && (
            <Input
              className="reason"
              status={cells.correction === '' ? 'warning' : ''}
              aria-label={`${item.name} 更正原因`}
              placeholder="更正原因（必填，原结果保留）"
              maxLength={200}
              value={cells.correction}
              onPressEnter={goOn}
              onChange={(event) => put({ correction: event.target.value })}
            />
          )}
        </div>
      </td>
      <td className="right">{judged.mean !== null && `${judged.mean}${item.unit}`}</td>
      <td className="right">{judged.deviation !== null && `${judged.deviation}%`}</td>
      <td aria-live="polite">
        {isFixed ? (
          <span className="tag tag-bad">不符合规定（OOS）</span>
        ) : isEmpty ? (
          <small className="quiet">未填写</small>
        ) : (
          <Verdict result={judged} />
        )}
      </td>
    </tr>
  )
}
