import { App, Form, Input } from 'antd'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { packRetentionApi } from '#contract/laboratory/pack-retention.ts'
import { putBackSecond, sampleActions, type SampleRow } from '#contract/laboratory/sample.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { reason: string; signature: SignatureInput; second: { userName: string; password: string } }

/** 留样退回: packs that were kept by mistake go back into stock, unopened. */
export function PutBackDialog({ sample, onClose }: { sample: SampleRow; onClose: () => void }) {
  const { message } = App.useApp()
  const putBack = useWrite(packRetentionApi.putBack)
  return (
    <StepDialog<Values>
      title={`留样退回 ${sample.lotName} ${sample.lotNo}`}
      submit="签名并退回"
      error={putBack.error}
      busy={putBack.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        putBack.mutate(
          { id: sample.id, ...values },
          {
            onSuccess: () => {
              message.success(`${sample.packs} ${sample.packUnit}已退回 ${sample.lotNo}`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {sample.packs} {sample.packUnit}未开启的留样退回批次，追溯码恢复。开启过的不能退回。
      </p>
      <Form.Item name="reason" label="退回原因" rules={[{ required: true, whitespace: true, message: '请写明为什么退回' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={sampleActions.bulk.putBack.signs} commentLabel={null} />
      <SecondPersonFields label="QA" meaning={putBackSecond} name="second" />
    </StepDialog>
  )
}
