import { App, Form, Input } from 'antd'
import { customerApi, type CustomerRow } from '#contract/selling/customer.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Asks why nothing more is sold to a customer. */
export function DisableDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const { message } = App.useApp()
  const disable = useWrite(customerApi.disable)
  return (
    <StepDialog<{ reason: string }>
      title={`停用 ${customer.name}`}
      submit="停用"
      danger
      error={disable.error}
      busy={disable.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        disable.mutate(
          { id: customer.id, reason },
          {
            onSuccess: () => {
              message.success(`${customer.name} 已停用`)
              onClose()
            },
          },
        )
      }
    >
      <p>停用后不能再下单和发运；已发运的单据不变，以后可以重新启用。</p>
      {customer.openOrders > 0 && <p>现有未完销售单 {customer.openOrders} 张，停用后不能发运。</p>}
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写停用的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
