import { App, Form, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { exact } from '#contract/kernel/exact-decimal.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { packRetentionApi, retentionSigns, type KeepableLot } from '#contract/laboratory/pack-retention.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { ScannedLabels } from '#web/features/packing/packaging/ScannedLabels.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  lotId: string
  codes: string[]
  remark: string
  signature: SignatureInput
  witness?: { userName: string; password: string }
}

/** 成品留样: whole packs of a packed lot are scanned and kept. */
export function KeepPacksDialog({ lotId, onClose }: { lotId: string | null; onClose: () => void }) {
  const { message } = App.useApp()
  const draw = useWrite(packRetentionApi.draw)
  const [chosen, setChosen] = useState<KeepableLot>()
  return (
    <StepDialog<Values>
      title="成品留样"
      submit="签名并留样"
      error={draw.error}
      busy={draw.isPending}
      initial={{ remark: '' }}
      onClose={onClose}
      onSubmit={(values) =>
        draw.mutate(values, {
          onSuccess: ({ sample }) => {
            message.success(`${sample.samplingNo} 已留样，等待化验室接收`)
            onClose()
          },
        })
      }
    >
      <LotField given={lotId} chosen={chosen} onChoose={setChosen} />
      <Form.Item
        name="codes"
        label="留样各袋的码"
        extra="扫袋码，或扫整箱的箱码；留样的袋不再销售、不再计入库存"
        rules={[{ required: true, message: '请扫描留样各袋的码' }]}
      >
        <ScannedLabels />
      </Form.Item>
      <Form.Item name="remark" label="备注">
        <Input maxLength={200} />
      </Form.Item>
      <SignatureFields meaning={retentionSigns} commentLabel={null} />
      {chosen?.isToxic === true && <SecondPersonFields label="第二人" meaning={`${retentionSigns}（第二人）`} name="witness" />}
    </StepDialog>
  )
}

/** The lot, with what is kept of it and what should be. */
function LotField({
  given,
  chosen,
  onChoose,
}: {
  given: string | null
  chosen: KeepableLot | undefined
  onChoose: (lot: KeepableLot | undefined) => void
}) {
  const form = Form.useFormInstance<Values>()
  const [q, setQ] = useState('')
  const lots = useRead(packRetentionApi.lots, { q, pageSize: 50 }, { keepPrevious: true })
  const asked = useRead(packRetentionApi.lots, given === null ? null : { lotId: given })
  const failed = [lots, asked].find(({ error }) => error !== null)
  const first = asked.data?.rows[0]
  useEffect(() => {
    if (first === undefined || form.getFieldValue('lotId') !== undefined) return
    form.setFieldsValue({ lotId: first.id })
    onChoose(first)
  }, [first, form, onChoose])
  const rows = lots.data?.rows ?? []
  const offered = first === undefined || rows.some(({ id }) => id === first.id) || q !== '' ? rows : [first, ...rows]
  return (
    <>
      {failed?.error && <CallFailure error={failed.error} onRetry={() => void failed.refetch()} />}
      <Form.Item name="lotId" label="成品批" rules={[{ required: true, message: '请选择成品批' }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: setQ }}
          loading={lots.isFetching}
          placeholder="输入批号、品名或拼音首字母"
          notFoundContent={lots.isPending ? '正在查找…' : lots.error ? null : '没有在库的成品批'}
          options={offered.map((row) => ({ value: row.id, label: `${row.lotNo}　${row.name}　${row.specName}` }))}
          onChange={(id) => onChoose(offered.find((row) => row.id === id))}
        />
      </Form.Item>
      {chosen && (
        <Facts
          rows={[
            ['状态', <StateTag key="state" of={lotStates.pack} state={chosen.state} />],
            ['在库', `${chosen.packsOnHand} ${chosen.packUnit}，每${chosen.packUnit} ${exact(chosen.netQuantity).times(1000).toFixed()} g`],
            ['已留样', `${chosen.packsKept} ${chosen.packUnit}`],
            [
              '应留',
              chosen.testAmount === null ? '产品档案未规定' : `每次至少 ${exact(chosen.testAmount).times(2).toFixed()} g（一次全检的2倍）`,
            ],
          ]}
        />
      )}
    </>
  )
}
