import { Alert, Checkbox, Form } from 'antd'
import type { ProductionRecord } from '#contract/making/production-record.ts'

/** What the releases of the charged lots restrict (使用限制): read before the step, and confirmed. Nothing when no lot is restricted. */
export function RestrictionsField({ record: { restrictions } }: { record: ProductionRecord }) {
  if (restrictions.length === 0) return null
  return (
    <>
      <Alert
        className="restrictions"
        type="warning"
        showIcon
        title="放行时写明的使用限制"
        description={
          <ul>
            {restrictions.map(({ lotNo, restriction }) => (
              <li key={lotNo}>
                {lotNo}：{restriction}
              </li>
            ))}
          </ul>
        }
      />
      <Form.Item
        name="restrictionsHeeded"
        valuePropName="checked"
        rules={[
          {
            validator: async (_, checked) => {
              if (!checked) throw new Error('请核对使用限制并勾选确认')
            },
          },
        ]}
      >
        <Checkbox>已核对，本指令符合使用限制</Checkbox>
      </Form.Item>
    </>
  )
}
