import { App, Form, Input } from 'antd'
import { productionApi } from '#contract/making/production-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { nameOf, type StepInput } from './step-input.ts'

/** Goes on after an interruption, once somebody has looked at the goods. */
export function ResumeDialog({ record, onClose }: StepInput) {
  const { message } = App.useApp()
  const resume = useWrite(productionApi.resume)
  const pause = record.pauses.at(-1)
  return (
    <StepDialog<{ found: string }>
      title={`继续 ${nameOf(record)}`}
      submit="继续生产"
      error={resume.error}
      busy={resume.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        resume.mutate(
          { id: record.id, ...values },
          {
            onSuccess: () => {
              message.success('已继续生产')
              onClose()
            },
          },
        )
      }
    >
      {pause && (
        <p>
          {dateTime(pause.pausedAt)} 由 {pause.pausedByName} 暂停：{pause.reason}。当时：{pause.kept}
        </p>
      )}
      <Form.Item name="found" label="检查在产物料" rules={[{ required: true, whitespace: true, message: '请写明检查结果' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} placeholder="如标识完好，无异味、霉变，重量未变" />
      </Form.Item>
    </StepDialog>
  )
}
