import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { InspectionRow } from '#contract/laboratory/inspection.ts'

/** What each row of an inspection list opens to be read: the report, once there is one, and the file. Steps may come between them. */
export function ReportAndFile({
  row: { reportId },
  onReport,
  onFile,
  children,
}: {
  row: InspectionRow
  onReport: (reportId: string) => void
  onFile: () => void
  children?: ReactNode
}) {
  return (
    <>
      {reportId !== null && (
        <Button type="link" className="text-action" onClick={() => onReport(reportId)}>
          报告
        </Button>
      )}
      {children}
      <Button type="link" className="text-action" onClick={onFile}>
        详情
      </Button>
    </>
  )
}
