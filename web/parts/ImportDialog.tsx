import { App, Button, Modal } from 'antd'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { attachmentApi } from '#contract/office/attachment.ts'
import { importOf, mostErrors, type Checked, type ImportSheet, type RowError } from '#contract/office/import.ts'
import { call, CallError, sendFile } from '#web/lib/call.ts'
import { download } from '#web/lib/download.ts'
import { keepWorkbook } from '#web/lib/workbook.ts'
import { DataTable, type Column } from './DataTable.tsx'
import { ExportButton } from './ExportButton.tsx'
import { FileDrop } from './FileDrop.tsx'

type Stage =
  | { at: 'choosing' }
  | { at: 'sending'; name: string; share: number }
  | { at: 'checking' | 'writing'; name: string }
  | { at: 'refused'; name: string; error: Error }
  | { at: 'checked'; name: string; digest: string; result: Checked }

// Thousands of rows are written one by one under all their rules.
const waitMs = 120_000

const errorColumns: readonly Column<RowError & { key: number }>[] = [
  { title: '行', key: 'row', render: ({ row }) => `第${row}行` },
  { title: '列', key: 'column' },
  { title: '填写的内容', key: 'value' },
  { title: '原因', key: 'reason' },
]

/** An import from a workbook: template, file, check with every wrong cell named, then all rows or none. */
export function ImportDialog({ sheet, onClose }: { sheet: ImportSheet; onClose: () => void }) {
  const { message } = App.useApp()
  const queries = useQueryClient()
  const [stage, setStage] = useState<Stage>({ at: 'choosing' })
  const stopper = useRef<AbortController>(null)
  const api = importOf(sheet)
  const busy = stage.at === 'sending' || stage.at === 'checking' || stage.at === 'writing'

  const check = async (file: File) => {
    const name = file.name.normalize('NFC').slice(-150)
    const canceller = (stopper.current = new AbortController())
    setStage({ at: 'sending', name, share: 0 })
    try {
      const onProgress = (share: number) => setStage({ at: 'sending', name, share })
      const { digest } = await sendFile(attachmentApi.upload, { name }, file, { signal: canceller.signal, onProgress })
      setStage({ at: 'checking', name })
      const result = await call(api.check, { digest, name }, { signal: canceller.signal, waitMs })
      setStage({ at: 'checked', name, digest, result })
    } catch (error) {
      if (!canceller.signal.aborted)
        setStage({ at: 'refused', name, error: error instanceof Error ? error : new Error('检查没有成功，请重试') })
    }
  }
  const write = async ({ name, digest }: { name: string; digest: string }) => {
    setStage({ at: 'writing', name })
    try {
      const { rows } = await call(api.commit, { digest, name }, { waitMs })
      message.success(`已导入 ${rows} 行${sheet.title}`)
      void queries.invalidateQueries()
      onClose()
    } catch (error) {
      setStage({ at: 'refused', name, error: error instanceof Error ? error : new Error('导入没有成功，请重试') })
    }
  }
  const close = () => {
    if (stage.at === 'writing') return // the rows are still being written, and the person must see the answer
    stopper.current?.abort()
    onClose()
  }
  const ready = stage.at === 'checked' && stage.result.errorRows === 0

  return (
    <Modal
      open
      title={`导入${sheet.title}`}
      width={880}
      mask={{ closable: false }}
      okText={ready ? `导入 ${stage.result.rows} 行` : '导入'}
      okButtonProps={{ disabled: !ready, loading: stage.at === 'writing' }}
      onOk={() => ready && void write(stage)}
      onCancel={close}
    >
      <ol className="import-steps">
        <li>
          <Button type="link" className="text-action" onClick={() => void download(`/api/imports/${sheet.subject}/template`)}>
            下载模板
          </Button>
          ，按表头填写，带 * 的列必填；第二张表是填写说明
        </li>
        <li>选择填好的文件，系统先逐行检查，什么都不写入</li>
        <li>全部正确后才能导入；要么全部写入，要么一行也不写</li>
      </ol>
      {!busy && (
        <FileDrop label={stage.at === 'choosing' ? '选择文件' : '换一个文件'} accept=".xlsx" onFiles={([file]) => file && void check(file)}>
          <span className="quiet">也可以拖到这里；Excel 工作簿（.xlsx），5 MB、5000 行以内</span>
        </FileDrop>
      )}
      <div role="status" className="import-state">
        <Progress stage={stage} />
        {ready && `${stage.name}：${stage.result.rows} 行全部正确，可以导入`}
      </div>
      {stage.at === 'refused' && <Refused error={stage.error} name={stage.name} />}
      {stage.at === 'checked' && stage.result.errorRows > 0 && <Errors {...stage.result} name={stage.name} />}
    </Modal>
  )
}

/** What is happening to the file at this moment. */
function Progress({ stage }: { stage: Stage }) {
  return (
    <>
      {stage.at === 'sending' && (
        <>
          正在上传 {stage.name} <progress value={stage.share} aria-label="上传进度" />
        </>
      )}
      {stage.at === 'checking' && (
        <>
          正在检查 {stage.name} <progress aria-label="检查进度" />
        </>
      )}
      {stage.at === 'writing' && (
        <>
          正在导入 {stage.name} <progress aria-label="导入进度" />
        </>
      )}
    </>
  )
}

function Refused({ error, name }: { error: Error; name: string }) {
  const fieldErrors = error instanceof CallError ? error.errors : []
  return (
    <div role="alert" className="form-failure">
      <p className="broken">
        {name}：{error.message}
      </p>
      {fieldErrors.length > 0 && (
        <ul>
          {fieldErrors.map(({ path, message }) => (
            <li key={path + message}>{path.startsWith('第') ? `${path}：${message}` : message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Errors({ rows, errorRows, errors, name }: Checked & { name: string }) {
  const shown = errors.map((error, key) => ({ ...error, key }))
  const keep = () =>
    keepWorkbook(
      `${name.replace(/\.xlsx$/i, '')} 错误`,
      errorColumns.map(({ title }, index) => ({ title, isNumber: index === 0 })),
      errors.map(({ row, column, value, reason }) => [String(row), column, value, reason]),
    )
  return (
    <>
      <p role="alert" className="broken">
        {name} 共 {rows} 行，{errors.length >= mostErrors ? `至少 ${errorRows}` : errorRows}{' '}
        行有错，没有写入任何数据。请修改后重新选择文件。
      </p>
      <div className="import-errors">
        <DataTable caption="不能导入的行" columns={errorColumns} rows={shown} rowKey={(error) => String(error.key)} />
      </div>
      <p>
        <ExportButton start={keep}>下载错误清单</ExportButton>
      </p>
    </>
  )
}
