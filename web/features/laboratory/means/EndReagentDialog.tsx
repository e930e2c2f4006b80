import { App, Form, Input } from 'antd'
import { reagentActions, reagentApi, type ReagentRow } from '#contract/laboratory/reagent.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 用完 or 弃用: the bottle is not offered any more. */
export function EndReagentDialog({ reagent, what, onClose }: { reagent: ReagentRow; what: 'useUp' | 'discard'; onClose: () => void }) {
  const { message } = App.useApp()
  const end = useWrite(reagentApi[what])
  const { label } = reagentActions[what]
  return (
    <StepDialog<{ reason: string }>
      title={`${label} ${reagent.number} ${reagent.name}`}
      submit={label}
      danger={what === 'discard'}
      error={end.error}
      busy={end.isPending}
      {...(what === 'useUp' && { initial: { reason: '已用完' } })}
      onClose={onClose}
      onSubmit={({ reason }) =>
        end.mutate(
          { id: reagent.id, rowVersion: reagent.rowVersion, reason },
          {
            onSuccess: () => {
              message.success(`${reagent.number} 已${label}`)
              onClose()
            },
          },
        )
      }
    >
      <p>以后检验不能再选它；用过它的记录不变。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
