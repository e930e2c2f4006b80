import { Button, Form } from 'antd'
import { isDecimal } from '#contract/kernel/exact-decimal.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { kg, kgUnit } from '#web/lib/format.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { netOf } from './Containers.tsx'

type Piece = { gross?: string; tare?: string }

/** One line for each container of the batch on the scale, with what they come to. */
export function PartFields() {
  return (
    <fieldset className="lines">
      <legend>逐件称量</legend>
      <Form.List name="weighings">
        {(lines, { add, remove }) => (
          <>
            {lines.map(({ key, name }) => (
              <div key={key} className="weighing part">
                <Form.Item name={[name, 'gross']} label={`第${name + 1}件 毛重`} rules={[{ required: true, message: '请填写毛重' }]}>
                  <QuantityInput />
                </Form.Item>
                <Form.Item name={[name, 'tare']} label="皮重" rules={[{ required: true, message: '请填写皮重，没有填0' }]}>
                  <QuantityInput />
                </Form.Item>
                <Net name={name} />
                <Button type="link" className="text-action" onClick={() => remove(name)} aria-label={`删除第${name + 1}件`}>
                  删除
                </Button>
              </div>
            ))}
            <Button onClick={() => add({ tare: '0' })}>＋ 增加一件</Button>
            <Whole />
          </>
        )}
      </Form.List>
    </fieldset>
  )
}

function Net({ name }: { name: number }) {
  const net = netOf(Form.useWatch(['weighings', name]) ?? {})
  return <Form.Item label="净重">{<output className="net">{net === undefined ? '—' : `${kg(net)} kg`}</output>}</Form.Item>
}

function Whole() {
  const pieces: (Piece | undefined)[] = Form.useWatch('weighings') ?? []
  const nets = pieces.map((piece) => netOf(piece ?? {}) ?? '').filter(isDecimal)
  return (
    <p className="quiet" aria-live="polite">
      共 {pieces.length} 件，净重合计 {kgUnit(sumOf(nets))}
    </p>
  )
}
