import { App } from 'antd'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { concludeReport } from '#contract/laboratory/conclude.ts'
import { countingResults } from '#contract/laboratory/counting-results.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { inspectionActions } from '#contract/laboratory/inspection.ts'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 批准报告: the conclusion is computed, and the approver cannot choose it. */
export function ApproveDialog({
  file,
  endpoint,
  onClose,
  onDone,
}: {
  file: InspectionFile
  endpoint: typeof rawInspectionApi.approve
  onClose: () => void
  onDone: () => void
}) {
  const { message } = App.useApp()
  const approve = useWrite(endpoint)
  const { inspection } = file
  return (
    <StepDialog<{ signature: SignatureInput }>
      title={`批准检验报告 ${inspection.lotNo}`}
      submit="签名并批准"
      error={approve.error}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        approve.mutate(
          { id: inspection.id, ...values },
          {
            onSuccess: ({ reportNo }) => {
              void message.success(`检验报告 ${reportNo} 已批准`)
              onDone()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['报告结论', <VerdictLine key="verdict" file={file} />],
          ...(inspection.verdict === null
            ? []
            : ([
                ['报告写明', concludeReport(file, countingResults(file.results, file.oosCases), inspection.verdict === 'PASS').conclusion],
              ] as const)),
          ['检验依据', inspection.standardName],
          ['检验人', file.records.at(-1)?.submittedByName],
          ['复核人', file.records.at(-1)?.reviewedByName],
        ]}
      />
      <SignatureFields meaning={inspectionActions[inspection.side].approve.signs} />
    </StepDialog>
  )
}

/** The verdict of the record, and which items failed. */
export function VerdictLine({ file: { inspection, oosCases } }: { file: InspectionFile }) {
  if (inspection.verdict === null) return null
  return (
    <>
      <StateTag of={verdictLooks} state={inspection.verdict} />{' '}
      {inspection.verdict === 'FAIL' && oosCases.flatMap(({ itemName, state }) => (state === 'confirmed' ? [itemName] : [])).join('、')}
    </>
  )
}
