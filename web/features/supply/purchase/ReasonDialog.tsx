import { App, Form, Input } from 'antd'
import { purchaseActions, type PurchaseRow } from '#contract/supply/purchase.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

export type ReasonAction = 'sendBack' | 'cancel' | 'callOff'

const done: Record<ReasonAction, string> = { sendBack: '已退回编制人', cancel: '已取消', callOff: '已撤销' }

/** Sends an order back, cancels it or calls it off: each needs nothing but a reason. */
export function ReasonDialog({ what, order, onClose }: { what: ReasonAction; order: PurchaseRow; onClose: () => void }) {
  const { message } = App.useApp()
  const write = useWrite(purchaseApi[what])
  const { label } = purchaseActions[what]
  return (
    <StepDialog<{ reason: string }>
      title={`${label} ${order.orderNo}`}
      submit={label}
      danger={what !== 'sendBack'}
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        write.mutate(
          { id: order.id, reason },
          {
            onSuccess: () => {
              message.success(`${order.orderNo} ${done[what]}`)
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="reason" label="原因" rules={[{ required: true, message: `请填写${label}的原因` }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
