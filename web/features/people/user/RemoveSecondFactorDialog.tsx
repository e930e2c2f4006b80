import { App, Form, Input } from 'antd'
import { userApi, type UserRow } from '#contract/people/user.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Asks why somebody's second factor is taken away; the security log keeps the reason, the person is told. */
export function RemoveSecondFactorDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { message } = App.useApp()
  const remove = useWrite(userApi.removeSecondFactor)
  return (
    <StepDialog<{ reason: string }>
      title={`解除 ${user.name} 的两步验证`}
      submit="解除"
      danger
      error={remove.error}
      busy={remove.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        remove.mutate(
          { id: user.id, reason },
          {
            onSuccess: () => {
              message.success(`${user.name} 的两步验证已解除，其会话已结束`)
              onClose()
            },
          },
        )
      }
    >
      <p>请先确认是本人要求，如手机遗失。解除后只凭口令就能登录，其会话全部结束，本人会收到通知。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写解除的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
