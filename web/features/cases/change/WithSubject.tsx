import { Alert, Drawer, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { changeApi } from '#contract/cases/change-api.ts'
import type { ChangeRecord, ChangeSubject } from '#contract/cases/change.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'

/** Reads what a change would be of and what it touches, and then shows its form. */
export function WithSubject({
  record,
  id,
  onClose,
  children,
}: {
  record: ChangeRecord
  id: string
  onClose: () => void
  children: (subject: ChangeSubject) => ReactNode
}) {
  const subject = useRead(changeApi.subject, { record, recordId: id })
  if (subject.data) return children(subject.data)
  return (
    <Drawer open size={760} title="提出变更" onClose={onClose}>
      {subject.isPending && <Skeleton active />}
      {subject.error && <CallFailure error={subject.error} onRetry={() => void subject.refetch()} />}
    </Drawer>
  )
}

/** Says that another change of it is under way. */
export const OpenChange = ({ of: { open } }: { of: ChangeSubject }) =>
  open !== null && <Alert type="warning" showIcon title={`已有未办完的变更 ${open}`} />
