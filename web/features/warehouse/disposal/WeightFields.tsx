import { Form } from 'antd'
import type { DisposalLine } from '#contract/warehouse/disposal.ts'
import { amount } from '#web/lib/format.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

export type Weights = Record<string, string>

/** What each line weighs on the scale. */
export const WeightFields = ({ lines }: { lines: readonly DisposalLine[] }) =>
  lines.map((line) => (
    <Form.Item
      key={line.id}
      name={['weights', line.id]}
      label={`${line.lotNo} ${line.name} 实称（核准 ${amount(line.found ?? line.quantity, line.unit)}，${line.placeCode}）`}
      rules={[{ required: true, message: '请填写实称数量' }]}
    >
      <QuantityInput unit={line.unit} />
    </Form.Item>
  ))

/** The weights in the order of the lines, which is the order of the fields that a refusal names. */
export const weightsOf = (lines: readonly DisposalLine[], weights: Weights) =>
  lines.map((line) => ({ lineId: line.id, weighed: weights[line.id] ?? '' }))
