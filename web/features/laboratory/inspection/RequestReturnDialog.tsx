import { App, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useState } from 'react'
import { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { priorities, type ReturnedGoods } from '#contract/laboratory/request.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { goods: string; packageCount: number; priority: 'normal' | 'urgent'; department: string; remark: string }

/** 退货检验: quality assurance chooses what lies in the 退货区, bin by bin. */
export function RequestReturnDialog({ lotId, onClose }: { lotId: string | null; onClose: () => void }) {
  const { message } = App.useApp()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ReturnedGoods>()
  const goods = useRead(bulkInspectionApi.returned, { q, pageSize: 50 }, { keepPrevious: true })
  const request = useWrite(bulkInspectionApi.requestReturn)
  const rows = (goods.data?.rows ?? []).toSorted((one, other) => Number(other.lotId === lotId) - Number(one.lotId === lotId))
  return (
    <StepDialog<Values>
      title="退货检验"
      submit="请验"
      error={request.error}
      busy={request.isPending}
      initial={{ priority: 'normal', department: '质量部' }}
      onClose={onClose}
      onSubmit={({ goods: _, ...values }) => {
        if (chosen === undefined) return
        request.mutate(
          { lotId: chosen.lotId, placeId: chosen.placeId, ...values },
          {
            onSuccess: ({ requestNo }) => {
              void message.success(`${requestNo} 已请验，等待QC受理`)
              onClose()
            },
          },
        )
      }}
    >
      <p>只检验该货位上的退货；批次其余部分状态不变。结果不合格时自动冻结整批并开启调查。</p>
      {goods.error && <CallFailure error={goods.error} onRetry={() => void goods.refetch()} />}
      <Form.Item name="goods" label="退货区的成品" rules={[{ required: true, message: '请选择退货' }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: setQ }}
          loading={goods.isFetching}
          placeholder="输入批号、货位、品名或拼音首字母"
          notFoundContent={goods.isPending ? '正在查找…' : goods.error ? null : '退货区没有待检验的成品'}
          options={rows.map((row) => ({ value: row.id, label: `${row.lotNo}　${row.name}　${row.placeName}` }))}
          onChange={(picked) => setChosen(rows.find((row) => row.id === picked))}
        />
      </Form.Item>
      {chosen && (
        <Facts
          rows={[
            ['货位', `${chosen.placeCode} ${chosen.placeName}`],
            ['现有', `${kgUnit(chosen.quantity)}，${chosen.packs} ${chosen.packUnit}`],
            ['批次状态', <StateTag key="state" of={lotStates.pack} state={chosen.state} />],
          ]}
        />
      )}
      <Form.Item name="packageCount" label="件数" rules={[{ required: true, message: '请填写退货的件数（箱或袋）' }]}>
        <InputNumber min={1} max={chosen?.packs ?? 100000} precision={0} suffix="件" />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="department" label="请验部门" rules={[{ required: true, whitespace: true, message: '请填写请验部门' }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="priority" label="紧急程度">
          <Radio.Group aria-label="紧急程度" options={Object.entries(priorities).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
      </div>
      <Form.Item name="remark" label="退货原因" rules={[{ required: true, whitespace: true, message: '请写明退货单号与原因' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
