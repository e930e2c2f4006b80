import { App, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { supplierReturnApi, type Returnable } from '#contract/warehouse/supplier-return.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { amount } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { goods: string; quantity: string; reason: string }

const keyOf = ({ lotId, placeId }: Returnable) => `${lotId} ${placeId}`

/** 提出退货: one rejected lot in its bin of the 不合格区, all of it unless another weight is named. */
export function ProposeReturnDialog({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const { message } = App.useApp()
  const propose = useWrite(supplierReturnApi.propose)
  const [chosen, setChosen] = useState<Returnable>()
  return (
    <StepDialog<Values>
      title="退货给供应商"
      submit="提出"
      error={propose.error}
      busy={propose.isPending}
      onClose={onClose}
      onSubmit={({ quantity, reason }) =>
        chosen &&
        propose.mutate(
          { lotId: chosen.lotId, placeId: chosen.placeId, quantity, reason },
          {
            onSuccess: ({ row }) => {
              message.success(`退货单 ${row.returnNo} 已提出，等待质量负责人决定`)
              onDone(row.id)
            },
          },
        )
      }
    >
      <p className="quiet">同意并称重发出以前，货物留在不合格区。有未结案质量事件的批不能退。</p>
      <GoodsField chosen={chosen} onChoose={setChosen} />
      <Form.Item
        name="quantity"
        label={chosen === undefined ? '数量' : `数量（该货位现有 ${amount(chosen.quantity, chosen.unit)}）`}
        rules={[{ required: true, message: '请填写数量' }]}
      >
        <QuantityInput unit={chosen?.unit ?? 'kg'} />
      </Form.Item>
      <Form.Item name="reason" label="退货原因" rules={[{ required: true, whitespace: true, message: '请写明为什么退货' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}

/** What was rejected and lies apart; the weight follows from the choice. */
function GoodsField({ chosen, onChoose }: { chosen: Returnable | undefined; onChoose: (one: Returnable | undefined) => void }) {
  const [q, setQ] = useState('')
  const form = Form.useFormInstance<Values>()
  const found = useRead(supplierReturnApi.choices, { q })
  const options = [...new Map([...(found.data ?? []), ...(chosen === undefined ? [] : [chosen])].map((one) => [keyOf(one), one])).values()]
  return (
    <>
      {found.error && <CallFailure error={found.error} onRetry={() => void found.refetch()} />}
      <Form.Item
        name="goods"
        label="货物"
        rules={[{ required: true, message: '请选择要退的货物' }]}
        extra="可扫描或输入批号、品名、拼音首字母"
      >
        <Select
          loading={found.isPending}
          showSearch={{ filterOption: false, onSearch: setQ }}
          notFoundContent={found.isPending ? '正在查找' : found.error ? null : '不合格区没有外购批次'}
          options={options.map((one) => ({
            value: keyOf(one),
            label: `${one.lotNo} ${one.name}　${one.placeCode}　${amount(one.quantity, one.unit)}　${one.supplierName}`,
          }))}
          onChange={(key: string) => {
            const one = options.find((option) => keyOf(option) === key)
            onChoose(one)
            form.setFieldValue('quantity', one?.quantity)
          }}
        />
      </Form.Item>
    </>
  )
}
