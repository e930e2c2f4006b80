import { Button, Form, Input, Typography } from 'antd'
import { useState, type ReactNode } from 'react'
import { secondFactorApi } from '#contract/people/second-factor.ts'
import { useSession } from '#web/lib/actor.ts'
import { useWrite } from '#web/lib/call.ts'
import { FormFailure } from '#web/parts/FormFailure.tsx'
import { QrImage } from '#web/parts/QrImage.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Sets up the second factor in three steps: the password, the authenticator's code, the recovery codes. `onCancel` is given where it is voluntary. */
export function SecondFactorSetUp({ onDone, onCancel }: { onDone: () => void; onCancel?: () => void }) {
  const [given, setGiven] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />
  const cancel = onCancel && <Button onClick={onCancel}>取消</Button>
  return given ? <Confirm given={given} cancel={cancel} onConfirmed={setCodes} /> : <Begin cancel={cancel} onBegun={setGiven} />
}

function Begin({ cancel, onBegun }: { cancel: ReactNode; onBegun: (given: { secret: string; uri: string }) => void }) {
  const { user } = useSession()
  const [form] = Form.useForm<{ password: string }>()
  const begin = useWrite(secondFactorApi.begin)
  return (
    <div className="narrow">
      <p>
        开启后，登录时除口令外还要输入手机上“身份验证器”应用的动态码。请先在手机上装好一个，如微软身份验证器、谷歌身份验证器或腾讯身份验证器。
      </p>
      <FormFailure form={form} error={begin.error} />
      <Form
        form={form}
        layout="vertical"
        onFinish={({ password }) => !begin.isPending && begin.mutate({ password }, { onSuccess: onBegun })}
      >
        <input type="text" hidden readOnly autoComplete="username" value={user.userName} />
        <Form.Item name="password" label="您的口令" rules={[{ required: true, message: '请输入您的口令' }]}>
          <Input.Password autoComplete="current-password" maxLength={200} autoFocus />
        </Form.Item>
        <p className="tags">
          <Button type="primary" htmlType="submit" loading={begin.isPending}>
            下一步
          </Button>
          {cancel}
        </p>
      </Form>
    </div>
  )
}

function Confirm({
  given,
  cancel,
  onConfirmed,
}: {
  given: { secret: string; uri: string }
  cancel: ReactNode
  onConfirmed: (codes: string[]) => void
}) {
  const [form] = Form.useForm<{ code: string }>()
  const confirm = useWrite(secondFactorApi.confirm)
  const grouped = given.secret.replace(/.{4}(?=.)/g, '$& ')
  return (
    <div className="narrow">
      <p>用身份验证器扫描二维码：</p>
      <QrImage text={given.uri} label="两步验证的二维码" size="200px" />
      <p>
        不能扫描时，手工输入密钥（基于时间，6位）：
        <br />
        <Typography.Text code copyable={{ text: given.secret, tooltips: ['复制', '已复制'] }}>
          {grouped}
        </Typography.Text>
      </p>
      <FormFailure form={form} error={confirm.error} />
      <Form
        form={form}
        layout="vertical"
        onFinish={({ code }) =>
          !confirm.isPending && confirm.mutate({ code }, { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) })
        }
      >
        <Form.Item name="code" label="动态码" extra="身份验证器上现在显示的6位数字" rules={[{ required: true, message: '请输入动态码' }]}>
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} autoFocus />
        </Form.Item>
        <p className="tags">
          <Button type="primary" htmlType="submit" loading={confirm.isPending}>
            开启两步验证
          </Button>
          {cancel}
        </p>
      </Form>
    </div>
  )
}
