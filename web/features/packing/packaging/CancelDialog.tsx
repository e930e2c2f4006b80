import { Alert, App, Form, Input } from 'antd'
import { packagingApi, type PackagingRow } from '#contract/packing/packaging.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 取消包装指令: asks for the reason; issued labels are destroyed, their codes void. */
export function CancelDialog({ order, onClose }: { order: PackagingRow; onClose: () => void }) {
  const { message } = App.useApp()
  const cancel = useWrite(packagingApi.cancel)
  return (
    <StepDialog<{ reason: string }>
      title={`取消包装指令 ${order.orderNo}`}
      submit="取消包装指令"
      danger
      error={cancel.error}
      busy={cancel.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        cancel.mutate(
          { id: order.id, reason },
          {
            onSuccess: () => {
              message.success(`${order.orderNo} 已取消`)
              onClose()
            },
          },
        )
      }
    >
      {order.labelsIssued > 0 && (
        <Alert
          className="form-failure"
          type="warning"
          showIcon
          title={`已领用的 ${order.labelsIssued} 张标签须全部销毁，它们的追溯码将作废，不能恢复`}
        />
      )}
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
