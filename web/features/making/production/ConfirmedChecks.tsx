import { Button, Checkbox, Form } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'

/** Checks of which every one must be confirmed, one by one or, where that is allowed, all at once. */
export function ConfirmedChecks<Check extends string>({
  name,
  legend,
  checks,
  confirmAll,
}: {
  /** The field of the form that holds them. */
  name: string
  legend: string
  checks: Record<Check, string>
  /** What the button that confirms all of them says; null where each is confirmed by itself: a clearance, toxic goods. */
  confirmAll: string | null
}) {
  const form = Form.useFormInstance()
  const keys = keysOf(checks)
  const confirm = () => {
    form.setFieldsValue({ [name]: Object.fromEntries(keys.map((key) => [key, true])) })
    void form.validateFields(keys.map((key) => [name, key])).catch(() => {})
  }
  return (
    <fieldset className="checks">
      <legend>{legend}</legend>
      {keys.map((key) => (
        <Form.Item
          key={key}
          name={[name, key]}
          valuePropName="checked"
          rules={[
            {
              validator: async (_, checked) => {
                if (!checked) throw new Error(`请确认：${checks[key]}`)
              },
            },
          ]}
        >
          <Checkbox>{checks[key]}</Checkbox>
        </Form.Item>
      ))}
      {confirmAll !== null && <Button onClick={confirm}>{confirmAll}</Button>}
    </fieldset>
  )
}
