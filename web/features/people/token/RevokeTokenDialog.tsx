import { App, Form, Input } from 'antd'
import { tokenApi, type TokenRow } from '#contract/people/token.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Asks why a token is revoked; the history keeps the reason. */
export function RevokeTokenDialog({ token, onClose }: { token: TokenRow; onClose: () => void }) {
  const { message } = App.useApp()
  const revoke = useWrite(tokenApi.revoke)
  return (
    <StepDialog<{ reason: string }>
      title={`吊销令牌“${token.name}”`}
      submit="吊销"
      danger
      error={revoke.error}
      busy={revoke.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        revoke.mutate(
          { id: token.id, reason },
          {
            onSuccess: () => {
              message.success(`${token.name} 已吊销，立即失效`)
              onClose()
            },
          },
        )
      }
    >
      <p>吊销后使用它的程序立即不能读写，不能恢复；它写过的记录不变。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写吊销的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
