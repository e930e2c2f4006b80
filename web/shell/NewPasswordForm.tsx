import { Alert, Button, Form } from 'antd'
import { Link } from 'react-router'
import { mailboxApi } from '#contract/people/mailbox.ts'
import { CallError, useWrite } from '#web/lib/call.ts'
import { FormFailure } from '#web/parts/FormFailure.tsx'
import { GateFrame } from './GateFrame.tsx'
import { PasswordTwice } from './PasswordTwice.tsx'

type Values = { password: string; again: string }

/** Asks for the new password of a person who opened the link in their mail. */
export function NewPasswordForm({ token }: { token: string }) {
  const [form] = Form.useForm<Values>()
  const reset = useWrite(mailboxApi.resetPassword)
  if (reset.isSuccess)
    return (
      <GateFrame title="重置密码">
        <Alert
          className="form-failure"
          type="success"
          showIcon
          role="status"
          title="新口令已生效"
          description={`账号 ${reset.data.userName} 在各处的登录已经结束，请用新口令登录。`}
        />
        <p className="gate-links">
          <Link to="/login">去登录</Link>
        </p>
      </GateFrame>
    )
  const over =
    reset.error instanceof CallError && (reset.error.code === 'link_over' || reset.error.errors.some((one) => one.path === 'token'))
  return (
    <GateFrame title="重置密码">
      <FormFailure form={form} error={reset.error} />
      {over && <p className="gate-note">如果您刚刚已经设置了新口令，请直接登录；否则请重新申请邮件。</p>}
      <Form<Values>
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        onFinish={({ password }) => !reset.isPending && reset.mutate({ token, password })}
      >
        <PasswordTwice />
        <Button type="primary" size="large" htmlType="submit" block loading={reset.isPending}>
          设置新口令
        </Button>
      </Form>
      <p className="gate-links">
        <Link to="/reset-pwd">重新申请邮件</Link>
        <Link to="/login">去登录</Link>
      </p>
    </GateFrame>
  )
}
