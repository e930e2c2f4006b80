import { App, Form, InputNumber } from 'antd'
import { saleActions, type SaleRow } from '#contract/selling/sale.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { allocatedLots } from './allocated-lots.ts'

/** 出库复核: the second person counts. The screen does not show the expected numbers. */
export function CheckDialog({ sale, onClose }: { sale: SaleRow; onClose: () => void }) {
  const { message } = App.useApp()
  const detail = useRead(saleApi.read, { id: sale.id })
  const check = useWrite(saleApi.check)
  const lots = detail.data ? allocatedLots(detail.data) : []
  return (
    <StepDialog<{ counts: Record<string, number>; signature: SignatureInput }>
      title={`出库复核 ${sale.orderNo}`}
      submit="复核无误"
      error={check.error}
      busy={check.isPending}
      onClose={onClose}
      onSubmit={({ counts, signature }) =>
        check.mutate(
          { id: sale.id, counts: Object.entries(counts).map(([lotId, packs]) => ({ lotId, packs })), signature },
          {
            onSuccess: () => {
              message.success(`${sale.orderNo} 已复核，可以发运`)
              onClose()
            },
          },
        )
      }
    >
      {detail.error && <CallFailure error={detail.error} onRetry={() => void detail.refetch()} />}
      <p className="quiet">拣货人：{sale.pickedBy?.name}。请逐批清点实物，填写您点到的数量。</p>
      {lots.map((lot) => (
        <Form.Item
          key={lot.lotId}
          name={['counts', lot.lotId]}
          label={`${lot.lotNo}　${lot.goods}　生产批号 ${lot.batchNo}　保质期至 ${lot.expiresOn}`}
          rules={[{ required: true, message: '请填写清点数量' }]}
        >
          <InputNumber min={1} max={100_000_000} precision={0} controls={false} suffix={lot.unit} className="sale-count" />
        </Form.Item>
      ))}
      <SignatureFields meaning={saleActions.check.signs} />
    </StepDialog>
  )
}
