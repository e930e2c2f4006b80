import { Form, Input, Select } from 'antd'
import type { TestedItem } from '#contract/laboratory/inspection.ts'
import { answersOf, measuredIn } from '#contract/laboratory/judge.ts'

/** What is typed for one value: parallels or words in cells. */
export type ValueCells = { individual?: (string | undefined)[]; words?: string }

const halfWidth = (value: string) => value.normalize('NFKC').replaceAll('。', '.')

/** The cells as the server wants them. */
export const valueOf = ({ individual = [], words = '' }: ValueCells) =>
  words === '' ? measuredIn(individual.map((cell) => cell ?? '')) : { individual: [], words }

/** The cells of one value of an item, one for each parallel, or the words that the method asks for. */
export function ValueFields({ item, name, label }: { item: TestedItem; name: readonly (string | number)[]; label: string }) {
  const words = answersOf(item.op)
  if (words)
    return (
      <Form.Item name={[...name, 'words']} label={label} rules={[{ required: true, message: '请选择结果' }]}>
        <Select options={words.map((value) => ({ value, label: value }))} placeholder="请选择" />
      </Form.Item>
    )
  return (
    <div className="value-cells">
      {Array.from({ length: item.parallels }, (_, index) => (
        <Form.Item
          key={index}
          name={[...name, 'individual', index]}
          label={`${label} 第${index + 1}份`}
          getValueFromEvent={(event: { target: { value: string } }) => halfWidth(event.target.value)}
          rules={index === 0 ? [{ required: true, whitespace: true, message: '请填写数值' }] : []}
        >
          <Input inputMode="decimal" autoComplete="off" maxLength={20} suffix={item.unit} />
        </Form.Item>
      ))}
    </div>
  )
}
