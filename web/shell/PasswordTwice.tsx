import { Form, Input } from 'antd'
import { newPassword } from '#contract/people/account.ts'
import { contractRule } from './contract-rule.ts'

/** A password that the person chooses, typed twice: fields `password` and `again` of the form around it. */
export function PasswordTwice({ label = '新口令' }: { label?: string }) {
  return (
    <>
      <Form.Item
        name="password"
        label={label}
        extra="至少10个字符；长度比花样重要，可以用一句话"
        required
        rules={[contractRule(newPassword, `请填写${label}`)]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="again"
        label={`再输入一次${label}`}
        dependencies={['password']}
        required
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, value: string = '') => {
              if (value !== (getFieldValue('password') ?? '')) throw new Error('两次输入的口令不一致')
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
    </>
  )
}
