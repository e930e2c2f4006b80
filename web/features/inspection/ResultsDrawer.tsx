import { App, Button, Drawer, Input, Select, Skeleton } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { isDecimal } from '../../../contract/exact-decimal.ts'
import type { rawInspectionApi, sliceTestApi } from '../../../contract/inspection-api.ts'
import {
  inspectionActions,
  judgedBy,
  resultSources,
  type InspectionFile,
  type InspectionRow,
  type TestedItem,
  type TestResult,
} from '../../../contract/inspection.ts'
import { judgeItem } from '../../../contract/judge.ts'
import { useActor } from '../../lib/actor.ts'
import { useRead, useWrite } from '../../lib/call.ts'
import { draft } from '../../lib/draft.ts'
import { useTab } from '../../lib/tab.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { CallFailure } from '../../parts/CallFailure.tsx'
import { Verdict } from './InspectionDrawer.tsx'
import { SubmitDialog } from './SubmitDialog.tsx'

type Api = typeof rawInspectionApi | typeof sliceTestApi
/** What stands in the cells of one item. */
type Cells = {
  cells: string[]
  source: TestResult['source']
  referenceNo: string
  laboratory: string
  instrument: string
  correction: string
}
type Sheet = Record<string, Cells>

/** 录入结果: one line for each item, judged as it is typed by the same rule as on the server. Enter goes on to the next cell. */
export function ResultsDrawer({ row, api, onClose }: { row: InspectionRow; api: Api; onClose: () => void }) {
  const { message, modal } = App.useApp()
  const file = useRead(api.file, { id: row.id })
  const record = useWrite(api.record)
  const { path } = useTab()
  const userId = useActor().id
  const draftName = `results:${row.id}`
  const [sheet, setSheet] = useState<Sheet>(() => (draft.read(userId, path, draftName) ?? {}) as Sheet)
  const [submitting, setSubmitting] = useState(false)
  const change = (itemId: string, cells: Cells) => {
    const next = { ...sheet, [itemId]: cells }
    setSheet(next)
    draft.keep(userId, path, draftName, next)
  }
  const dropDraft = () => {
    setSheet({})
    draft.drop(userId, path, draftName)
  }
  const changed = file.data ? changedItems(file.data, sheet) : []
  const save = (then: () => void) => {
    if (!file.data || changed.length === 0) return then()
    const results = changed.map(({ item, cells, result }) => ({ itemId: item.id, revision: result?.revision ?? 0, ...inputOf(cells) }))
    record.mutate(
      { id: row.id, results },
      {
        onSuccess: () => {
          dropDraft()
          then()
        },
      },
    )
  }
  const close = () => {
    if (changed.length === 0) {
      dropDraft()
      return onClose()
    }
    modal.confirm({
      title: `有 ${changed.length} 项结果还没有保存`,
      content: '关闭后，这些结果将丢失。',
      okText: '放弃并关闭',
      cancelText: '继续填写',
      onOk: () => {
        dropDraft()
        onClose()
      },
    })
  }
  return (
    <Drawer
      open
      title={`检验 ${row.lotName} ${row.lotNo}`}
      size={1120}
      mask={{ closable: false }}
      onClose={close}
      footer={
        <div className="drawer-foot">
          <Button loading={record.isPending} disabled={changed.length === 0} onClick={() => save(() => void message.success('结果已保存'))}>
            保存{changed.length > 0 && ` ${changed.length} 项`}
          </Button>
          {file.data && (
            <ActionButton
              action={inspectionActions[row.side].submit}
              row={file.data.inspection}
              type="primary"
              onClick={() => save(() => setSubmitting(true))}
            />
          )}
        </div>
      }
    >
      {record.error && (
        <div className="form-failure">
          <CallFailure error={record.error} onRetry={undefined} />
          <Complaints error={record.error} />
        </div>
      )}
      {file.isPending && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {file.data && <Bench file={file.data} sheet={sheet} onChange={change} />}
      {submitting && <SubmitDialog row={row} endpoint={api.submit} onClose={() => setSubmitting(false)} onDone={onClose} />}
    </Drawer>
  )
}

const Complaints = ({ error }: { error: Error }) =>
  'errors' in error && Array.isArray(error.errors) ? (
    <ul>
      {(error.errors as { path: string; message: string }[]).map((one) => (
        <li key={one.path + one.message}>{one.message}</li>
      ))}
    </ul>
  ) : null

const emptyCells = (item: TestedItem): Cells => ({
  cells: Array.from({ length: item.parallels }, () => ''),
  source: 'measured',
  referenceNo: '',
  laboratory: '',
  instrument: '',
  correction: '',
})

/** The cells as they were saved; the reason of a correction belongs to the next one only. */
function savedCells(item: TestedItem, result: TestResult | undefined): Cells {
  if (result === undefined) return emptyCells(item)
  const found = result.words !== '' ? [result.words] : result.individual
  const { source, referenceNo, laboratory, instrument } = result
  return { cells: [...found, ...emptyCells(item).cells.slice(found.length)], source, referenceNo, laboratory, instrument, correction: '' }
}

/** One cell that is no number is the result in words; else every filled cell is one parallel. */
function measuredIn(cells: readonly string[]): { individual: string[]; words: string } {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return filled.length === 1 && !isDecimal(filled[0]!) ? { individual: [], words: filled[0]! } : { individual: filled, words: '' }
}

const inputOf = ({ cells, ...rest }: Cells) => ({ ...rest, ...measuredIn(cells) })

type Line = { item: TestedItem; cells: Cells; result: TestResult | undefined }

function linesOf(file: InspectionFile, sheet: Sheet): Line[] {
  return file.items.map((item) => {
    const result = file.results.filter((one) => one.itemId === item.id).at(-1)
    return { item, result, cells: sheet[item.id] ?? savedCells(item, result) }
  })
}

/** Items whose cells say something else than what is saved. */
const changedItems = (file: InspectionFile, sheet: Sheet): Line[] =>
  linesOf(file, sheet).filter(({ item, cells, result }) => {
    const { correction: _, ...now } = inputOf(cells)
    const { correction: __, ...saved } = inputOf(savedCells(item, result))
    return JSON.stringify(now) !== JSON.stringify(saved)
  })

/** Enter goes to the next cell, as in the paper form. */
function goOn({ currentTarget }: KeyboardEvent<HTMLInputElement>) {
  const cells = [...(currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input:not([disabled])') ?? [])]
  cells[cells.indexOf(currentTarget) + 1]?.focus()
}

function Bench({ file, sheet, onChange }: { file: InspectionFile; sheet: Sheet; onChange: (itemId: string, cells: Cells) => void }) {
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
          <BenchLine
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

function BenchLine({
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
  const saved = savedCells(item, result)
  const isCorrection = result !== undefined && JSON.stringify({ ...inputOf(cells), correction: '' }) !== JSON.stringify(inputOf(saved))
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
