import { App } from 'antd'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { inspectionActions } from '#contract/laboratory/inspection.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { VerdictLine } from './ApproveDialog.tsx'

/** 复核: a second person signs after reading the raw values. */
export function ReviewDialog({
  file,
  endpoint,
  onClose,
  onDone,
}: {
  file: InspectionFile
  endpoint: typeof rawInspectionApi.review
  onClose: () => void
  onDone: () => void
}) {
  const { message } = App.useApp()
  const review = useWrite(endpoint)
  const { inspection } = file
  return (
    <StepDialog<{ signature: SignatureInput }>
      title={`复核 ${inspection.lotNo}`}
      submit="签名并复核"
      error={review.error}
      busy={review.isPending}
      onClose={onClose}
      onSubmit={({ signature }) =>
        review.mutate(
          { id: inspection.id, signature },
          {
            onSuccess: () => {
              void message.success('已复核，等待批准')
              onDone()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['结论', <VerdictLine key="verdict" file={file} />],
          ['检验人', file.records.at(-1)?.submittedByName],
        ]}
      />
      <SignatureFields meaning={inspectionActions[inspection.side].review.signs} />
    </StepDialog>
  )
}
