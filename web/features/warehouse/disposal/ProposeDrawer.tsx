import { App, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { disposalApi, disposalGrounds, disposalMethods, type Disposable } from '#contract/warehouse/disposal.ts'
import { ScannedLabels } from '#web/features/packing/packaging/ScannedLabels.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { amount, kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

type Ground = keyof typeof disposalGrounds
type Values = {
  ground: Ground
  disposalMethod: keyof typeof disposalMethods
  reason: string
  goods: string[]
  line?: Record<string, { quantity?: string; codes?: string[] }>
}

const keyOf = ({ lotId, placeId }: Disposable) => `${lotId} ${placeId}`

/** 提出处置: the reason first, then the goods that it can be about; packs are named by their codes unless all of them go. */
export function ProposeDrawer({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const { message } = App.useApp()
  const propose = useWrite(disposalApi.propose)
  const [known, setKnown] = useState<ReadonlyMap<string, Disposable>>(new Map())
  const linesOf = ({ goods, line = {} }: Values) =>
    goods.flatMap((key) => {
      const one = known.get(key)
      if (one === undefined) return []
      const { quantity = one.quantity, codes = [] } = line[key] ?? {}
      return [{ lotId: one.lotId, placeId: one.placeId, quantity, codes }]
    })
  return (
    <FormDrawer<Values>
      title="提出处置"
      submit="提出"
      draftName="disposal"
      initial={{ ground: 'rejected', disposalMethod: 'burn', goods: [] }}
      error={propose.error}
      busy={propose.isPending}
      onClose={onClose}
      onSubmit={(values, saved) =>
        propose.mutate(
          { ground: values.ground, disposalMethod: values.disposalMethod, reason: values.reason, lines: linesOf(values) },
          {
            onSuccess: ({ disposal }) => {
              saved()
              message.success(`处置单 ${disposal.disposalNo} 已提出，等待质量负责人决定`)
              onDone(disposal.id)
            },
          },
        )
      }
    >
      <p className="quiet">批准并执行以前，货物留在原处。有未结案质量事件或召回的批不能处置。</p>
      <Form.Item name="ground" label="处置原因" rules={[{ required: true, message: '请选择处置原因' }]}>
        <Select options={keysOf(disposalGrounds).map((value) => ({ value, label: disposalGrounds[value] }))} />
      </Form.Item>
      <Form.Item<Values> noStyle shouldUpdate={(before, after) => before.ground !== after.ground}>
        {({ getFieldValue }) => (
          <GoodsField
            ground={getFieldValue('ground')}
            known={known}
            onKnown={(more) => setKnown(new Map([...known, ...more.map((one) => [keyOf(one), one] as const)]))}
          />
        )}
      </Form.Item>
      <Form.Item<Values> noStyle shouldUpdate={(before, after) => before.goods !== after.goods}>
        {({ getFieldValue }) =>
          (getFieldValue('goods') ?? []).map((key: string) => {
            const one = known.get(key)
            return one === undefined ? null : <GoodsLine key={key} name={key} goods={one} />
          })
        }
      </Form.Item>
      <Form.Item name="disposalMethod" label="处置方式" rules={[{ required: true, message: '请选择处置方式' }]}>
        <Select options={keysOf(disposalMethods).map((value) => ({ value, label: disposalMethods[value] }))} />
      </Form.Item>
      <Form.Item name="reason" label="说明" rules={[{ required: true, whitespace: true, message: '请写明为什么要处置' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** The goods that the reason can be about, as they lie in bins. */
function GoodsField({
  ground,
  known,
  onKnown,
}: {
  ground: Ground
  known: ReadonlyMap<string, Disposable>
  onKnown: (more: readonly Disposable[]) => void
}) {
  const [q, setQ] = useState('')
  const form = Form.useFormInstance<Values>()
  const found = useRead(disposalApi.choices, { ground, q })
  const options = [...(found.data ?? []), ...[...known.values()].filter((one) => (form.getFieldValue('goods') ?? []).includes(keyOf(one)))]
  const distinct = [...new Map(options.map((one) => [keyOf(one), one])).values()]
  return (
    <>
      {found.error && <CallFailure error={found.error} onRetry={() => void found.refetch()} />}
      <Form.Item
        name="goods"
        label="货物"
        rules={[{ required: true, type: 'array', min: 1, message: '请选择要处置的货物' }]}
        extra="可扫描或输入批号、品名、拼音首字母"
      >
        <Select
          mode="multiple"
          loading={found.isPending}
          showSearch={{ filterOption: false, onSearch: setQ }}
          notFoundContent={found.isPending ? '正在查找' : found.error ? null : '没有符合此原因的在库货物'}
          options={distinct.map((one) => ({
            value: keyOf(one),
            label: `${one.lotNo} ${one.name}　${one.placeCode}　${amount(one.quantity, one.unit)}`,
          }))}
          onChange={(keys: string[]) => onKnown(distinct.filter((one) => keys.includes(keyOf(one))))}
        />
      </Form.Item>
    </>
  )
}

function GoodsLine({ name, goods }: { name: string; goods: Disposable }) {
  return (
    <fieldset className="signature">
      <legend>
        {goods.lotNo} {goods.name}
      </legend>
      <Form.Item
        name={['line', name, 'quantity']}
        label={`数量（该货位现有 ${amount(goods.quantity, goods.unit)}）`}
        initialValue={goods.quantity}
        rules={[{ required: true, message: '请填写数量' }]}
        extra={goods.net === null ? undefined : `每${goods.packUnit ?? '件'} ${kgUnit(goods.net)}，须为整件`}
      >
        <QuantityInput unit={goods.unit} />
      </Form.Item>
      {goods.net !== null && (
        <Form.Item name={['line', name, 'codes']} label="追溯码" extra="全部处置时不必扫码；只处置一部分时逐件或按箱扫码">
          <ScannedLabels />
        </Form.Item>
      )}
    </fieldset>
  )
}
