import { App, Form, Input } from 'antd'
import { userApi, type UserRow } from '#contract/people/user.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Asks why an account is disabled; the history keeps the reason. */
export function DisableDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { message } = App.useApp()
  const disable = useWrite(userApi.disable)
  return (
    <StepDialog<{ reason: string }>
      title={`停用 ${user.name}（${user.userName}）`}
      submit="停用"
      danger
      error={disable.error}
      busy={disable.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        disable.mutate(
          { id: user.id, reason },
          {
            onSuccess: () => {
              message.success(`${user.name} 已停用，其会话已全部结束`)
              onClose()
            },
          },
        )
      }
    >
      <p>停用后立即不能登录和签名；已有的签名和记录不变，以后可以重新启用。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写停用的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
