import { useState } from 'react'
import { AutoComplete, Form, Input } from 'antd'
import { useSession } from '#web/lib/actor.ts'
import { secondPeople } from '#web/lib/second-people.ts'

const startsWith = (typed: string, option: { value: string } | undefined) => option?.value.startsWith(typed.trim().toLowerCase()) ?? false

/** The second person signs at the same screen with their own account: the person who weighs never checks. */
export function SecondPersonFields({
  label,
  meaning,
  name,
}: {
  /** What the second person is here: 复核人, 第二收货人. */
  label: string
  meaning: string
  /** The input's key that takes `{ userName, password }`. */
  name: string
}) {
  const { user } = useSession()
  const [known] = useState(() => secondPeople().filter((userName) => userName !== user.userName))
  return (
    <fieldset className="signature">
      <legend>{label}签名</legend>
      <p>
        签名含义：<strong>{meaning}</strong>　须由另一人亲自输入
      </p>
      <Form.Item name={[name, 'userName']} label={`${label}账号`} rules={[{ required: true, message: `请${label}输入自己的账号` }]}>
        <AutoComplete options={known.map((value) => ({ value }))} showSearch={{ filterOption: startsWith }}>
          <Input autoComplete="off" maxLength={50} />
        </AutoComplete>
      </Form.Item>
      <Form.Item name={[name, 'password']} label={`${label}口令`} rules={[{ required: true, message: `请${label}输入自己的口令` }]}>
        <Input.Password autoComplete="off" maxLength={200} />
      </Form.Item>
    </fieldset>
  )
}
