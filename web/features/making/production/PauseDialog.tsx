import { App, Form, Input } from 'antd'
import { productionApi } from '#contract/making/production-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { nameOf, type StepInput } from './step-input.ts'

/** Asks why production is interrupted. */
export function PauseDialog({ record, onClose }: StepInput) {
  const { message } = App.useApp()
  const pause = useWrite(productionApi.pause)
  return (
    <StepDialog<{ reason: string }>
      title={`暂停 ${nameOf(record)}`}
      submit="暂停"
      error={pause.error}
      busy={pause.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        pause.mutate(
          { id: record.id, reason },
          {
            onSuccess: () => {
              message.success('已暂停')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="reason" label="暂停原因" rules={[{ required: true, whitespace: true, message: '请填写暂停原因，如停电、设备故障' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
