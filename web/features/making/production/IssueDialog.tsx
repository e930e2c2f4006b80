import { App, Button, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { checkMeaning, issueTolerance, productionActions } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { readScanned } from '#contract/packing/scanned-code.ts'
import { useWrite } from '#web/lib/call.ts'
import { kg } from '#web/lib/format.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { RestrictionsField } from './RestrictionsField.tsx'
import { nameOf, nextStep, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.issue.input>, 'id'>
type Container = Partial<Values['weighings'][number]>

/** Weighs the lots out: the label is scanned, gross and tare are read from the scale, and another person checks. */
export function IssueDialog({ record, bins, usual, onClose }: StepInput) {
  const told = useTold()
  const issue = useWrite(productionApi.issue)
  return (
    <StepDialog<Values>
      title={`领料 ${nameOf(record)}`}
      submit="称量完成，发料"
      wide
      error={issue.error}
      busy={issue.isPending}
      initial={{ weighings: [], reason: '', ...usual.scale }}
      onClose={onClose}
      onSubmit={(values) =>
        issue.mutate(
          { id: record.id, ...values },
          {
            onSuccess: ({ issueNo }) => {
              told(`已发料，领料单 ${issueNo}`, nextStep(record, 0))
              onClose()
            },
          },
        )
      }
    >
      <Progress record={record} />
      <RestrictionsField record={record} />
      <div className="form-columns">
        <Form.Item name="scaleNo" label="秤编号" rules={[{ required: true, whitespace: true, message: '请填写秤编号' }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="scaleValidUntil" label="检定有效期至" rules={[{ required: true, message: '请填写秤的检定有效期' }]}>
          <DayInput />
        </Form.Item>
      </div>
      <Containers record={record} bins={bins} />
      <Form.Item
        name="reason"
        label="偏离计划的原因"
        extra={`主药材实发不得超出计划 ${issueTolerance}%；少发超过 ${issueTolerance}% 或辅料偏离比例时必填`}
      >
        <Input.TextArea maxLength={200} showCount autoSize />
      </Form.Item>
      <SignatureFields meaning={productionActions.issue.signs} />
      <SecondPersonFields label="复核人" meaning={checkMeaning} name="checker" />
    </StepDialog>
  )
}

const netOf = ({ gross = '', tare = '' }: Container) =>
  isDecimal(gross) && isDecimal(tare) ? exact(gross).minus(tare).toFixed() : undefined

/** Planned and weighed, lot by lot, kg, during the weighing. */
function Progress({ record }: Pick<StepInput, 'record'>) {
  const weighings: Container[] = Form.useWatch('weighings') ?? []
  const rows = record.lots.map((lot) => {
    const containers = weighings.filter((one) => one.lotNo === lot.lotNo)
    return { ...lot, pieces: containers.length, weighed: sumOf(containers.map((one) => netOf(one) ?? '0')) }
  })
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { title: '批号', key: 'lotNo' },
    { title: '物料', key: 'name' },
    { title: '计划 (kg)', key: 'planned', align: 'right', render: (row) => kg(row.planned) },
    { title: '已称 (kg)', key: 'weighed', align: 'right', render: (row) => kg(row.weighed) },
    { title: '尚差 (kg)', key: 'open', align: 'right', render: (row) => kg(exact(row.planned).minus(row.weighed).toFixed()) },
    { title: '件数', key: 'pieces', align: 'right' },
  ]
  return <DataTable caption="称量进度" columns={columns} rows={rows} rowKey={(row) => row.lotId} />
}

/** One line for each container on the scale. Only a lot of this order can be added, by its label or by hand. */
function Containers({ record, bins }: Pick<StepInput, 'record' | 'bins'>) {
  const { message } = App.useApp()
  const form = Form.useFormInstance<Values>()
  const add = (lotNo: string) => {
    const lot = record.lots.find((lot) => lot.lotNo === lotNo)
    if (lot === undefined) return void message.error(`${lotNo} 不在本指令中，请核对物料标识`)
    const placeId = bins.find((bin) => bin.lotId === lot.lotId)?.placeId
    const weighings = [...(form.getFieldValue('weighings') ?? []), { lotNo, placeId, gross: '', tare: '' }]
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
                <Bin name={name} bins={bins} record={record} />
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
