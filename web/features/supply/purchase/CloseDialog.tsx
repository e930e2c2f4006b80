import { App, Form, Input } from 'antd'
import type { PurchaseRow } from '#contract/supply/purchase.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { amount } from '#web/lib/format.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Closes an order with its invoice; what has not arrived needs a reason. */
export function CloseDialog({ order, onClose }: { order: PurchaseRow; onClose: () => void }) {
  const { message } = App.useApp()
  const close = useWrite(purchaseApi.close)
  const isShort = order.state === 'partially_received'
  return (
    <StepDialog<{ invoiceNo: string; reason?: string }>
      title={`关闭 ${order.orderNo}`}
      submit="关闭采购单"
      error={close.error}
      busy={close.isPending}
      onClose={onClose}
      onSubmit={({ invoiceNo, reason = '' }) =>
        close.mutate(
          { id: order.id, invoiceNo, reason },
          {
            onSuccess: () => {
              message.success(`${order.orderNo} 已关闭`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        订购 {amount(order.quantity, order.unit)}，已收 {amount(order.received, order.unit)}。关闭后不再收货。
      </p>
      <Form.Item name="invoiceNo" label="发票号" rules={[{ required: true, message: '请填写发票号' }]}>
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="reason" label={isShort ? '未到齐的原因' : '说明'} rules={[{ required: isShort, message: '请填写未到齐的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
