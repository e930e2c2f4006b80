import { Alert, App, Form, Input } from 'antd'
import { recallActions } from '#contract/cases/recall.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import type { RecallRow } from '#contract/cases/recall-file.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { reason: string; signature: SignatureInput; approver: { userName: string; password: string } }

/** 撤销召回: it should never have been started; the 质量负责人 and quality assurance sign. */
export function WithdrawRecallDialog({ recall, onClose }: { recall: RecallRow; onClose: () => void }) {
  const { message } = App.useApp()
  const withdraw = useWrite(recallApi.withdraw)
  return (
    <StepDialog<Values>
      title={`撤销召回 ${recall.caseNo}`}
      submit="签名并撤销"
      danger
      error={withdraw.error}
      busy={withdraw.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        withdraw.mutate(
          { id: recall.id, rowVersion: recall.rowVersion, ...values },
          {
            onSuccess: () => {
              void message.success(`${recall.caseNo} 已撤销，本次召回的冻结已解除`)
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
        title="只用于误启动的召回"
        description="本次召回的冻结立即解除，扫码页与客户的通知链接立即更正；批次上其他的冻结不变，已收回的货按退货处理。"
      />
      <Form.Item name="reason" label="原因（客户会看到）" rules={[{ required: true, whitespace: true, message: '请填写撤销的原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={recallActions.withdraw.signs} commentLabel={null} />
      <SecondPersonFields label="QA" meaning={recallActions.withdraw.signs} name="approver" />
    </StepDialog>
  )
}
