import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { attachmentApi } from '#contract/office/attachment.ts'
import type { RowError } from '#contract/office/import.ts'
import type { StandardItemInput } from '#contract/laboratory/standard-item.ts'
import { standardApi } from '#contract/laboratory/standard.ts'
import { call, sendFile } from '#web/lib/call.ts'
import { download } from '#web/lib/download.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { FileDrop } from '#web/parts/FileDrop.tsx'

type Stage =
  | { at: 'choosing' }
  | { at: 'reading'; name: string }
  | { at: 'failed'; error: Error }
  | { at: 'wrong'; rows: number; errors: RowError[] }

const columns: readonly Column<RowError & { key: string }>[] = [
  { title: '行', key: 'row', render: ({ row }) => `第${row}行` },
  { title: '列', key: 'column' },
  { title: '填写的内容', key: 'value' },
  { title: '原因', key: 'reason' },
]

/** 从 Excel 导入项目: all rows come into the grid or none. They are saved only after a person has checked them. */
export function ImportItemsDialog({
  hasItems,
  onItems,
  onClose,
}: {
  hasItems: boolean
  onItems: (items: StandardItemInput[]) => void
  onClose: () => void
}) {
  const [stage, setStage] = useState<Stage>({ at: 'choosing' })
  const stopper = useRef<AbortController>(null)
  const read = async (file: File) => {
    const name = file.name.normalize('NFC').slice(-150)
    const stop = (stopper.current = new AbortController())
    setStage({ at: 'reading', name })
    try {
      const { digest } = await sendFile(attachmentApi.upload, { name }, file, { signal: stop.signal, onProgress: () => {} })
      const { rows, errors, items } = await call(standardApi.readSheet, { digest }, { signal: stop.signal })
      if (errors.length > 0) setStage({ at: 'wrong', rows, errors })
      else onItems(items)
    } catch (error) {
      if (!stop.signal.aborted) setStage({ at: 'failed', error: error instanceof Error ? error : new Error('读取没有成功，请重试') })
    }
  }
  const close = () => {
    stopper.current?.abort()
    onClose()
  }
  return (
    <Modal
      open
      title="从 Excel 导入项目"
      width={880}
      footer={<Button onClick={close}>关闭</Button>}
      mask={{ closable: false }}
      onCancel={close}
    >
      <ol>
        <li>
          <Button type="link" className="text-action" onClick={() => void download('/api/standards/sheet-template')}>
            下载模板
          </Button>
          ，一行一个项目；限度的单元格须为文本格式（模板已设好），否则 3.0 会变成 3
        </li>
        <li>选择填好的文件：全部行正确时才读入表格，有一行错误就一行也不读入</li>
        <li>读入后在表格中核对，再保存草稿{hasItems && '；现有的项目会被替换'}</li>
      </ol>
      {stage.at !== 'reading' && (
        <FileDrop label={stage.at === 'choosing' ? '选择文件' : '换一个文件'} accept=".xlsx" onFiles={([file]) => file && void read(file)}>
          <span className="quiet">也可以拖到这里；Excel 工作簿（.xlsx）</span>
        </FileDrop>
      )}
      <div role="status">
        {stage.at === 'reading' && (
          <>
            正在检查 {stage.name} <progress aria-label="检查进度" />
          </>
        )}
      </div>
      {stage.at === 'failed' && <CallFailure error={stage.error} onRetry={undefined} />}
      {stage.at === 'wrong' && (
        <>
          <p role="alert" className="broken">
            共 {stage.rows} 行，有 {stage.errors.length} 处错误，没有读入任何项目。请修改后重新选择文件。
          </p>
          <div className="import-errors">
            <DataTable
              caption="不能读入的行"
              columns={columns}
              rows={stage.errors.map((error, index) => ({ ...error, key: String(index) }))}
              rowKey={(error) => error.key}
            />
          </div>
        </>
      )}
    </Modal>
  )
}
