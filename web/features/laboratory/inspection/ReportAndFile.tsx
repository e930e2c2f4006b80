import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { InspectionRow } from '#contract/laboratory/inspection.ts'

/** What each row of an inspection list opens to be read: the report, once there is one, and the file. Steps may come between them. */
export function ReportAndFile({
  row,
  onOpen,
  children,
}: {
  row: InspectionRow
  onOpen: (what: 'report' | 'file') => void
  children?: ReactNode
}) {
  return (
    <>
      {row.reportId !== null && (
        <Button type="link" className="text-action" onClick={() => onOpen('report')}>
          报告
        </Button>
      )}
      {children}
      <Button type="link" className="text-action" onClick={() => onOpen('file')}>
        详情
      </Button>
    </>
  )
}
