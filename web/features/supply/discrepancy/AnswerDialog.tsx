import { App, Form, Input } from 'antd'
import type { z } from 'zod'
import { discrepancyApi, type DiscrepancyFile } from '#contract/supply/discrepancy.ts'
import { useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Told = Omit<z.input<typeof discrepancyApi.answer.input>, 'id' | 'rowVersion'>

/** 登记答复: what the supplier says about it; its letter lies in the attachments. */
export function AnswerDialog({ file: { row }, onClose }: { file: DiscrepancyFile; onClose: () => void }) {
  const { message } = App.useApp()
  const answer = useWrite(discrepancyApi.answer)
  return (
    <StepDialog<Told>
      title={`登记答复 ${row.discrepancyNo}`}
      submit="登记"
      initial={{ answeredOn: today() }}
      error={answer.error}
      busy={answer.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        answer.mutate(
          { id: row.id, rowVersion: row.rowVersion, ...values },
          {
            onSuccess: () => {
              message.success(`${row.discrepancyNo} 已登记答复，待他人结案`)
              onClose()
            },
          },
        )
      }
    >
      <p>供应商有书面答复的，请加到附件中。</p>
      <Form.Item name="answeredOn" label="答复日期" rules={[{ required: true, message: '请选择答复日期' }]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="answeredPerson" label="供应商答复人" rules={[{ required: true, whitespace: true, message: '请填写答复人' }]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="answer" label="原因与处理意见" rules={[{ required: true, whitespace: true, message: '请填写供应商的答复' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
