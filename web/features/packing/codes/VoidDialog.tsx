import { Alert, App, Form, Input } from 'antd'
import type { z } from 'zod'
import { codeLevels, qrApi, type RangeRow } from '#contract/packing/codes.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { SerialFields } from './SerialFields.tsx'

type Values = Omit<z.input<typeof qrApi.void.input>, 'id'>

/** 作废: a code or a run of codes, with the reason and a signature. It cannot be undone. */
export function VoidDialog({ range, onClose }: { range: RangeRow; onClose: () => void }) {
  const { message } = App.useApp()
  const voiding = useWrite(qrApi.void)
  return (
    <StepDialog<Values>
      title={`作废追溯码 ${range.runNo}（${codeLevels[range.level]}）`}
      submit="作废"
      danger
      error={voiding.error}
      busy={voiding.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        voiding.mutate(
          { id: range.id, ...values },
          {
            onSuccess: () => {
              message.success(`${values.last - values.first + 1} 个码已作废`)
              onClose()
            },
          },
        )
      }
    >
      <Alert
        className="form-failure"
        type="warning"
        showIcon
        title="作废后不能恢复，扫码会显示“此码已作废”。已发运的码不能作废，请走退货或召回。"
      />
      <SerialFields range={range} />
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning="作废追溯码" />
    </StepDialog>
  )
}
