import { App, Form, Input } from 'antd'
import { mailboxApi } from '#contract/people/mailbox.ts'
import { useSession } from '#web/lib/actor.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { email: string; password: string }

/** Asks for the person's own mailbox. It is confirmed when the link in the letter is opened. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const { message } = App.useApp()
  const change = useWrite(mailboxApi.changeEmail)
  return (
    <StepDialog<Values>
      title="确认邮箱"
      submit="发送确认邮件"
      error={change.error}
      busy={change.isPending}
      initial={{ email: user.email }}
      onClose={onClose}
      onSubmit={(values) =>
        change.mutate(values, {
          onSuccess: ({ minutes }) => {
            message.success(`确认邮件已发往 ${values.email}，请在${minutes}分钟内打开其中的链接`)
            onClose()
          },
        })
      }
    >
      <p>确认过的邮箱可以用来重置口令，也用来接收账号的安全通知。打开邮件中的链接后生效。</p>
      <Form.Item
        name="email"
        label="电子邮箱"
        rules={[
          { required: true, message: '请填写邮箱' },
          { type: 'email', message: '邮箱格式不正确' },
        ]}
      >
        <Input type="email" maxLength={120} autoComplete="email" />
      </Form.Item>
      <Form.Item name="password" label="登录口令" rules={[{ required: true, message: '请输入口令' }]}>
        <Input.Password maxLength={200} autoComplete="current-password" />
      </Form.Item>
    </StepDialog>
  )
}
