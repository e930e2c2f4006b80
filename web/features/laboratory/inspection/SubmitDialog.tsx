import { Alert, App } from 'antd'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionRow } from '#contract/laboratory/inspection.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 提交结果: the analyst signs for the record as it is saved. */
export function SubmitDialog({
  row,
  endpoint,
  onClose,
  onDone,
}: {
  row: InspectionRow
  endpoint: typeof rawInspectionApi.submit
  onClose: () => void
  /** The record is submitted, and nothing is left to type. */
  onDone: () => void
}) {
  const { message } = App.useApp()
  const submit = useWrite(endpoint)
  const onSuccess = ({ verdict }: InspectionRow) => {
    if (verdict === 'FAIL') void message.warning('已提交；有不符合规定的项目，已开立OOS并冻结该批')
    else void message.success('已提交，等待复核')
    onDone()
  }
  return (
    <StepDialog<{ signature: SignatureInput }>
      title={`提交检验结果 ${row.lotNo}`}
      submit="签名并提交"
      error={submit.error}
      busy={submit.isPending}
      onClose={onClose}
      onSubmit={({ signature }) => submit.mutate({ id: row.id, signature }, { onSuccess })}
    >
      <Alert
        className="form-failure"
        type="info"
        showIcon
        title="提交后结果不能更改；只有复核人或批准人退回，才能更正。不符合规定的项目会自动开立OOS。"
      />
      <SignatureFields meaning={inspectionActions[row.side].submit.signs} />
    </StepDialog>
  )
}
