import { App, Form, Input } from 'antd'
import { exact } from '#contract/kernel/exact-decimal.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { disposalWitness, sampleActions, sampleLaboratoryApi, type SampleRow } from '#contract/laboratory/sample.ts'
import { useWrite } from '#web/lib/call.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { leftOver: string; reason: string; signature: SignatureInput; witness: { userName: string; password: string } }

/** 处置: what is left of a sample goes before a witness of quality assurance. */
export function DisposeDialog({ sample, onClose }: { sample: SampleRow; onClose: () => void }) {
  const { message } = App.useApp()
  const dispose = useWrite(sampleLaboratoryApi[sample.side].dispose)
  return (
    <StepDialog<Values>
      title={`处置样品 ${sample.sampleNo}`}
      submit="签名并处置"
      danger
      initial={{ reason: sample.state === 'retained' ? '留样期满' : '检验完毕' }}
      error={dispose.error}
      busy={dispose.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        dispose.mutate(
          { id: sample.id, ...values },
          {
            onSuccess: () => {
              message.success(`${sample.sampleNo} 已处置`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {sample.lotName} {sample.lotNo}，原量 {exact(sample.quantity).toFixed()} g。处置后账上转出，不能恢复。
      </p>
      <Form.Item name="leftOver" label="处置时余量" rules={[{ required: true, message: '请填写余量，没有余量填 0' }]}>
        <QuantityInput unit="g" />
      </Form.Item>
      <Form.Item name="reason" label="原因与方式" rules={[{ required: true, whitespace: true, message: '请填写处置的原因与方式' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={sampleActions[sample.side].dispose.signs} commentLabel={null} />
      <SecondPersonFields label="见证人" meaning={disposalWitness} name="witness" />
    </StepDialog>
  )
}
