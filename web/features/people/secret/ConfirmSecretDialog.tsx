import { App, Form, Input } from 'antd'
import { secretApi, secretKinds, type SecretRow } from '#contract/people/secret.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Another administrator has met the person and says how they made sure. */
export function ConfirmSecretDialog({ secret, onClose }: { secret: SecretRow; onClose: () => void }) {
  const { message } = App.useApp()
  const confirm = useWrite(secretApi.confirm)
  const { name, userName } = secret.person
  return (
    <StepDialog<{ note: string }>
      title={`确认 ${name}（${userName}）的${secretKinds[secret.what]}`}
      submit="确认"
      error={confirm.error}
      busy={confirm.isPending}
      onClose={onClose}
      onSubmit={({ note }) =>
        confirm.mutate(
          { id: secret.id, note },
          {
            onSuccess: () => {
              message.success(`已确认，${name} 可以签名`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        由 {secret.setBy.name} 设置。请当面见到 {name} 本人，确认现在只有本人知道口令；确认之后，本人的签名即有效。
      </p>
      <Form.Item name="note" label="如何核实" rules={[{ required: true, whitespace: true, message: '请写明如何核实本人' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} placeholder="如：当面核对工牌，本人已改口令" />
      </Form.Item>
    </StepDialog>
  )
}
