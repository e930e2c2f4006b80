import { App, Form, Input } from 'antd'
import { qrApi, replacementCheckMeaning, replacementMeaning } from '#contract/packing/codes.ts'
import { inGroups } from '#contract/packing/trace-code.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { reason: string; signature: SignatureInput; checker: { userName: string; password: string } }

/** 换签: another code for a pack whose label is damaged. It is told the new one, to be printed on the page of codes. */
export function ReplaceDialog({ code, onClose }: { code: string; onClose: (newCode?: string) => void }) {
  const { message } = App.useApp()
  const replace = useWrite(qrApi.replace)
  return (
    <StepDialog<Values>
      title={`换签 ${inGroups(code)}`}
      submit="签名并换签"
      error={replace.error}
      busy={replace.isPending}
      onClose={() => onClose()}
      onSubmit={(values) =>
        replace.mutate(
          { code, ...values },
          {
            onSuccess: ({ code: newCode, runNo }) => {
              message.success(`已换签，标签领用单 ${runNo}，请打印新标签`)
              onClose(newCode)
            },
          },
        )
      }
    >
      <p className="quiet">旧码随即作废，扫码会提示；这一袋仍在原批、原箱，换发一个新码。旧标签交还包装组销毁。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={replacementMeaning} commentLabel={null} />
      <SecondPersonFields label="包装复核人" meaning={replacementCheckMeaning} name="checker" />
    </StepDialog>
  )
}
