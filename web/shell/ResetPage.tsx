import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { text } from '../../contract/values.ts'
import { GateFrame } from './GateFrame.tsx'
import { byContract } from './rule.ts'

type Values = { userName: string; email: string }

/** 重置密码: checks the input and says honestly that no mail goes out yet and who can help. */
export function ResetPage() {
  const [asked, setAsked] = useState<Values>()
  return (
    <GateFrame title="重置密码">
      {asked && (
        <Alert
          className="form-failure"
          type="warning"
          showIcon
          title="没有发送邮件"
          description={`邮件服务尚未开通，系统不能向 ${asked.email} 发送重置链接。请联系本企业的系统管理员，为账号 ${asked.userName} 设置新口令。`}
        />
      )}
      <Form<Values> layout="vertical" validateTrigger="onBlur" onFinish={setAsked}>
        <Form.Item name="userName" label="用户名" required rules={[byContract(text(50))]}>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={50} />
        </Form.Item>
        <Form.Item name="email" label="账号登记的电子邮箱" required rules={[byContract(z.email('邮箱格式不正确'))]}>
          <Input type="email" autoComplete="email" maxLength={120} />
        </Form.Item>
        <Button type="primary" size="large" htmlType="submit" block>
          发送重置邮件
        </Button>
      </Form>
      <p className="gate-links">
        <Link to="/login">想起来了，去登录</Link>
      </p>
    </GateFrame>
  )
}
