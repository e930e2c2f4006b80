import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { accountApi } from '#contract/people/account.ts'
import { useHolds, useSession } from '#web/lib/actor.ts'
import { useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { FormFailure } from '#web/parts/FormFailure.tsx'
import { AvatarField } from './AvatarField.tsx'
import { EmailDialog } from './EmailDialog.tsx'

type Values = { name: string; phone: string }

/** The person's own name, post, phone and mailbox. Account, enterprise and rights are changed by the administrator. */
export function ProfileForm() {
  const { user, enterprise, roles } = useSession()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const save = useWrite(accountApi.saveProfile)
  const [mailing, setMailing] = useState(false)
  const mayUsers = useHolds('31')
  const mayRoles = useHolds('32')
  return (
    <div className="narrow">
      <AvatarField />
      <Facts
        rows={[
          ['用户名', user.userName],
          ['企业', enterprise.name],
          ['岗位', user.post],
          ['角色', roles.join('、')],
          [
            '邮箱',
            <span key="email" className="tags">
              {user.email}
              {user.email !== '' &&
                (user.emailConfirmed ? <span className="tag tag-good">已确认</span> : <span className="tag tag-waiting">未确认</span>)}
              <Button type="link" className="text-action" onClick={() => setMailing(true)}>
                {user.email === '' ? '登记邮箱' : user.emailConfirmed ? '更换邮箱' : '确认邮箱'}
              </Button>
            </span>,
          ],
        ]}
      />
      {(mayUsers || mayRoles) && (
        <p className="link-row">
          {mayUsers && <Link to="/system-user">用户管理</Link>}
          {mayRoles && <Link to="/system-role">角色管理</Link>}
        </p>
      )}
      <FormFailure form={form} error={save.error} />
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: user.name, phone: user.phone }}
        onFinish={(values) => !save.isPending && save.mutate(values, { onSuccess: () => void message.success('已保存') })}
      >
        <Form.Item name="name" label="姓名" rules={[{ required: true, whitespace: true, message: '请填写姓名，它会印在您的签名旁' }]}>
          <Input maxLength={40} autoComplete="name" />
        </Form.Item>
        <Form.Item name="phone" label="电话">
          <Input type="tel" maxLength={30} autoComplete="tel" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
      </Form>
      {mailing && <EmailDialog onClose={() => setMailing(false)} />}
    </div>
  )
}
