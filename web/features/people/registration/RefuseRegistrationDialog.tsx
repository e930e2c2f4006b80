import { App, Form, Input } from 'antd'
import type { foundingApi, joiningApi, RegistrationRow } from '#contract/people/registration.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Asks why a registration, of a person or of an enterprise (`of`), is sent back; they are told by mail. */
export function RefuseRegistrationDialog({
  registration,
  endpoint,
  of,
  onClose,
}: {
  registration: RegistrationRow
  endpoint: typeof foundingApi.refuse | typeof joiningApi.refuse
  of: string
  onClose: () => void
}) {
  const { message } = App.useApp()
  const refuse = useWrite(endpoint)
  return (
    <StepDialog<{ reason: string }>
      title={`退回 ${of} 的申请`}
      submit="退回"
      danger
      error={refuse.error}
      busy={refuse.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        refuse.mutate(
          { id: registration.id, reason },
          {
            onSuccess: () => {
              message.success('已退回')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item
        name="reason"
        label="原因"
        extra={registration.confirmedAt === null ? '邮箱没有确认，不发邮件；申请人可在进度页看到' : '申请人会收到邮件，也可在进度页看到'}
        rules={[{ required: true, whitespace: true, message: '请填写退回的原因' }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
