import { App, Form, Input } from 'antd'
import type { z } from 'zod'
import { holdKinds } from '#contract/warehouse/lot.ts'
import { needsEvidence, stockActions, stockApi, type Hold, type StockSide } from '#contract/warehouse/stock.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof stockApi.raw.unfreeze.input>, 'id' | 'holdId'>

/** 解冻: two persons lift one hold with the conclusion that allows it; other holds of the lot stay. */
export function UnfreezeDialog({
  side,
  lot,
  hold,
  onClose,
}: {
  side: StockSide
  lot: { id: string; lotNo: string }
  hold: Hold
  onClose: () => void
}) {
  const { message } = App.useApp()
  const unfreeze = useWrite(stockApi[side].unfreeze)
  return (
    <StepDialog<Values>
      title={`解冻 ${lot.lotNo}：${holdKinds[hold.kind]}`}
      submit="签名并解冻"
      error={unfreeze.error}
      busy={unfreeze.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        unfreeze.mutate(
          { id: lot.id, holdId: hold.id, ...values },
          {
            onSuccess: ({ holds }) => {
              message.success(holds === 0 ? `${lot.lotNo} 已解冻` : `已解除此项冻结，该批还有${holds}项冻结`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {hold.placedBy.name} {dateTime(hold.placedAt)}：{hold.reason}
      </p>
      <Form.Item name="conclusion" label="处理结论" rules={[{ required: true, message: '请填写允许解冻的结论' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      {needsEvidence(hold.kind) && (
        <Form.Item
          name="evidence"
          label="依据"
          rules={[{ required: true, whitespace: true, message: '请写明依据，如监管通知书号、偏差报告号' }]}
          extra="结论所依据的文件和编号，如监管通知书号、偏差报告号"
        >
          <Input maxLength={300} autoComplete="off" />
        </Form.Item>
      )}
      <SignatureFields meaning={stockActions[side].unfreeze.signs} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={stockActions[side].unfreeze.signs} name="approver" />
    </StepDialog>
  )
}
