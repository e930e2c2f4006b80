import { App, Form, Input } from 'antd'
import type { dictionaryApi } from '#contract/office/dictionary.ts'
import type { placeApi } from '#contract/warehouse/place.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Asks why a word or a bin is no longer used; the history keeps the reason. */
export function DisableDialog({
  endpoint,
  id,
  name,
  consequence,
  onClose,
}: {
  endpoint: typeof dictionaryApi.disable | typeof placeApi.disable
  id: string
  name: string
  consequence: string
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
      <p>{consequence}</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写停用的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
