import { App, Form, Input } from 'antd'
import { standardActions, standardApi, type StandardRow } from '#contract/laboratory/standard.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Sends an edition back to its author, or gives a draft up. */
export function StandardReasonDialog({ what, row, onClose }: { what: 'sendBack' | 'discard'; row: StandardRow; onClose: () => void }) {
  const { message } = App.useApp()
  const write = useWrite(standardApi[what])
  const { label } = standardActions[what]
  return (
    <StepDialog<{ reason: string }>
      title={`${label} ${row.name} ${row.edition}`}
      submit={label}
      danger={what === 'discard'}
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        write.mutate(
          { id: row.id, reason },
          {
            onSuccess: () => {
              message.success(what === 'sendBack' ? `${row.name} 已退回编制人` : `${row.name} 的草稿已作废`)
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: `请填写${label}的原因` }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
