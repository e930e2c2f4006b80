import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { creditCode } from '../../contract/credit-code.ts'
import { text } from '../../contract/values.ts'
import { Facts } from '../parts/Facts.tsx'
import { GateFrame } from './GateFrame.tsx'
import { byContract } from './rule.ts'

const fields = {
  enterprise: text(100),
  creditCode,
  contact: text(40),
  phone: z.string('请填写联系电话').regex(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?)$/, '请填写手机号，或带区号的座机，如0931-1234567'),
  email: z.email('邮箱格式不正确').max(120, '邮箱太长'),
}
type Values = Record<keyof typeof fields, string>

/** 注册: checks what an enterprise would send, and says honestly that nobody receives it yet. */
export function RegisterPage() {
  const [checked, setChecked] = useState<Values>()
  if (checked) return <Checked values={checked} onBack={() => setChecked(undefined)} />
  return (
    <GateFrame title="企业注册">
      <Form<Values>
        layout="vertical"
        validateTrigger="onBlur"
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => setChecked({ ...values, creditCode: creditCode.parse(values.creditCode) })}
      >
        <Form.Item name="enterprise" label="企业名称" required rules={[byContract(fields.enterprise)]}>
          <Input autoComplete="organization" maxLength={100} placeholder="与营业执照一致" />
        </Form.Item>
        <Form.Item name="creditCode" label="统一社会信用代码" required rules={[byContract(fields.creditCode)]}>
          <Input autoComplete="off" maxLength={30} placeholder="18位" />
        </Form.Item>
        <Form.Item name="contact" label="联系人" required rules={[byContract(fields.contact)]}>
          <Input autoComplete="name" maxLength={40} />
        </Form.Item>
        <Form.Item name="phone" label="联系电话" required rules={[byContract(fields.phone)]}>
          <Input type="tel" autoComplete="tel" maxLength={20} />
        </Form.Item>
        <Form.Item name="email" label="电子邮箱" required rules={[byContract(fields.email)]}>
          <Input type="email" autoComplete="email" maxLength={120} />
        </Form.Item>
        <Button type="primary" size="large" htmlType="submit" block>
          检查填写内容
        </Button>
      </Form>
      <p className="gate-links">
        <Link to="/login">已有账号，去登录</Link>
      </p>
    </GateFrame>
  )
}

function Checked({ values, onBack }: { values: Values; onBack: () => void }) {
  return (
    <GateFrame title="企业注册">
      <Alert
        className="form-failure"
        type="warning"
        showIcon
        title="填写无误，但没有提交"
        description="在线注册的审批尚未开通，系统没有保存或发送以下内容。请把它们交给平台运营企业的管理员，由管理员开通企业和账号。"
      />
      <Facts
        rows={[
          ['企业名称', values.enterprise],
          ['统一社会信用代码', values.creditCode],
          ['联系人', values.contact],
          ['联系电话', values.phone],
          ['电子邮箱', values.email],
        ]}
      />
      <p className="gate-links">
        <Button onClick={onBack}>返回修改</Button>
        <Link to="/login">去登录</Link>
      </p>
    </GateFrame>
  )
}
