import { Alert, App, Form, Input } from 'antd'
import { useState } from 'react'
import { recallApi } from '#contract/cases/recall-api.ts'
import type { RecallRow } from '#contract/cases/recall-file.ts'
import { returnActions } from '#contract/selling/return.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { ReturnScan } from '#web/features/selling/return/ReturnScan.tsx'
import { itemsOf, type CameBack } from '#web/features/selling/return/came-back.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { call, useWrite } from '#web/lib/call.ts'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { arrivedAt: string; transport?: string; appearance: string; placeId: string; signature: SignatureInput }

/** 扫码收回: what a customer of a recall gives back goes into the 退货区, each of their shipments apart. */
export function BringBackDialog({
  recall,
  customer,
  onClose,
}: {
  recall: RecallRow
  customer: { id: string; name: string }
  onClose: () => void
}) {
  const { message } = App.useApp()
  const [now] = useState(() => new Date().toISOString())
  const bringBack = useWrite(recallApi.bringBack)
  const [scanned, setScanned] = useState<readonly CameBack[]>([])
  const [none, setNone] = useState(false)
  const at = { id: recall.id, customerId: customer.id }
  return (
    <StepDialog<Values>
      wide
      title={`扫码收回 ${customer.name}`}
      submit="签名并收回"
      error={bringBack.error}
      busy={bringBack.isPending}
      initial={{ arrivedAt: now }}
      onClose={onClose}
      onSubmit={(values) => {
        if (scanned.length === 0) return setNone(true)
        bringBack.mutate(
          { ...at, ...values, items: itemsOf(scanned) },
          {
            onSuccess: () => {
              void message.success(`${customer.name} 的货已收入退货区`)
              onClose()
            },
          },
        )
      }}
    >
      <ReturnScan look={(code) => call(recallApi.scan, { ...at, code })} scanned={scanned} onScanned={setScanned} />
      {none && scanned.length === 0 && <Alert className="form-failure" type="error" showIcon title="请扫描收回的箱码或袋码" />}
      <BinField zone="returned" isToxic={false} from="pack_released" extra="按出库单分开存放，隔位为各自的退货单号" />
      <Form.Item name="arrivedAt" label="收回时间" rules={[{ required: true, message: '请填写收回时间' }, notInFuture]}>
        <InstantInput />
      </Form.Item>
      <Form.Item name="appearance" label="外观" rules={[{ required: true, whitespace: true, message: '请填写外观' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item name="transport" label="运回方式">
        <Input maxLength={200} />
      </Form.Item>
      <SignatureFields meaning={returnActions.receive.signs} />
    </StepDialog>
  )
}
