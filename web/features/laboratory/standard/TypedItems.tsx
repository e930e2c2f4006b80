import { Alert, Checkbox, Form } from 'antd'

/** What the analyst will type although it could be calculated from readings: read before the standard is signed, and accepted by whoever approves it. */
export function TypedItems({
  editions,
  accepts,
}: {
  editions: readonly { name: string; typedItems: readonly string[] }[]
  accepts: boolean
}) {
  const typed = editions.filter(({ typedItems }) => typedItems.length > 0)
  if (typed.length === 0) return null
  return (
    <>
      <Alert
        className="form-failure"
        type="warning"
        showIcon
        title="以下项目可按药典通则由读数计算，但没有选计算公式，结果由检验人手工填写"
        description={
          <ul className="plain">
            {typed.map(({ name, typedItems }) => (
              <li key={name}>
                {editions.length > 1 && `${name}：`}
                {typedItems.join('、')}
              </li>
            ))}
          </ul>
        }
      />
      {accepts ? (
        <Form.Item
          name="acceptsTyped"
          valuePropName="checked"
          rules={[
            {
              validator: (_, is?: boolean) =>
                is === true ? Promise.resolve() : Promise.reject(new Error('请核对后勾选，或退回编制人选定公式')),
            },
          ]}
        >
          <Checkbox>已逐项核对，这些项目由检验人填写结果</Checkbox>
        </Form.Item>
      ) : (
        <p className="quiet">可返回编辑，在“测定方式”里选定公式；不选的，批准人须逐项核对后才能批准。</p>
      )}
    </>
  )
}
