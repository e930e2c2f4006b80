import { Alert, App, Form, Input } from 'antd'
import type { z } from 'zod'
import { stockActions, stockApi, type StockSide } from '#contract/warehouse/stock.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof stockApi.raw.recall.input>, 'id'>

/** 召回: the 质量负责人 signs, and from that moment everybody who scans a pack made of the lot is told to stop using it. */
export function RecallDialog({
  side,
  lot,
  onClose,
}: {
  side: StockSide
  lot: { id: string; lotNo: string; name: string }
  onClose: () => void
}) {
  const { message } = App.useApp()
  const recall = useWrite(stockApi[side].recall)
  return (
    <StepDialog<Values>
      title={`召回 ${lot.name} ${lot.lotNo}`}
      submit="签名并召回"
      danger
      error={recall.error}
      busy={recall.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        recall.mutate(
          { id: lot.id, ...values },
          {
            onSuccess: () => {
              message.success(`${lot.lotNo} 已召回，公开页面已提示停止使用`)
              onClose()
            },
          },
        )
      }
    >
      <Alert
        className="form-failure"
        type="error"
        showIcon
        title="签名后立即生效"
        description="本批和由它制成的所有批次即刻停止领用、包装、放行和发运；扫描这些批次的追溯码，公开页面即刻显示“已召回，请停止使用”。通知客户、收回货物请按成品履历的模拟召回清单另行办理。"
      />
      <Form.Item name="reason" label="召回原因" rules={[{ required: true, whitespace: true, message: '请填写召回原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={stockActions[side].recall.signs} />
    </StepDialog>
  )
}
