import { Button } from 'antd'
import { useState } from 'react'
import { ReportIncidentDialog, type ReportedFrom } from './ReportIncidentDialog.tsx'

/** 上报质量事件 beside the record that it concerns, for everybody who sees it. */
export function ReportIncidentButton({
  from,
  label = '上报质量事件',
  primary = false,
}: {
  from?: ReportedFrom
  label?: string
  primary?: boolean
}) {
  const [telling, setTelling] = useState(false)
  return (
    <>
      <Button type={primary ? 'primary' : 'default'} onClick={() => setTelling(true)}>
        {label}
      </Button>
      {telling && <ReportIncidentDialog {...(from && { from })} onClose={() => setTelling(false)} />}
    </>
  )
}
