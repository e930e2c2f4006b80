import { Alert, App, Form, Input } from 'antd'
import { useState } from 'react'
import { returnActions } from '#contract/selling/return.ts'
import { returnApi, type ReturnDetail } from '#contract/selling/return-api.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { call, useWrite } from '#web/lib/call.ts'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { DataTable } from '#web/parts/DataTable.tsx'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ReturnScan } from './ReturnScan.tsx'
import { countOf, itemsOf, type CameBack } from './came-back.ts'

type Values = {
  arrivedAt: string
  transport?: string
  appearance: string
  placeId: string
  position?: string
  signature: SignatureInput
}
/** 退货收货: each box and pack is scanned with the condition it is in, and goes into a position of its own. */
export function ReceiveDialog({ file, onClose }: { file: ReturnDetail; onClose: () => void }) {
  const { message } = App.useApp()
  const [now] = useState(() => new Date().toISOString())
  const receive = useWrite(returnApi.receive)
  const [scanned, setScanned] = useState<readonly CameBack[]>([])
  const [none, setNone] = useState(false)
  return (
    <StepDialog<Values>
      wide
      title={`退货收货 ${file.returnNo}`}
      submit="收货"
      error={receive.error}
      busy={receive.isPending}
      initial={{ arrivedAt: now }}
      onClose={onClose}
      onSubmit={(values) => {
        if (scanned.length === 0) return setNone(true)
        receive.mutate(
          { id: file.id, rowVersion: file.rowVersion, ...values, items: itemsOf(scanned) },
          {
            onSuccess: () => {
              void message.success(`${file.returnNo} 已收入退货区，待检验`)
              onClose()
            },
          },
        )
      }}
    >
      <DataTable
        caption="退回货物"
        rows={file.lines}
        rowKey={(line) => line.lotId}
        columns={[
          { title: '批号', key: 'lotNo' },
          { title: '产品', key: 'goods' },
          { title: '预计', key: 'packs', align: 'right', render: (line) => `${line.packs} ${line.packUnit}` },
          { title: '已扫', key: 'scanned', align: 'right', render: (line) => `${countOf(scanned, line.lotId)} ${line.packUnit}` },
        ]}
      />
      <ReturnScan look={(code) => call(returnApi.scan, { id: file.id, code })} scanned={scanned} onScanned={setScanned} />
      {none && scanned.length === 0 && <Alert className="form-failure" type="error" showIcon title="请扫描退回的箱码或袋码" />}
      {file.kind === 'refused' && <p className="quiet">少到的部分自动转为承运索赔。</p>}
      <BinField zone="returned" isToxic={file.lines.some(({ isToxic }) => isToxic)} from="pack_released" />
      <div className="form-columns">
        <Form.Item name="position" label="隔位" extra={`不填则为 ${file.returnNo}；与其他退货分开存放`}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="arrivedAt" label="到货时间" rules={[{ required: true, message: '请填写到货时间' }, notInFuture]}>
          <InstantInput />
        </Form.Item>
      </div>
      <Form.Item name="appearance" label="外观" rules={[{ required: true, whitespace: true, message: '请填写外观' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} placeholder="外箱、封签、标签、有无受潮" />
      </Form.Item>
      <Form.Item name="transport" label="运回方式与温湿度">
        <Input maxLength={200} />
      </Form.Item>
      <SignatureFields meaning={returnActions.receive.signs} />
    </StepDialog>
  )
}
