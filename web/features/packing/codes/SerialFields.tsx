import { Form, InputNumber } from 'antd'
import type { RangeRow } from '#contract/packing/codes.ts'

const rules = (message: string) => [{ required: true, message }]

/** Which codes: their serials within the range, as the file and the labels' sheet number them. */
export function SerialFields({ range }: { range: RangeRow }) {
  return (
    <div className="form-columns">
      <Form.Item name="first" label="起号" rules={rules('请填写起号')} extra={`1 至 ${range.count}`}>
        <InputNumber min={1} max={range.count} precision={0} controls={false} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="last" label="止号" rules={rules('请填写止号')} extra="只有一个时与起号相同">
        <InputNumber min={1} max={range.count} precision={0} controls={false} style={{ width: '100%' }} />
      </Form.Item>
    </div>
  )
}
