import { App, Form, Input } from 'antd'
import type { SaleRow } from '#contract/selling/sale.ts'
import type { saleApi } from '#contract/selling/sale-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** A step backwards, which has to say why. */
export function ReasonDialog({
  endpoint,
  verb,
  done,
  sale,
  danger = false,
  onClose,
}: {
  endpoint: typeof saleApi.sendBack | typeof saleApi.giveBack | typeof saleApi.cancel
  verb: string
  done: string
  sale: SaleRow
  danger?: boolean
  onClose: () => void
}) {
  const { message } = App.useApp()
  const step = useWrite(endpoint)
  return (
    <StepDialog<{ reason: string }>
      title={`${verb} ${sale.orderNo}`}
      submit={verb}
      danger={danger}
      error={step.error}
      busy={step.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        step.mutate(
          { id: sale.id, reason },
          {
            onSuccess: () => {
              message.success(`${sale.orderNo} ${done}`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['客户', sale.customerName],
          ['品种与数量', sale.goods],
        ]}
      />
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
