import { App, Form, Input } from 'antd'
import { paperApi, type PaperFormRow } from '#contract/office/paper.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { formNo: string; retention: string; reason: string }

/** 更改表单: number and retention of one kind of document from its next print on. */
export function FormDialog({ form, onClose }: { form: PaperFormRow; onClose: () => void }) {
  const { message } = App.useApp()
  const set = useWrite(paperApi.setForm)
  return (
    <StepDialog<Values>
      title={`更改表单：${form.title}`}
      submit="保存"
      error={set.error}
      busy={set.isPending}
      initial={{ formNo: form.formNo, retention: form.retention }}
      onClose={onClose}
      onSubmit={({ formNo = '', retention = '', reason }) =>
        set.mutate(
          { kind: form.kind, version: form.version, formNo, retention, reason },
          {
            onSuccess: ({ version }) => {
              void message.success(`${form.title}的表单现为第 ${version} 版`)
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="formNo" label="表单编号" extra="如 QR-QC-012；留空则不印">
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="retention" label="保存期限" extra="如 有效期后一年；留空则不印">
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      <Form.Item name="reason" label="更改原因" rules={[{ required: true, whitespace: true, message: '请填写更改的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
