import { App } from 'antd'
import type { InspectionRow } from '#contract/laboratory/inspection.ts'
import { requestKinds } from '#contract/laboratory/request.ts'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime, kgUnit } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 受理: shows the request once more before quality control accepts it. */
export function AcceptDialog({
  row,
  endpoint,
  onClose,
}: {
  row: InspectionRow
  endpoint: typeof rawInspectionApi.accept
  onClose: () => void
}) {
  const { message } = App.useApp()
  const accept = useWrite(endpoint)
  return (
    <StepDialog
      title={`受理 ${row.requestNo}`}
      submit="受理"
      error={accept.error}
      busy={accept.isPending}
      onClose={onClose}
      onSubmit={() =>
        accept.mutate(
          { id: row.id },
          {
            onSuccess: () => {
              void message.success(`${row.requestNo} 已受理，等待取样`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['品名', row.lotName],
          ['批号', row.lotNo],
          ['请验类别', requestKinds[row.requestKind]],
          ['数量', `${kgUnit(row.lotQuantity)}，${row.packageCount} 件`],
          ['检验标准', row.standardName],
          ['请验人', `${row.requestedByName}　${dateTime(row.requestedAt)}`],
        ]}
      />
    </StepDialog>
  )
}
