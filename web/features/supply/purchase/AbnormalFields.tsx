import { Button, Form, Input, InputNumber, Select } from 'antd'
import { Decimal } from 'decimal.js'
import { abnormalPackages } from '#contract/supply/purchase.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { amount } from '#web/lib/format.ts'
import { isCounted, type MaterialUnit } from '#contract/warehouse/unit.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { netOf, type Weights } from './net-of.ts'

const required = (message: string) => [{ required: true, message }]

type Part = Weights & { packageCount?: number }
type Typed = Part & { abnormal?: (Part | undefined)[] }

/** Net of the packages set apart: gross less tare. */
function PartNet({ path, unit }: { path: (string | number)[]; unit: string }) {
  const net = netOf(Form.useWatch<Part | undefined>(path, Form.useFormInstance()) ?? {})
  return (
    <Form.Item label="异常净重">
      <output className="calculated">{net === undefined ? '—' : amount(net, unit)}</output>
    </Form.Item>
  )
}

/** 异常包装 of a line: out of its packages, weighed by themselves. Each kind becomes a lot of its own. */
export function AbnormalFields({
  name,
  at,
  isToxic,
  unit,
}: {
  name: (string | number)[]
  at: number
  isToxic: boolean
  unit: MaterialUnit
}) {
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
                <Form.Item
                  name={[part, 'gross']}
                  label={isCounted(unit) ? '异常数量' : '异常毛重'}
                  rules={required('请填写异常包装的数量')}
                >
                  <QuantityInput unit={unit} />
                </Form.Item>
                <Form.Item
                  name={[part, 'tare']}
                  label="异常皮重"
                  rules={required('请填写皮重，没有则填0')}
                  hidden={isCounted(unit)}
                  {...(isCounted(unit) && { initialValue: '0' })}
                >
                  <QuantityInput />
                </Form.Item>
                <PartNet path={['lots', at, 'abnormal', part]} unit={unit} />
                <BinField zone="quarantine" isToxic={isToxic} name={[part, 'placeId']} />
              </div>
              <Form.Item name={[part, 'note']} label="所见情况" rules={required('请写明所见情况')}>
                <Input maxLength={300} autoComplete="off" />
              </Form.Item>
            </fieldset>
          ))}
          <Form.Item
            extra={parts.length > 0 ? whatIsLeft(line, unit) : '霉变、虫蛀、混品或无标签的包装从上面的件数和重量中分出，各成一批，单独请验'}
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
function whatIsLeft({ abnormal = [], ...line }: Typed = {}, unit: string): string | undefined {
  const net = netOf(line)
  if (line.packageCount === undefined || net === undefined) return undefined
  let [packages, weight] = [line.packageCount, new Decimal(net)]
  for (const part of abnormal) {
    const own = netOf(part ?? {})
    if (part?.packageCount === undefined || own === undefined) return undefined
    packages -= part.packageCount
    weight = weight.minus(own)
  }
  return `其余正常包装：${packages} 件，${amount(weight.toFixed(), unit)}`
}
