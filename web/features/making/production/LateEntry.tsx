import { Button, Form } from 'antd'
import { useState } from 'react'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { InstantInput } from '#web/parts/DayInput.tsx'

/** When it happened: now, by the server's clock, unless the person says that they record it later. */
export function LateEntry({ name, label }: { name: string; label: string }) {
  const [late, setLate] = useState(false)
  return late ? (
    <Form.Item
      name={name}
      label={`${label}（补录）`}
      extra="记录将标明为补录"
      rules={[{ required: true, message: '请填写实际时间' }, notInFuture]}
    >
      <InstantInput />
    </Form.Item>
  ) : (
    <Form.Item label={label}>
      <div className="now">
        提交时的时间{' '}
        <Button type="link" className="text-action" onClick={() => setLate(true)}>
          补录实际时间
        </Button>
      </div>
    </Form.Item>
  )
}
