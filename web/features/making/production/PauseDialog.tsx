import { App, Form, Input } from 'antd'
import { productionApi } from '#contract/making/production-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { nameOf, processStepOf, type StepInput } from './step-input.ts'

/** Asks why production is interrupted, and how the goods are kept meanwhile. */
export function PauseDialog({ record, onClose }: StepInput) {
  const { message } = App.useApp()
  const pause = useWrite(productionApi.pause)
  return (
    <StepDialog<{ reason: string; kept: string }>
      title={`暂停 ${nameOf(record)}`}
      submit="暂停"
      error={pause.error}
      busy={pause.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        pause.mutate(
          { id: record.id, ...values },
          {
            onSuccess: () => {
              message.success('已暂停')
              onClose()
            },
          },
        )
      }
    >
      <p>
        生产线仍由本批占用。
        <HoldTime record={record} />
      </p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写暂停的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} placeholder="如停电、设备故障" />
      </Form.Item>
      <Form.Item name="kept" label="在产物料状态" rules={[{ required: true, whitespace: true, message: '请写明物料放在哪里、怎样存放' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} placeholder="如装入洁净周转箱，加盖，挂待处理标识，存中间站" />
      </Form.Item>
    </StepDialog>
  )
}

/** What the clock says between two steps: a pause does not stop it. */
function HoldTime({ record }: Pick<StepInput, 'record'>) {
  const last = record.steps.at(-1)
  if (last === undefined || last.endedAt === null) return null
  const { name, holdHours } = processStepOf(record, last.no)
  return holdHours === null ? null : <> {`${name}后须在 ${holdHours} 小时内开始下道工序，暂停时照常计时。`}</>
}
