import { judgedBy, type InspectionFile } from '#contract/laboratory/inspection.ts'
import { judgeItem } from '#contract/laboratory/judge.ts'
import type { Complaint } from './result-complaints.ts'
import { linesOf, measuredIn, type Cells, type Line, type Sheet } from './result-cells.ts'
import { ResultFields } from './ResultFields.tsx'
import { ItemLimit, ItemName, Verdict } from './ResultTable.tsx'
import './inspection.css'

/** The grid in which the analyst writes: one line for each item, judged as it is typed by the server's own rule. */
export function ResultGrid({
  file,
  sheet,
  complaints,
  onChange,
}: {
  file: InspectionFile
  sheet: Sheet
  /** What the server said of items, by their ids. */
  complaints: ReadonlyMap<string, readonly Complaint[]>
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
            complaints={complaints.get(line.item.id) ?? []}
            isFixed={file.oosCases.some((oos) => oos.itemId === line.item.id)}
            onChange={(cells) => onChange(line.item.id, cells)}
          />
        ))}
      </tbody>
    </table>
  )
}

/** One item. `isFixed`: an OOS case is open for it or was confirmed, so that its result cannot be changed here. */
function GridLine({
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
  const { item, cells } = line
  const { words, ...measured } = measuredIn(cells.cells)
  const judged = judgeItem(judgedBy(item, cells.source), { ...measured, text: words })
  const isEmpty = measured.individual.length === 0 && words === ''
  return (
    <tr>
      <th scope="row">
        <ItemName item={item} />
      </th>
      <td>
        <ItemLimit item={item} />
      </td>
      <td>
        <ResultFields line={line} complaints={complaints} isFixed={isFixed} onChange={onChange} />
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
