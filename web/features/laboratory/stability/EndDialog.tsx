import { Form, Input } from 'antd'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { reason: string; signature: SignatureInput; second: { userName: string; password: string } }

/** Why a plan ends, or a lot leaves it, with the signatures of two. */
export function EndDialog({
  title,
  submit,
  meaning,
  second,
  says,
  error,
  busy,
  onClose,
  onSubmit,
}: {
  title: string
  submit: string
  meaning: string
  second: string
  /** What it means for what was planned. */
  says: string
  error: Error | null
  busy: boolean
  onClose: () => void
  onSubmit: (values: Values) => void
}) {
  return (
    <StepDialog<Values> title={title} submit={submit} danger error={error} busy={busy} onClose={onClose} onSubmit={onSubmit}>
      <p>{says}</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={meaning} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={second} name="second" />
    </StepDialog>
  )
}
