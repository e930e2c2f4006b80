import { Button } from 'antd'
import { useRef, useState } from 'react'
import { openOosStates } from '#contract/cases/oos.ts'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { judgedBy } from '#contract/laboratory/tested-item.ts'
import { judgeItem } from '#contract/laboratory/judge.ts'
import { AskCorrectionDialog } from './AskCorrectionDialog.tsx'
import { goPast } from './go-on.ts'
import { OosMark } from './OosMark.tsx'
import type { Complaint } from './result-complaints.ts'
import { linesOf, measuredOf, moistureFor, type Cells, type Line, type Sheet } from './result-cells.ts'
import { ResultFields } from './ResultFields.tsx'
import { ItemLimit, ItemName, Verdict } from './ResultTable.tsx'
import './inspection.css'

/** The grid in which the analyst writes: one line for each item, judged as it is typed by the server's own rule. */
export function ResultGrid({
  file,
  sheet,
  complaints,
  onChange,
  onSave,
  saving,
  askCorrection,
}: {
  file: InspectionFile
  sheet: Sheet
  /** What the server said of items, by their ids. */
  complaints: ReadonlyMap<string, readonly Complaint[]>
  onChange: (itemId: string, cells: Cells) => void
  /** Saves one item by itself. */
  onSave: (itemId: string) => void
  saving: boolean
  /** Says that a saved value was mistyped. */
  askCorrection: typeof rawInspectionApi.askCorrection
}) {
  const [mistyped, setMistyped] = useState<Line>()
  return (
    <>
      <table className="bench">
        <caption className="quiet">
          由公式计算的项目填写读数，结果自动计算；其余数值逐份填写，文字结果（如未检出、&lt;0.05）填在第一格。回车到下一格，Ctrl+回车保存此项。保存后不能改写。
        </caption>
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
              moisture={moistureFor(line.item, file, sheet)}
              complaints={complaints.get(line.item.id) ?? []}
              onChange={(cells) => onChange(line.item.id, cells)}
              onSave={() => onSave(line.item.id)}
              saving={saving}
              onMistyped={() => setMistyped(line)}
            />
          ))}
        </tbody>
      </table>
      {mistyped?.result && (
        <AskCorrectionDialog
          inspectionId={file.inspection.id}
          item={mistyped.item}
          result={mistyped.result}
          endpoint={askCorrection}
          onClose={() => setMistyped(undefined)}
        />
      )}
    </>
  )
}

/** One item. What was saved is read here, with what became of it; a slip of typing is put right by others. */
function GridLine({
  line,
  moisture,
  complaints,
  onChange,
  onSave,
  saving,
  onMistyped,
}: {
  line: Line
  moisture: string | null | undefined
  complaints: readonly Complaint[]
  onChange: (cells: Cells) => void
  onSave: () => void
  saving: boolean
  onMistyped: () => void
}) {
  const { item, cells, result, oos, isFixed } = line
  const measured = measuredOf(item, cells, moisture)
  const judged = result !== undefined && isFixed ? result : judgeItem(judgedBy(item, cells.source), measured)
  const isEmpty = !isFixed && measured.individual.length === 0 && measured.text === ''
  const isOpen = oos !== undefined && openOosStates.some((state) => state === oos.state)
  const row = useRef<HTMLTableRowElement>(null)
  const save = () => {
    if (row.current) goPast(row.current)
    onSave()
  }
  return (
    <tr
      ref={row}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !event.ctrlKey || isEmpty || saving) return
        event.preventDefault()
        save()
      }}
    >
      <th scope="row">
        <ItemName item={item} />
      </th>
      <td>
        <ItemLimit item={item} />
      </td>
      <td>
        <ResultFields line={line} moisture={moisture} complaints={complaints} onChange={onChange} />
      </td>
      <td className="right" data-label="平均值">
        {judged.mean !== null && `${judged.mean}${item.unit}`}
      </td>
      <td className="right" data-label="偏差">
        {judged.deviation !== null && `${judged.deviation}%`}
      </td>
      <td aria-live="polite">
        {isEmpty ? <small className="quiet unbroken">未填写</small> : <Verdict result={judged} />}
        {!isEmpty && !isFixed && (
          <Button type="link" className="text-action" aria-label={`${item.name} 保存此项`} disabled={saving} onClick={save}>
            保存此项
          </Button>
        )}
        {oos && <OosMark oos={oos} />}
        {result !== undefined && !isOpen && oos?.state !== 'confirmed' && (
          <Button type="link" className="text-action" aria-label={`${item.name} 录入有误`} onClick={onMistyped}>
            录入有误
          </Button>
        )}
      </td>
    </tr>
  )
}
