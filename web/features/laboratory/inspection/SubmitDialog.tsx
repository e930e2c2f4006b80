import { Alert, App } from 'antd'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { openOosStates } from '#contract/cases/oos.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { inspectionActions, type InspectionRow } from '#contract/laboratory/inspection.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { OosMark } from './OosMark.tsx'

/** 提交结果: the analyst signs for the record as it is saved. */
export function SubmitDialog({
  row,
  oosCases,
  endpoint,
  onClose,
  onDone,
}: {
  row: InspectionRow
  oosCases: InspectionFile['oosCases']
  endpoint: typeof rawInspectionApi.submit
  onClose: () => void
  /** The record is submitted, and nothing is left to type. */
  onDone: () => void
}) {
  const { message } = App.useApp()
  const submit = useWrite(endpoint)
  const open = oosCases.filter(({ state }) => openOosStates.some((one) => one === state))
  const onSuccess = ({ verdict }: InspectionRow) => {
    if (verdict === 'FAIL') void message.warning('已提交；有不符合规定的项目')
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
      {open.length > 0 ? (
        <Alert
          className="form-failure"
          type="warning"
          showIcon
          title="调查办完之前不能提交"
          description={open.map((oos) => (
            <div key={oos.id}>
              {oos.itemName} <OosMark oos={oos} />
            </div>
          ))}
        />
      ) : (
        <Alert className="form-failure" type="info" showIcon title="已保存的结果不能改写；录入有误须先办更正。" />
      )}
      <SignatureFields meaning={inspectionActions[row.side].submit.signs} />
    </StepDialog>
  )
}
