import { App, Form, Input } from 'antd'
import { productionActions } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { nameOf, type StepInput } from './step-input.ts'

/** Voids an order before the first feeding. */
export function CancelDialog({ record, onClose }: StepInput) {
  const { message } = App.useApp()
  const cancel = useWrite(productionApi.cancel)
  return (
    <StepDialog<{ reason: string; signature: SignatureInput; goTo?: Record<string, string> }>
      title={`作废生产指令 ${nameOf(record)}`}
      submit="作废"
      danger
      error={cancel.error}
      busy={cancel.isPending}
      onClose={onClose}
      onSubmit={({ goTo = {}, ...values }) =>
        cancel.mutate(
          { id: record.id, ...values, bins: Object.entries(goTo).map(([lotId, placeId]) => ({ lotId, placeId })) },
          {
            onSuccess: () => {
              message.success(`${record.orderNo} 已作废`)
              onClose()
            },
          },
        )
      }
    >
      <p>{record.issue ? '已领出的物料将全部退回；' : record.state === 'approved' ? '预留的批次将释放；' : ''}指令单号保留，不再使用。</p>
      {record.lots.map(
        ({ lotId, lotNo, name, returnTo }) =>
          returnTo && (
            <BinField
              key={lotId}
              name={['goTo', lotId]}
              zone={returnTo.zone}
              isToxic={returnTo.isToxic}
              extra={`${name} ${lotNo} 的状态已变，不能退回原货位`}
            />
          ),
      )}
      <Form.Item name="reason" label="作废原因" rules={[{ required: true, whitespace: true, message: '请填写作废原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={productionActions.cancel.signs} />
    </StepDialog>
  )
}
