import { Form, Input, Radio } from 'antd'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { coProductShare } from '#contract/making/mass-balance.ts'
import type { PlannedCoProduct } from '#contract/making/production-record.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { percent } from '#web/lib/format.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { isMass } from './ReturnFields.tsx'

type Typed = { quantity?: string; fate?: 'keep' | 'waste'; placeId?: string; wasteReason?: string }
/** What is typed of each 联产品, by its product. */
export type CoProductValues = { yields?: Record<string, Typed | undefined> }

/** Each co-product as the step takes it; what is not yet a number is none. */
export const coProductsOf = (planned: readonly PlannedCoProduct[], yields: CoProductValues['yields']) =>
  planned.map(({ productId }) => {
    const { quantity, fate, placeId, wasteReason } = yields?.[productId] ?? {}
    if (!isMass(quantity)) return { productId, quantity: '0' }
    return { productId, quantity, ...(fate === 'waste' ? { wasteReason: wasteReason ?? '' } : placeId && { placeId }) }
  })

/** 联产品 that this step yields: how much, and into which bin, or why it is thrown away. */
export function CoProductFields({ planned, input, isToxic }: { planned: readonly PlannedCoProduct[]; input: string; isToxic: boolean }) {
  return (
    <fieldset className="lines">
      <legend>联产品</legend>
      {planned.map((one) => (
        <CoProduct key={one.productId} planned={one} input={input} isToxic={isToxic} />
      ))}
    </fieldset>
  )
}

function CoProduct({ planned, input, isToxic }: { planned: PlannedCoProduct; input: string; isToxic: boolean }) {
  const { productId, name, cutSpec, min, expected, max } = planned
  const typed: Typed = Form.useWatch(['yields', productId]) ?? {}
  const { quantity = '', fate = 'keep' } = typed
  const share = isDecimal(quantity) ? coProductShare(quantity, input) : undefined
  const outside = share !== undefined && (exact(share).lessThan(min) || exact(share).greaterThan(max))
  return (
    <div className="form-columns">
      <Form.Item
        name={['yields', productId, 'quantity']}
        label={
          <>
            {name} {cutSpec}
            <strong className="range">
              {min}～{max} %
            </strong>
          </>
        }
        extra={
          outside ? (
            <span className="broken">占投入 {percent(share)}，超出范围，须填写偏差说明</span>
          ) : share === undefined ? (
            `预期占投入 ${expected} %；没有填0`
          ) : (
            `占投入 ${percent(share)}`
          )
        }
        rules={[{ required: true, message: `请填写${name}的数量，没有填0` }]}
      >
        <QuantityInput />
      </Form.Item>
      {isMass(quantity) && (
        <Form.Item name={['yields', productId, 'fate']} label="去向" initialValue="keep">
          <Radio.Group
            options={[
              { value: 'keep', label: '单独成批，入库待验' },
              { value: 'waste', label: '弃去' },
            ]}
          />
        </Form.Item>
      )}
      {isMass(quantity) && fate === 'keep' && <BinField name={['yields', productId, 'placeId']} zone="bulk" isToxic={isToxic} prefilled />}
      {isMass(quantity) && fate === 'waste' && (
        <Form.Item
          name={['yields', productId, 'wasteReason']}
          label="弃去原因"
          rules={[{ required: true, whitespace: true, message: '请写明弃去原因' }]}
        >
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      )}
    </div>
  )
}
