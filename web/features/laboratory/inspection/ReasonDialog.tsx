import { App, Form, Input } from 'antd'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Asks why: a request that is returned or cancelled, results that go back to the analyst. */
export function ReasonDialog({
  title,
  submit,
  done,
  endpoint,
  id,
  onClose,
}: {
  title: string
  submit: string
  /** What to say when it is done. */
  done: string
  endpoint: typeof rawInspectionApi.return
  id: string
  onClose: () => void
}) {
  const { message } = App.useApp()
  const write = useWrite(endpoint)
  return (
    <StepDialog<{ reason: string }>
      title={title}
      submit={submit}
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        write.mutate(
          { id, reason },
          {
            onSuccess: () => {
              void message.success(done)
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
