import { Alert, App, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { returnActions } from '#contract/selling/return.ts'
import { returnApi, type ReturnDetail } from '#contract/selling/return-api.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { call, useWrite } from '#web/lib/call.ts'
import { takesCodes } from '#web/lib/scan-burst.ts'
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
  /** Packs whose codes cannot be read, by lot, and the codes that stay with the customer. */
  counts?: Record<string, number | null>
  kept?: string
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
      onSubmit={({ counts = {}, kept = '', ...values }) => {
        const counted = Object.entries(counts).flatMap(([lotId, packs]) => (packs ? [{ lotId, packs }] : []))
        if (scanned.length + counted.length === 0) return setNone(true)
        const stays = kept.split(/\s+/).filter(Boolean)
        receive.mutate(
          { id: file.id, rowVersion: file.rowVersion, ...values, items: itemsOf(scanned), counted, kept: stays },
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
      <UnreadableFields file={file} />
      {none && scanned.length === 0 && (
        <Alert className="form-failure" type="error" showIcon title="请扫描退回的箱码或袋码，码不可读的填写件数" />
      )}
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

/** Packs whose codes nobody can read: how many of each lot, and what the customer still has, so that it is known which they are. */
function UnreadableFields({ file }: { file: ReturnDetail }) {
  return (
    <details>
      <summary>有码不可读的包装</summary>
      <p className="quiet">按件数收货，只能销毁。这批随本出库单发出的其余的码须都已退回，或由客户写明还在手中，才知道退回的是哪几件。</p>
      {file.lines.map((line) => (
        <Form.Item key={line.lotId} name={['counts', line.lotId]} label={`${line.lotNo} 码不可读`}>
          <InputNumber min={0} precision={0} suffix={line.packUnit} />
        </Form.Item>
      ))}
      <Form.Item name="kept" label="留在客户处的码" extra="箱码或袋码，每行一个；客户手中没有的不填">
        <Input.TextArea {...takesCodes.kept} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
    </details>
  )
}
