import { Form, Input, Select } from 'antd'
import type { TestResult } from '#contract/laboratory/test-result.ts'
import { formulaOf, limitsOf, type TestedItem } from '#contract/laboratory/tested-item.ts'
import { calculate, type Readings } from '#contract/laboratory/formula.ts'
import { answersOf, measuredIn } from '#contract/laboratory/judge.ts'
import { ReadingFields } from '#web/features/laboratory/inspection/ReadingFields.tsx'

/** What is typed for one value: the readings of each parallel, parallels in cells, or words. */
export type ValueCells = { individual?: (string | undefined)[]; words?: string; raw?: Readings[] }

const halfWidth = (value: string) => value.normalize('NFKC').replaceAll('。', '.')

/** The cells as the server wants them. */
export const valueOf = ({ individual = [], words = '', raw }: ValueCells) =>
  raw !== undefined
    ? { individual: [], words: '', raw: raw.map((one) => ({ ...one })) }
    : words === ''
      ? measuredIn(individual.map((cell) => cell ?? ''))
      : { individual: [], words }

/** The cells of one value of an item: the readings of its formula, one cell for each parallel, or the words that the method asks for. */
export function ValueFields({
  item,
  source = 'measured',
  moisture,
  name,
  label,
}: {
  item: TestedItem
  /** Where the value comes from: what is quoted is not calculated. */
  source?: TestResult['source']
  /** The moisture that counts, null where there is none. */
  moisture: string | null
  name: readonly (string | number)[]
  label: string
}) {
  const formula = formulaOf(item, source)
  const words = answersOf(item.op, item.words)
  if (formula) {
    const taken = item.dryBasis ? (moisture ?? undefined) : null
    return (
      <Form.Item
        name={[...name, 'raw']}
        label={label}
        rules={[
          {
            validator: (_, raw: readonly Readings[] = []) =>
              Array.from({ length: Math.max(1, item.parallels) }, (_unused, at) => raw[at] ?? {}).every(
                (one) => calculate(formula, one, taken ?? null, limitsOf(item)).value !== undefined,
              )
                ? Promise.resolve()
                : Promise.reject(new Error('请填写每份的读数')),
          },
        ]}
      >
        <ReadingFields {...{ label, formula, limit: limitsOf(item), unit: item.unit, parallels: item.parallels, moisture: taken }} />
      </Form.Item>
    )
  }
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
