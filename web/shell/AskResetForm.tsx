import { Alert, Button, Form, Input } from 'antd'
import { Link } from 'react-router'
import { linkMinutes, mailboxApi } from '#contract/people/mailbox.ts'
import { useWrite } from '#web/lib/call.ts'
import { FormFailure } from '#web/parts/FormFailure.tsx'
import { GateFrame } from './GateFrame.tsx'
import { contractRule } from './contract-rule.ts'

type Values = { userName: string; email: string }

/** Asks for the link. The answer is the same whether there is such an account or not, so it says what to do when no mail comes. */
export function AskResetForm() {
  const [form] = Form.useForm<Values>()
  const ask = useWrite(mailboxApi.askReset)
  const asked = ask.isSuccess ? ask.variables : undefined
  return (
    <GateFrame title="重置密码">
      {asked && (
        <Alert
          className="form-failure"
          type="info"
          showIcon
          role="status"
          title="请查收邮件"
          description={`如果账号 ${asked.userName} 确认过邮箱 ${asked.email}，几分钟内会收到重置链接，${linkMinutes}分钟内有效。没有收到时，请看垃圾邮件，或联系本企业的系统管理员发一次性口令。`}
        />
      )}
      <FormFailure form={form} error={ask.error} />
      <Form<Values>
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        onFinish={(values) => !ask.isPending && ask.mutate({ userName: values.userName, email: values.email })}
      >
        <Form.Item name="userName" label="用户名" required rules={[contractRule(mailboxApi.askReset.input.shape.userName, '请填写用户名')]}>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={50} />
        </Form.Item>
        <Form.Item
          name="email"
          label="已确认的电子邮箱"
          required
          rules={[contractRule(mailboxApi.askReset.input.shape.email, '请填写电子邮箱')]}
        >
          <Input type="email" autoComplete="email" maxLength={120} />
        </Form.Item>
        <Button type="primary" size="large" htmlType="submit" block loading={ask.isPending}>
          发送重置邮件
        </Button>
      </Form>
      <p className="gate-links">
        <Link to="/login">想起来了，去登录</Link>
      </p>
    </GateFrame>
  )
}
