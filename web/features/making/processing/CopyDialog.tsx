import { App, Form, Input } from 'antd'
import { processApi, type ProcessRow } from '#contract/making/process-version.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Begins a new version as a copy of an earlier one: asks what changes, and why. */
export function CopyDialog({ row, onClose }: { row: ProcessRow; onClose: () => void }) {
  const { message } = App.useApp()
  const copy = useWrite(processApi.copy)
  return (
    <StepDialog<{ basis: string }>
      title={`以 ${row.code} 为底稿编写新版`}
      submit="建立草稿"
      error={copy.error}
      busy={copy.isPending}
      onClose={onClose}
      onSubmit={({ basis }) =>
        copy.mutate(
          { id: row.id, basis },
          {
            onSuccess: (draft) => {
              message.success(`草稿 ${draft.code} 已建立，请修改后提交审核`)
              onClose()
            },
          },
        )
      }
    >
      <p>新版批准生效之前，现行版照常执行；已下的生产指令一直按它下达时的版次执行。</p>
      <Form.Item
        name="basis"
        label="变更内容与依据"
        rules={[{ required: true, whitespace: true, message: '请写明改什么、依据是什么' }]}
        extra="如变更控制编号、验证报告"
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
