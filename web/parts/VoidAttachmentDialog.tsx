import { App, Form, Input } from 'antd'
import { attachmentApi, type AttachmentRow } from '#contract/office/attachment.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from './StepDialog.tsx'

/** Asks why a file no longer counts. */
export function VoidAttachmentDialog({ file, onClose }: { file: AttachmentRow; onClose: () => void }) {
  const { message } = App.useApp()
  const step = useWrite(attachmentApi.void)
  return (
    <StepDialog<{ reason: string }>
      title={`作废附件 ${file.name}`}
      submit="作废"
      danger
      error={step.error}
      busy={step.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        step.mutate(
          { id: file.id, reason },
          {
            onSuccess: () => {
              message.success(`${file.name} 已作废，文件仍保留`)
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
    </StepDialog>
  )
}
