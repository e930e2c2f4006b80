import { App, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { saleActions, type SaleRow } from '#contract/selling/sale.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { UnreadForm } from '#web/parts/UnreadForm.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { kgUnit } from '#web/lib/format.ts'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof saleApi.ship.input>, 'id'>

/** 发运: how the goods travel, and the signature of the one who sends them off. */
export function ShipDialog({ sale, onClose, onPrint }: { sale: SaleRow; onClose: () => void; onPrint: () => void }) {
  const { message } = App.useApp()
  const [now] = useState(() => new Date().toISOString())
  const ship = useWrite(saleApi.ship)
  const modes = useDictionary('transport_mode')
  const usual = useRead(saleApi.usualTransport, { id: sale.id })
  const done = ({ shipmentNo }: { shipmentNo: string }) => {
    message.success(`${sale.orderNo} 已发运，出库单 ${shipmentNo}`)
    onClose()
    onPrint()
  }
  if (usual.data === undefined) return <UnreadForm title={`发运 ${sale.orderNo}`} read={usual} onClose={onClose} />
  return (
    <StepDialog<Values>
      title={`发运 ${sale.orderNo}`}
      submit="发运"
      error={ship.error}
      busy={ship.isPending}
      initial={{ transportMode: '自有车', ...usual.data.last, departedAt: now }}
      onClose={onClose}
      onSubmit={(values) => ship.mutate({ ...values, id: sale.id }, { onSuccess: done })}
    >
      <Facts
        rows={[
          ['客户', sale.customerName],
          ['发往', `${sale.province}${sale.city === sale.province ? '' : sale.city}`],
          ['货物', `${sale.goods}，${kgUnit(sale.quantity)}`],
          ['拣货 / 复核', `${sale.pickedBy?.name} / ${sale.checkedBy?.name}`],
        ]}
      />
      <div className="form-columns">
        <Form.Item name="transportMode" label="运输方式" rules={[{ required: true, message: '请选择运输方式' }]}>
          <Select loading={modes.isPending} options={modes.labelOptions} />
        </Form.Item>
        <Form.Item name="carrier" label="承运单位" rules={[{ required: true, whitespace: true, message: '请填写承运单位' }]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="vehicleNo" label="车牌号（快递填运单号）" rules={[{ required: true, whitespace: true, message: '请填写车牌号' }]}>
          <Input maxLength={20} />
        </Form.Item>
        <Form.Item name="driver" label="司机" rules={[{ required: true, whitespace: true, message: '请填写司机' }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="driverPhone" label="司机电话" rules={[{ required: true, whitespace: true, message: '请填写电话' }]}>
          <Input maxLength={30} inputMode="tel" />
        </Form.Item>
        <Form.Item name="temperature" label="温湿度要求">
          <Input maxLength={50} placeholder="如 阴凉 ≤20 ℃" />
        </Form.Item>
        <Form.Item name="departedAt" label="发车时间" rules={[{ required: true, message: '请填写发车时间' }, notInFuture]}>
          <InstantInput />
        </Form.Item>
      </div>
      <SignatureFields meaning={saleActions.ship.signs} />
    </StepDialog>
  )
}
