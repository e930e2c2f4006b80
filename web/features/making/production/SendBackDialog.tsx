import { App, Checkbox, Form, Input } from 'antd'
import { partName } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import type { ProductionRecord } from '#contract/making/production-record.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { nameOf, type StepInput } from './step-input.ts'

type Values = { chosen?: Record<string, boolean>; reasons?: Record<string, string> }

/** The parts of a record that can be sent back, in the order in which it is read. */
const partsOf = ({ steps }: ProductionRecord) => [
  { key: 'issue', part: 'issue' as const, stepNo: null, name: '' },
  ...steps.map(({ no, name }) => ({ key: `step${no}`, part: 'step' as const, stepNo: no, name })),
  { key: 'balance', part: 'balance' as const, stepNo: null, name: '' },
]

/** QA sends single parts of the record back, each with what is wrong. */
export function SendBackDialog({ record, onClose }: StepInput) {
  const { message } = App.useApp()
  const sendBack = useWrite(productionApi.sendBack)
  const parts = partsOf(record)
  return (
    <StepDialog<Values>
      title={`退回单步 ${nameOf(record)}`}
      submit="退回生产"
      error={sendBack.error}
      busy={sendBack.isPending}
      onClose={onClose}
      onSubmit={({ chosen = {}, reasons = {} }) =>
        sendBack.mutate(
          {
            id: record.id,
            parts: parts
              .filter(({ key }) => chosen[key])
              .map(({ key, part, stepNo }) => ({ part, reason: reasons[key] ?? '', ...(stepNo !== null && { stepNo }) })),
          },
          {
            onSuccess: () => {
              message.success('已退回生产')
              onClose()
            },
          },
        )
      }
    >
      <p>勾选有问题的部分并写明。生产答复后回到待审核；数值有误的，另提更正。</p>
      {parts.map((one) => (
        <Part key={one.key} field={one.key} label={`${partName(one)} ${one.name}`.trim()} />
      ))}
    </StepDialog>
  )
}

function Part({ field, label }: { field: string; label: string }) {
  const isChosen: boolean | undefined = Form.useWatch(['chosen', field])
  return (
    <>
      <Form.Item name={['chosen', field]} valuePropName="checked">
        <Checkbox>{label}</Checkbox>
      </Form.Item>
      {isChosen && (
        <Form.Item name={['reasons', field]} label={`${label}的问题`} rules={[{ required: true, whitespace: true, message: '请写明问题' }]}>
          <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      )}
    </>
  )
}
