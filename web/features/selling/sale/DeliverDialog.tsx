import { App, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { deliveryExceptions, type SaleRow } from '#contract/selling/sale.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof saleApi.deliver.input>, 'id'>

/** 签收: what the signed receipt says. */
export function DeliverDialog({ sale, onClose }: { sale: SaleRow; onClose: () => void }) {
  const { message } = App.useApp()
  const [now] = useState(() => new Date().toISOString())
  const deliver = useWrite(saleApi.deliver)
  return (
    <StepDialog<Values>
      title={`登记签收 ${sale.shipmentNo}`}
      submit="登记签收"
      error={deliver.error}
      busy={deliver.isPending}
      initial={{ arrivedAt: now }}
      onClose={onClose}
      onSubmit={(values) =>
        deliver.mutate(
          { ...values, id: sale.id },
          {
            onSuccess: () => {
              message.success(`${sale.shipmentNo} 已签收`)
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
      <Form.Item name="exceptionNote" label="异常说明">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
