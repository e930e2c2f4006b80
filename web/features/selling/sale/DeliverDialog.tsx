import { App, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { deliveryExceptions, undeliveredExceptions, type SaleRow } from '#contract/selling/sale.ts'
import { saleApi, type SaleDetail } from '#contract/selling/sale-api.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Counts = { refused?: number | null; missing?: number | null }
type Values = {
  receiver: string
  arrivedAt: string
  exception?: (typeof deliveryExceptions)[number]
  exceptionNote?: string
  undelivered?: Record<string, Counts>
}
type ShippedLine = NonNullable<SaleDetail['shipment']>['lines'][number]

/** 签收: what the signed receipt says. What was refused or is missing is told lot by lot. */
export function DeliverDialog({ sale, onClose }: { sale: SaleRow; onClose: () => void }) {
  const { message } = App.useApp()
  const [now] = useState(() => new Date().toISOString())
  const detail = useRead(saleApi.read, { id: sale.id })
  const deliver = useWrite(saleApi.deliver)
  const lines = detail.data?.shipment?.lines.filter(({ packs }) => packs > 0) ?? []
  return (
    <StepDialog<Values>
      title={`登记签收 ${sale.shipmentNo}`}
      submit="登记签收"
      error={deliver.error}
      busy={deliver.isPending}
      initial={{ arrivedAt: now }}
      onClose={onClose}
      onSubmit={({ undelivered = {}, ...values }) =>
        deliver.mutate(
          {
            ...values,
            id: sale.id,
            undelivered: Object.entries(undelivered)
              .map(([lotId, { refused, missing }]) => ({ lotId, refused: refused ?? 0, missing: missing ?? 0 }))
              .filter(({ refused, missing }) => refused + missing > 0),
          },
          {
            onSuccess: ({ state }) => {
              message.success(`${sale.shipmentNo} ${told[state] ?? '已签收'}`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['客户', sale.customerName],
          ['货物', sale.goods],
          ['发车时间', sale.departedAt && dateTime(sale.departedAt)],
        ]}
      />
      <Form.Item name="receiver" label="签收人" rules={[{ required: true, whitespace: true, message: '请填写签收人' }]}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="arrivedAt" label="签收时间" rules={[{ required: true, message: '请填写签收时间' }, notInFuture]}>
        <InstantInput />
      </Form.Item>
      <Form.Item name="exception" label="异常">
        <Select allowClear placeholder="没有异常" options={deliveryExceptions.map((one) => ({ value: one, label: one }))} />
      </Form.Item>
      {detail.error && <CallFailure error={detail.error} onRetry={() => void detail.refetch()} />}
      <Undelivered lines={lines} />
      <Form.Item name="exceptionNote" label="异常说明">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}

const told: Partial<Record<string, string>> = {
  partly_delivered: '部分签收：拒收的待退回，短少的已列入承运索赔',
  refused: '拒收：货物待退回',
}

/** Of each lot, what the customer refused and what did not arrive; asked once there is an exception. */
function Undelivered({ lines }: { lines: readonly ShippedLine[] }) {
  const form = Form.useFormInstance<Values>()
  const exception = Form.useWatch('exception', form)
  if (exception === undefined) return null
  return (
    <fieldset className="sale-lines">
      <legend>客户没有收下的{undeliveredExceptions.includes(exception) ? '' : '（没有则不填）'}</legend>
      {lines.map((line) => (
        <div key={line.lotId}>
          <p>
            {line.goods} {line.lotNo}，发出 {line.packs} {line.packUnit}
          </p>
          <div className="form-columns">
            <Form.Item name={['undelivered', line.lotId, 'refused']} label="拒收，退回">
              <InputNumber min={0} max={line.packs} precision={0} controls={false} suffix={line.packUnit} style={{ width: '100%' }} />
            </Form.Item>
            <Form.Item name={['undelivered', line.lotId, 'missing']} label="短少，未到">
              <InputNumber min={0} max={line.packs} precision={0} controls={false} suffix={line.packUnit} style={{ width: '100%' }} />
            </Form.Item>
          </div>
        </div>
      ))}
    </fieldset>
  )
}
