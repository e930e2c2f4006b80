import { App, Form, Input } from 'antd'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { instrumentActions, instrumentApi, type InstrumentRow } from '#contract/laboratory/instrument.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 停用 or 恢复使用 of an instrument, with its reason and a signature. */
export function ServiceDialog({
  instrument,
  what,
  onClose,
}: {
  instrument: InstrumentRow
  what: 'takeOut' | 'takeBack'
  onClose: () => void
}) {
  const { message } = App.useApp()
  const step = useWrite(instrumentApi[what])
  const { label, signs } = instrumentActions[what]
  return (
    <StepDialog<{ reason: string; signature: SignatureInput }>
      title={`${label} ${instrument.number} ${instrument.name}`}
      submit={label}
      danger={what === 'takeOut'}
      error={step.error}
      busy={step.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        step.mutate(
          { id: instrument.id, ...values },
          {
            onSuccess: () => {
              message.success(`${instrument.number} 已${label}`)
              onClose()
            },
          },
        )
      }
    >
      <p>{what === 'takeOut' ? '停用后不能用于检验，已有的记录不变。' : '恢复后，校准有效时即可用于检验。'}</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={signs} commentLabel={null} />
    </StepDialog>
  )
}
