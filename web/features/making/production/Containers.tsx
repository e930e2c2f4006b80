import { App, Button, Form, Input, Select } from 'antd'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { readScanned } from '#contract/packing/scanned-code.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { kg } from '#web/lib/format.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import type { StepInput } from './step-input.ts'

/** One container as it is typed. */
export type Container = { lotNo?: string; placeId?: string; gross?: string; tare?: string }

export const netOf = ({ gross = '', tare = '' }: Container) =>
  isDecimal(gross) && isDecimal(tare) ? exact(gross).minus(tare).toFixed() : undefined

/**
 * One line for each container on the scale. Only a lot of this order can be added, by its label or by hand. Without `bins` the goods go back: into
 * the bin that each came from, where that is still right.
 */
export function Containers({ record, bins }: { record: StepInput['record']; bins: StepInput['bins'] | null }) {
  const { message } = App.useApp()
  const form = Form.useFormInstance<{ weighings?: Container[] }>()
  const add = (lotNo: string) => {
    const lot = record.lots.find((lot) => lot.lotNo === lotNo)
    if (lot === undefined) return void message.error(`${lotNo} 不在本指令中，请核对物料标识`)
    const placeId = bins?.find((bin) => bin.lotId === lot.lotId)?.placeId
    const weighings = [
      ...(form.getFieldValue('weighings') ?? []),
      { lotNo, gross: '', tare: '', ...(placeId !== undefined && { placeId }) },
    ]
    form.setFieldValue('weighings', weighings)
    setTimeout(() => document.getElementById(`weighings_${weighings.length - 1}_gross`)?.focus())
  }
  const scan = useScanField((text) => {
    const scanned = readScanned(text)
    add(scanned.is === 'text' ? scanned.text : text)
  })
  return (
    <fieldset className="lines">
      <legend>逐件称量</legend>
      <div className="scan">
        <Input {...scan} aria-label="扫描物料标签上的批号" placeholder="扫描物料标签上的批号，回车" />
        {record.lots.map((lot) => (
          <Button key={lot.lotId} onClick={() => add(lot.lotNo)}>
            ＋ {lot.lotNo}
          </Button>
        ))}
      </div>
      <Form.List
        name="weighings"
        rules={[
          {
            validator: async (_, lines: unknown[]) => {
              if (!lines?.length) throw new Error('请至少称量一件')
            },
          },
        ]}
      >
        {(lines, { remove }, { errors }) => (
          <>
            {lines.map(({ key, name }) => (
              <div key={key} className="weighing">
                <Form.Item name={[name, 'lotNo']} label={`第${name + 1}件 批号`}>
                  <Input readOnly variant="borderless" />
                </Form.Item>
                {bins === null ? <BackTo name={name} record={record} /> : <Bin name={name} bins={bins} record={record} />}
                <Form.Item name={[name, 'gross']} label="毛重" rules={[{ required: true, message: '请填写毛重' }]}>
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
            <Form.ErrorList errors={errors} />
          </>
        )}
      </Form.List>
    </fieldset>
  )
}

/** Where goods go back to whose lot may not lie in its old bin any more. */
function BackTo({ name, record }: Pick<StepInput, 'record'> & { name: number }) {
  const lotNo: string | undefined = Form.useWatch(['weighings', name, 'lotNo'])
  const returnTo = record.lots.find((lot) => lot.lotNo === lotNo)?.returnTo ?? null
  if (returnTo === null) return null
  return <BinField name={[name, 'placeId']} zone={returnTo.zone} isToxic={returnTo.isToxic} />
}

function Bin({ name, bins, record }: Pick<StepInput, 'record' | 'bins'> & { name: number }) {
  const lotNo: string | undefined = Form.useWatch(['weighings', name, 'lotNo'])
  const lotId = record.lots.find((lot) => lot.lotNo === lotNo)?.lotId
  const options = bins
    .filter((bin) => bin.lotId === lotId)
    .map((bin) => ({ value: bin.placeId, label: `${bin.code}（${kg(bin.quantity)} kg）` }))
  return (
    <Form.Item name={[name, 'placeId']} label="货位" rules={[{ required: true, message: '请选择货位' }]}>
      <Select options={options} />
    </Form.Item>
  )
}

function Net({ name }: { name: number }) {
  const net = netOf(Form.useWatch(['weighings', name]) ?? {})
  return <Form.Item label="净重">{<output className="net">{net === undefined ? '—' : `${kg(net)} kg`}</output>}</Form.Item>
}
