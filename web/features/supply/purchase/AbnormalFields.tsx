import { Button, Form, Input, InputNumber, Select } from 'antd'
import { Decimal } from 'decimal.js'
import { isDecimal } from '#contract/kernel/exact-decimal.ts'
import { abnormalPackages } from '#contract/supply/purchase.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { kgUnit } from '#web/lib/format.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

const required = (message: string) => [{ required: true, message }]

type Typed = { packageCount?: number; net?: string; abnormal?: ({ packageCount?: number; net?: string } | undefined)[] }

/** 异常包装 of a line: out of its packages, weighed by themselves. Each kind becomes a lot of its own. */
export function AbnormalFields({ name, at, isToxic }: { name: (string | number)[]; at: number; isToxic: boolean }) {
  const line: Typed | undefined = Form.useWatch(['lots', at], Form.useFormInstance())
  return (
    <Form.List name={name}>
      {(parts, { add, remove }) => (
        <>
          {parts.map(({ key, name: part }) => (
            <fieldset key={key} className="line-fields refused">
              <legend>
                异常包装 {part + 1}
                <Button type="link" danger className="text-action" onClick={() => remove(part)}>
                  删除
                </Button>
              </legend>
              <div className="form-columns three">
                <Form.Item name={[part, 'kind']} label="异常包装类型" rules={required('请选择异常包装的类型')}>
                  <Select options={Object.entries(abnormalPackages).map(([value, label]) => ({ value, label }))} />
                </Form.Item>
                <Form.Item name={[part, 'packageCount']} label="异常件数" rules={required('请填写件数')}>
                  <InputNumber className="full" min={1} max={100000} precision={0} suffix="件" />
                </Form.Item>
                <Form.Item name={[part, 'gross']} label="异常毛重" rules={required('请填写毛重')}>
                  <QuantityInput />
                </Form.Item>
                <Form.Item name={[part, 'tare']} label="异常皮重" rules={required('请填写皮重，没有则填0')}>
                  <QuantityInput />
                </Form.Item>
                <Form.Item name={[part, 'net']} label="异常净重" rules={required('请填写净重')}>
                  <QuantityInput />
                </Form.Item>
                <BinField zone="quarantine" isToxic={isToxic} name={[part, 'placeId']} />
              </div>
              <Form.Item name={[part, 'note']} label="所见情况" rules={required('请写明所见情况')}>
                <Input maxLength={300} autoComplete="off" />
              </Form.Item>
            </fieldset>
          ))}
          <Form.Item
            extra={parts.length > 0 ? whatIsLeft(line) : '霉变、虫蛀、混品或无标签的包装从上面的件数和重量中分出，各成一批，单独请验'}
          >
            <Button type="dashed" disabled={parts.length >= Object.keys(abnormalPackages).length} onClick={() => add({})}>
              分出异常包装
            </Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}

/** The sound packages and their weight, once everything is typed. */
function whatIsLeft({ packageCount, net, abnormal = [] }: Typed = {}): string | undefined {
  if (packageCount === undefined || net === undefined || !isDecimal(net)) return undefined
  let [packages, weight] = [packageCount, new Decimal(net)]
  for (const part of abnormal) {
    if (part?.packageCount === undefined || part.net === undefined || !isDecimal(part.net)) return undefined
    packages -= part.packageCount
    weight = weight.minus(part.net)
  }
  return `其余正常包装：${packages} 件，${kgUnit(weight.toFixed())}`
}
