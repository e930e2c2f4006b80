import { App, Form, Input } from 'antd'
import { holdKinds } from '#contract/warehouse/lot.ts'
import { stockApi, type Hold, type StockSide } from '#contract/warehouse/stock.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 解冻: one hold is lifted with the conclusion that allows it; other holds of the lot stay. */
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
    <StepDialog<{ conclusion: string }>
      title={`解冻 ${lot.lotNo}：${holdKinds[hold.kind]}`}
      submit="解冻"
      error={unfreeze.error}
      busy={unfreeze.isPending}
      onClose={onClose}
      onSubmit={({ conclusion }) =>
        unfreeze.mutate(
          { id: lot.id, holdId: hold.id, conclusion },
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
    </StepDialog>
  )
}
