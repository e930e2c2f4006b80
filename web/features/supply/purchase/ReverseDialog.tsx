import { App, Form, Input } from 'antd'
import { purchaseActions, reversalApprovalMeaning } from '#contract/supply/purchase.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import type { ReceiptDetail } from '#contract/supply/receipt.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { reason: string; signature: SignatureInput; approver: { userName: string; password: string } }

/** Takes a receipt back whole, for two persons: the wrong order, the wrong supplier, goods received twice. */
export function ReverseDialog({ receipt, onClose }: { receipt: ReceiptDetail; onClose: () => void }) {
  const { message } = App.useApp()
  const reverse = useWrite(purchaseApi.reverse)
  return (
    <StepDialog<Values>
      title={`冲销到货 ${receipt.receiptNo}`}
      submit="冲销"
      danger
      error={reverse.error}
      busy={reverse.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        reverse.mutate(
          { id: receipt.id, ...values },
          {
            onSuccess: () => {
              message.success(`${receipt.receiptNo} 已冲销`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        整单冲销后，{receipt.lots.map((lot) => lot.lotNo).join('、') || '本次记录'}
        不再在库，采购单退回待到货；记录保留。已请验、取样或领用的批次不能冲销，请逐项更正。
      </p>
      <Form.Item name="reason" label="冲销原因" rules={[{ required: true, whitespace: true, message: '请填写冲销的原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={purchaseActions.reverse.signs} />
      <SecondPersonFields label="质量负责人" meaning={reversalApprovalMeaning} name="approver" />
    </StepDialog>
  )
}
