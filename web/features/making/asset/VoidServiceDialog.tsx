import { App, Form, Input } from 'antd'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { serviceKinds, serviceMeanings } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { day } from '#web/lib/format.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { reason: string; signature: SignatureInput; approver: { userName: string; password: string } }

/** 作废 of a calibration or maintenance that was written down wrong. */
export function VoidServiceDialog({
  service,
  onClose,
}: {
  service: { id: string; kind: keyof typeof serviceKinds; doneOn: string }
  onClose: () => void
}) {
  const { message } = App.useApp()
  const write = useWrite(assetApi.voidService)
  const what = `${day(service.doneOn)} 的${serviceKinds[service.kind]}`
  return (
    <StepDialog<Values>
      title={`作废 ${what}`}
      submit="签名并作废"
      danger
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        write.mutate(
          { id: service.id, ...values },
          {
            onSuccess: () => {
              message.success(`${what}已作废，以前一次为准`)
              onClose()
            },
          },
        )
      }
    >
      <p>只作废记错的记录；原记录保留，到期日以前一次为准。已立的质量事件由QA结束。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明怎样记错' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={serviceMeanings.void} commentLabel={null} />
      <SecondPersonFields label="QA" meaning={serviceMeanings.voidApproval} name="approver" />
    </StepDialog>
  )
}
