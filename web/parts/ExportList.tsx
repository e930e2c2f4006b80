import { App, Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { exportApi, mostExported } from '#contract/office/export.ts'
import { call, CallError } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { textOf } from '#web/lib/text-of.ts'
import { keepWorkbook } from '#web/lib/workbook.ts'
import { readAllRows, type AskedList } from './all-rows.ts'
import { contentOf, type Column } from './DataTable.tsx'

/** One page is read so fast that the dialog would only flash. */
const onePage = 200

/**
 * Saves what a list shows as a workbook: the filters and the order of the page, the columns the person chose, every cell as the
 * screen shows it. The rows come through the list's own endpoint, so its rights hold; that it was exported is logged.
 */
export function ExportList<Row, In extends z.ZodObject>({
  title,
  endpoint,
  query,
  columns,
}: AskedList<Row, In> & {
  title: string
  columns: readonly Column<NoInfer<Row>>[]
}) {
  const { message } = App.useApp()
  const [read, setRead] = useState<number>()
  const stopper = useRef<AbortController>(null)

  const start = async () => {
    const { signal } = (stopper.current = new AbortController())
    setRead(0)
    try {
      const rows = await readAllRows({ endpoint, query }, mostExported, { signal, onRead: setRead })
      const filters = Object.fromEntries(
        Object.entries(query).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, String(value)]])),
      )
      await call(exportApi.note, { title, columns: columns.map((column) => column.title), filters, rows: rows.length }, { signal })
      await keepWorkbook(
        `${title} ${today()}`,
        columns.map(({ title, align }) => ({ title, isNumber: align === 'right' })),
        rows.map((row) => columns.map((column) => cellText(column, row))),
      )
      if (rows.length >= mostExported) message.warning(`一次最多导出 ${mostExported} 条，其余的请缩小筛选范围后再导出`)
      else message.success(`已导出 ${rows.length} 条`)
    } catch (error) {
      if (!signal.aborted) message.error(error instanceof CallError ? error.message : '导出没有成功，请重试')
    } finally {
      setRead(undefined)
    }
  }
  const cancel = () => {
    stopper.current?.abort()
    setRead(undefined)
  }
  return (
    <>
      <Button onClick={() => void start()}>导出 Excel</Button>
      <Modal
        open={read !== undefined && read > onePage}
        title={`导出${title}`}
        footer={<Button onClick={cancel}>取消</Button>}
        onCancel={cancel}
      >
        <p role="status">已读取 {read ?? 0} 条……</p>
      </Modal>
    </>
  )
}

const cellText = <Row,>(column: Column<Row>, row: Row): string => textOf(contentOf(column, row)).replace(/\s+/g, ' ').trim()
