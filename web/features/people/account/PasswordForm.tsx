import { App, Button, Form, Input } from 'antd'
import { accountApi } from '#contract/people/account.ts'
import { useSession } from '#web/lib/actor.ts'
import { useWrite } from '#web/lib/call.ts'
import { FormFailure } from '#web/parts/FormFailure.tsx'

type Values = { current: string; next: string; again: string }

/** How strong a password is, by its length and variety. Whether it is a common one is the server's to say. */
function strengthOf(password: string): string {
  const letters = [...password]
  const variety = new Set(letters).size
  if (letters.length < 10) return `还差 ${10 - letters.length} 个字符`
  if (variety < 6) return '弱：重复太多'
  return letters.length >= 16 && variety >= 8 ? '强' : letters.length >= 12 ? '较强' : '一般，再长一些更好'
}

function Strength() {
  const typed = Form.useWatch<string | undefined>('next') ?? ''
  return (
    <>
      至少10个字符；长度比花样重要，可以用一句话
      <br />
      <span role="status">{typed !== '' && `强度：${strengthOf(typed)}`}</span>
    </>
  )
}

/** A new password; every other session of this person ends with it. */
export function PasswordForm() {
  const { user } = useSession()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const change = useWrite(accountApi.changePassword)
  const submit = ({ current, next }: Values) => {
    if (change.isPending) return
    change.mutate(
      { current, next },
      {
        onSuccess: () => {
          message.success('口令已修改，您在其他地方的登录已结束')
          form.resetFields()
        },
      },
    )
  }
  return (
    <div className="narrow">
      <FormFailure form={form} error={change.error} />
      <Form form={form} layout="vertical" onFinish={submit}>
        <input type="text" hidden readOnly autoComplete="username" value={user.userName} />
        <Form.Item name="current" label="现在的口令" rules={[{ required: true, message: '请输入现在的口令' }]}>
          <Input.Password autoComplete="current-password" maxLength={200} />
        </Form.Item>
        <Form.Item
          name="next"
          label="新口令"
          extra={<Strength />}
          rules={[
            { required: true, message: '请输入新口令' },
            {
              validator: async (_, value: string = '') => {
                if (value && [...value].length < 10) throw new Error('新口令至少10个字符')
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          name="again"
          label="再输入一次新口令"
          dependencies={['next']}
          rules={[
            { required: true, message: '请再输入一次' },
            ({ getFieldValue }) => ({
              validator: async (_, value: string) => {
                if (value && value !== getFieldValue('next')) throw new Error('两次输入的新口令不一致')
              },
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          修改口令
        </Button>
      </Form>
    </div>
  )
}
