import { Button, Checkbox, Form, Input, Radio, Select } from 'antd'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { day } from '#contract/kernel/values.ts'
import {
  registrationApi,
  registrationForm,
  registrationKind,
  registrationKinds,
  registrationLicences,
  type RegistrationForm as Form_,
  type RegistrationKind,
} from '#contract/people/registration.ts'
import { useWrite } from '#web/lib/call.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { FormFailure } from '#web/parts/FormFailure.tsx'
import { GateFrame } from './GateFrame.tsx'
import { PasswordTwice } from './PasswordTwice.tsx'
import { contractRule } from './contract-rule.ts'

const fields = registrationForm.shape
const licenceFields = fields.licence.unwrap().shape

type Values = Omit<Form_, 'licence'> & {
  licence?: { kind: (typeof registrationLicences)[number]; no: string; validUntil?: string }
  forever?: boolean
  again: string
}

const kindNotes: Record<RegistrationKind, string> = {
  new: '由平台运营方审核证照后批准；您将成为本企业的管理员，再为同事建立账号。',
  join: '由该企业的管理员批准，并为您分配角色。',
}

/** Asks for a new enterprise or for an account in one that is here; the applicant then follows it by its receipt. */
export function RegistrationForm() {
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const submit = useWrite(registrationApi.submit)
  const kind = Form.useWatch('kind', form) ?? 'new'
  const forever = Form.useWatch('forever', form) ?? false

  const send = ({ licence, forever: lasts, again: _, ...values }: Values) => {
    if (submit.isPending) return
    const given: Form_ =
      values.kind === 'new' && licence
        ? { ...values, licence: { ...licence, validUntil: lasts ? null : (licence.validUntil ?? '') } }
        : values
    submit.mutate(given, { onSuccess: ({ receipt }) => void navigate(`/register#receipt=${receipt}`, { replace: true }) })
  }

  return (
    <GateFrame title="注册" wide>
      <FormFailure form={form} error={submit.error} />
      <Form<Values>
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        scrollToFirstError={{ focus: true, block: 'center' }}
        initialValues={{ kind: 'new' }}
        onFinish={send}
      >
        <Form.Item name="kind" label="注册方式" extra={kindNotes[kind]}>
          <Radio.Group options={registrationKind.options.map((value) => ({ value, label: registrationKinds[value] }))} />
        </Form.Item>
        <h2 className="gate-part">企业</h2>
        <Form.Item name="enterpriseName" label="企业名称" required rules={[contractRule(fields.enterpriseName, '请填写企业名称')]}>
          <Input autoComplete="organization" maxLength={100} placeholder="与营业执照一致" />
        </Form.Item>
        <Form.Item name="creditCode" label="统一社会信用代码" required rules={[contractRule(fields.creditCode, '请填写统一社会信用代码')]}>
          <Input autoComplete="off" maxLength={30} placeholder="18位" />
        </Form.Item>
        {kind === 'new' && <LicenceFields forever={forever} />}
        <h2 className="gate-part">申请人</h2>
        <div className="form-columns">
          <Form.Item name="name" label="姓名" required rules={[contractRule(fields.name, '请填写姓名')]}>
            <Input autoComplete="name" maxLength={40} />
          </Form.Item>
          <Form.Item name="post" label="岗位">
            <Input autoComplete="organization-title" maxLength={40} />
          </Form.Item>
        </div>
        <Form.Item name="phone" label="联系电话" required rules={[contractRule(fields.phone)]}>
          <Input type="tel" autoComplete="tel" maxLength={20} />
        </Form.Item>
        <Form.Item
          name="email"
          label="电子邮箱"
          extra="用来确认申请、接收结果，以后可用它重置口令"
          required
          rules={[contractRule(fields.email, '请填写电子邮箱')]}
        >
          <Input type="email" autoComplete="email" maxLength={120} />
        </Form.Item>
        <h2 className="gate-part">登录账号</h2>
        <Form.Item
          name="userName"
          label="用户名"
          extra="字母、数字和 . _ -，或汉字；已有人使用时，审批人会另取一个并在邮件中告知"
          required
          rules={[contractRule(fields.userName.pipe(z.string().min(2, '至少2个字符')), '请填写用户名')]}
        >
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={50} />
        </Form.Item>
        <PasswordTwice label="口令" />
        <Button type="primary" size="large" htmlType="submit" block loading={submit.isPending}>
          提交申请
        </Button>
      </Form>
      <p className="gate-links">
        <Link to="/login">已有账号，去登录</Link>
      </p>
    </GateFrame>
  )
}

/** 证照 of a new enterprise: its kind, its number and its last day. */
function LicenceFields({ forever }: { forever: boolean }) {
  return (
    <>
      <div className="form-columns">
        <Form.Item name={['licence', 'kind']} label="证照" required rules={[contractRule(licenceFields.kind)]}>
          <Select placeholder="请选择" options={registrationLicences.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name={['licence', 'no']} label="证照编号" required rules={[contractRule(licenceFields.no, '请填写证照编号')]}>
          <Input autoComplete="off" maxLength={60} />
        </Form.Item>
      </div>
      <div className="form-columns">
        <Form.Item
          name={['licence', 'validUntil']}
          label="有效期至"
          required={!forever}
          dependencies={['forever']}
          rules={forever ? [] : [contractRule(day)]}
        >
          <DayInput disabled={forever} />
        </Form.Item>
        <Form.Item name="forever" valuePropName="checked" label="没有截止日期">
          <Checkbox>长期有效</Checkbox>
        </Form.Item>
      </div>
      <p className="gate-note">证照的扫描件在提交后的下一步上传。</p>
    </>
  )
}
