import { App, Form, Input } from 'antd'
import type { materialApi } from '#contract/making/material.ts'
import type { packSpecApi } from '#contract/making/pack-spec.ts'
import type { methodApi } from '#contract/making/processing-method.ts'
import type { productApi } from '#contract/making/product.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Asks why something goes out of use; the history keeps the reason. */
export function DisableDialog({
  endpoint,
  id,
  name,
  note,
  onClose,
}: {
  endpoint: typeof materialApi.disable | typeof productApi.disable | typeof packSpecApi.disable | typeof methodApi.disable
  id: string
  name: string
  /** What can no longer be done, and what goes on. */
  note: string
  onClose: () => void
}) {
  const { message } = App.useApp()
  const disable = useWrite(endpoint)
  return (
    <StepDialog<{ reason: string }>
      title={`停用 ${name}`}
      submit="停用"
      danger
      error={disable.error}
      busy={disable.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        disable.mutate(
          { id, reason },
          {
            onSuccess: () => {
              message.success(`${name} 已停用`)
              onClose()
            },
          },
        )
      }
    >
      <p>{note}以后可以重新启用。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写停用的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
