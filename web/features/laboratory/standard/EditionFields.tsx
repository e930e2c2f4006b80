import { Form, Input } from 'antd'
import { DayInput } from '#web/parts/DayInput.tsx'

export type EditionValues = { edition: string; effectiveFrom: string; remark?: string }

/** What every edition has: its name, the day from which it is in force, and why it was made. */
export function EditionFields() {
  return (
    <>
      <div className="form-columns">
        <Form.Item
          name="edition"
          label="版本"
          extra="如 2025年版一部；企业标准填编号"
          rules={[{ required: true, whitespace: true, message: '请填写版本' }]}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item
          name="effectiveFrom"
          label="生效日期"
          extra="不早于批准当天；上一版同日失效"
          rules={[{ required: true, message: '请填写生效日期' }]}
        >
          <DayInput />
        </Form.Item>
      </div>
      <Form.Item name="remark" label="说明" initialValue="">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} placeholder="如 制修订的依据" />
      </Form.Item>
    </>
  )
}
