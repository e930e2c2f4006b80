import { testActivity } from '#contract/people/authorisation.ts'
import { AuthorisationHint } from '#web/features/people/authorisation/AuthorisationHint.tsx'
import { Alert, App, Button, Drawer, Modal, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { rawInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { staleResults } from '#contract/laboratory/counting-results.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { inspectionActions, type InspectionRow } from '#contract/laboratory/inspection.ts'
import { sampleStates } from '#contract/laboratory/sample-state.ts'
import { useActor } from '#web/lib/actor.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { draft } from '#web/lib/draft.ts'
import { usePhone } from '#web/lib/media.ts'
import { useTab } from '#web/lib/tab.ts'
import { ReceiveDialog } from '#web/features/laboratory/sample/ReceiveDialog.tsx'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { BenchContext, useSheetMeans } from './bench.ts'
import { begin } from './go-on.ts'
import { nextKey } from './next-sample.ts'
import { changedLines, inputOf, type Cells, type Line, type Sheet } from './result-cells.ts'
import { complaintsOf } from './result-complaints.ts'
import { ResultGrid } from './ResultGrid.tsx'
import { SheetMeans } from './SheetMeans.tsx'
import { SubmitDialog } from './SubmitDialog.tsx'

type Api = typeof rawInspectionApi | typeof bulkTestApi

/** The cells of one inspection that are not saved yet. They are kept as a draft, so that a reload does not lose them. */
function useSheet(inspectionId: string) {
  const { path } = useTab()
  const userId = useActor().id
  const draftName = `results:${inspectionId}`
  // Only this drawer writes a draft of this name.
  const [sheet, setSheet] = useState<Sheet>(() => (draft.read(userId, path, draftName) ?? {}) as Sheet)
  const change = (itemId: string, cells: Cells) => {
    const next = { ...sheet, [itemId]: cells }
    setSheet(next)
    draft.keep(userId, path, draftName, next)
  }
  const dropDraft = () => {
    setSheet({})
    draft.drop(userId, path, draftName)
  }
  /** What was saved is no draft any more; the rest stays one. */
  const dropItems = (itemIds: readonly string[]) => {
    setSheet((now) => {
      const rest = Object.fromEntries(Object.entries(now).filter(([itemId]) => !itemIds.includes(itemId)))
      if (Object.keys(rest).length === 0) draft.drop(userId, path, draftName)
      else draft.keep(userId, path, draftName, rest)
      return rest
    })
  }
  return { sheet, change, dropDraft, dropItems }
}

/** 录入结果: the grid, what was typed kept as a draft; submitting saves first and then asks for the signature. */
export function ResultsDrawer({
  row,
  api,
  next,
  onNext,
  onClose,
}: {
  row: InspectionRow
  api: Api
  /** The sample that waits after this one. */
  next: InspectionRow | undefined
  onNext: (next: InspectionRow) => void
  onClose: () => void
}) {
  const { message, modal } = App.useApp()
  const file = useRead(api.file, { id: row.id })
  const record = useWrite(api.record)
  const { sheet, change, dropDraft, dropItems } = useSheet(row.id)
  const [submitting, setSubmitting] = useState(false)
  const [isDone, setDone] = useState(false)
  const body = useFirstField(file.data !== undefined)
  // What was said of an item stands there until the item is written anew.
  const [rewritten, setRewritten] = useState<readonly string[]>([])
  const { atItems, others } = complaintsOf(record.error, record.variables?.results.map(({ itemId }) => itemId) ?? [])
  const complaints = new Map([...atItems].filter(([itemId]) => !rewritten.includes(itemId)))
  const write = (itemId: string, cells: Cells) => {
    setRewritten([...rewritten, itemId])
    change(itemId, cells)
  }
  const bench = useSheetMeans(row.id)
  const changed = file.data ? changedLines(file.data, sheet) : []
  const save = (lines: readonly Line[], then: () => void) => {
    if (!file.data || lines.length === 0) return then()
    const results = lines.map(({ item, cells }) => ({ itemId: item.id, ...inputOf(cells), ...bench.inputOf(item, cells) }))
    setRewritten([])
    record.mutate(
      { id: row.id, results, ...bench.sheetInput(lines) },
      {
        onSuccess: () => {
          dropItems(lines.map(({ item }) => item.id))
          bench.change({ draws: {} })
          then()
        },
      },
    )
  }
  const submitted = () => {
    setSubmitting(false)
    if (next === undefined) onClose()
    else setDone(true)
  }
  const saved = () => void message.success('结果已保存')
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
        bench.drop()
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
          {next && (
            <Button onClick={() => onNext(next)}>
              下一个样品 <kbd>{nextKey}</kbd>
            </Button>
          )}
          <Button loading={record.isPending} disabled={changed.length === 0} onClick={() => save(changed, saved)}>
            保存{changed.length > 0 && ` ${changed.length} 项`}
          </Button>
          {file.data && (
            <ActionButton
              action={inspectionActions[row.side].submit}
              row={file.data.inspection}
              type="primary"
              // What is being saved is not sent a second time, and nothing is asked before it is there.
              busy={record.isPending}
              onClick={() => save(changed, () => setSubmitting(true))}
            />
          )}
        </div>
      }
    >
      {file.data && <AuthorisationHint asked={file.data.items.map(({ group }) => testActivity(group))} />}
      {record.error && (atItems.size === 0 || others.length > 0) && (
        <div className="form-failure">
          <CallFailure error={record.error} onRetry={undefined} />
          {others.length > 0 && (
            <ul>
              {others.map((one) => (
                <li key={one.path + one.message}>{one.message}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {file.isPending && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {file.data && <Stale file={file.data} recalculate={api.recalculate} />}
      {file.data && <MissingSample file={file.data} />}
      {file.data && (
        <BenchContext value={bench}>
          <SheetMeans bench={bench} changed={changed} />
          <div ref={body}>
            <ResultGrid
              file={file.data}
              sheet={sheet}
              complaints={complaints}
              onChange={write}
              onSave={(itemId) =>
                save(
                  changed.filter(({ item }) => item.id === itemId),
                  saved,
                )
              }
              saving={record.isPending}
              askCorrection={api.askCorrection}
            />
          </div>
          {changed.some(({ cells }) => cells.source === 'outsourced') && <Attachments of="inspection" id={row.id} usual="药材检验报告" />}
        </BenchContext>
      )}
      {submitting && file.data && (
        <SubmitDialog
          row={row}
          oosCases={file.data.oosCases}
          endpoint={api.submit}
          onClose={() => setSubmitting(false)}
          onDone={submitted}
        />
      )}
      {isDone && next && <Submitted row={row} next={next} onNext={onNext} onClose={onClose} />}
    </Drawer>
  )
}

/** Goes to the first field that is to be filled in, once they are there; a telephone would open its keyboard over them. */
function useFirstField(isThere: boolean) {
  const body = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  useEffect(() => {
    if (isThere && !phone) begin(body.current)
  }, [isThere, phone])
  return body
}

/** What waits after a record that was handed in. */
function Submitted({
  row,
  next,
  onNext,
  onClose,
}: {
  row: InspectionRow
  next: InspectionRow
  onNext: (next: InspectionRow) => void
  onClose: () => void
}) {
  return (
    <Modal
      open
      title={`${row.lotName} ${row.lotNo} 已提交`}
      okText={`检验 ${next.lotNo}`}
      cancelText="回到列表"
      okButtonProps={{ autoFocus: true }}
      transitionName=""
      onOk={() => onNext(next)}
      onCancel={onClose}
    >
      等待复核。下一个待检样品：{next.lotName} {next.lotNo}。
    </Modal>
  )
}

/** The moisture changed that results were counted with: they are calculated again before anything is submitted. */
function Stale({ file, recalculate }: { file: InspectionFile; recalculate: Api['recalculate'] }) {
  const { message } = App.useApp()
  const write = useWrite(recalculate)
  const names = staleResults(file).map(({ itemId }) => file.items.find(({ id }) => id === itemId)?.name)
  if (names.length === 0) return null
  return (
    <>
      <Alert
        className="form-failure"
        type="warning"
        showIcon
        title={`水分结果已变动，按原读数重算后才能提交：${names.join('、')}`}
        action={
          <Button
            loading={write.isPending}
            onClick={() => write.mutate({ id: file.inspection.id }, { onSuccess: () => void message.success('已重算，原结果保留') })}
          >
            重算 {names.length} 项
          </Button>
        }
      />
      {write.error && <CallFailure error={write.error} onRetry={undefined} />}
    </>
  )
}

/** Says that the laboratory does not have the sample yet, or no more, and what comes next. */
function MissingSample({ file: { inspection, sampling } }: { file: InspectionFile }) {
  const [receiving, setReceiving] = useState(false)
  const sample = sampling?.samples.find(({ kind }) => kind === 'test')
  if (sampling === null || sample === undefined || sample.state === 'received' || sample.state === 'in_test' || sample.state === 'tested')
    return null
  const isToReceive = sample.state === 'collected'
  return (
    <>
      <Alert
        className="form-failure"
        type="warning"
        showIcon
        title={
          isToReceive ? '样品待接收，接收后才能保存结果' : `检验样 ${sample.sampleNo} ${sampleStates[sample.state].label}，请取样人重新取样`
        }
        action={
          isToReceive && (
            <Button type="primary" onClick={() => setReceiving(true)}>
              接收样品
            </Button>
          )
        }
      />
      {receiving && (
        <ReceiveDialog
          sample={{ id: sample.id, side: inspection.side, samplingNo: sampling.samplingNo }}
          onClose={() => setReceiving(false)}
        />
      )}
    </>
  )
}
