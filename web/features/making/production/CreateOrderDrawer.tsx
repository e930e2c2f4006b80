import { App, Button, Form, Input, Select } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { Decimal } from 'decimal.js'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { auxiliaryFor, sumOf } from '#contract/making/mass-balance.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { LineField } from './LineField.tsx'

type Values = z.input<typeof productionApi.create.input>
type Product = z.output<typeof productionApi.products.output>[number]
type Usable = z.output<typeof productionApi.usableLots.output>[number]

/** Writes a production order: what is made, of which lot, on which line. */
export function CreateOrderDrawer({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(productionApi.create)
  return (
    <FormDrawer<Values>
      title="新建生产指令"
      submit="提交批准"
      draftName="new"
      initial={{ lots: [{ lotId: '', quantity: '' }], remark: '' }}
      error={create.error}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={(values, saved) =>
        create.mutate(values, {
          onSuccess: ({ orderNo }) => {
            message.success(`${orderNo} 已提交，等待批准`)
            saved()
            onClose()
          },
        })
      }
    >
      <ProductFields />
      <LineField />
      <Form.Item name="remark" label="备注">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** The product, its effective process, and the lots that it asks for. */
function ProductFields() {
  const [q, setQ] = useState('')
  const products = useRead(productionApi.products, { q }, { keepPrevious: true })
  const productId: string | undefined = Form.useWatch('productId')
  // The chosen product stays known while another name is searched.
  const [chosen, setChosen] = useState<Product>()
  const product = products.data?.find((one) => one.id === productId) ?? (chosen?.id === productId ? chosen : undefined)
  const form = Form.useFormInstance<Values>()
  const choose = (id: string) => {
    const made = products.data?.find((one) => one.id === id)
    setChosen(made)
    form.setFieldsValue({ lots: [{ lotId: '', quantity: '' }], auxiliaries: [], ...(made?.last && { lineId: made.last.lineId }) })
  }
  return (
    <>
      <Form.Item name="productId" label="产品" rules={[{ required: true, message: '请选择产品' }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: setQ }}
          placeholder="名称或拼音首字母"
          loading={products.isFetching}
          onChange={choose}
          notFoundContent="没有这个产品，或它还没有现行工艺规程"
          options={products.data?.map((one) => ({ value: one.id, label: `${one.name} ${one.cutSpec}（${one.code}）` }))}
        />
      </Form.Item>
      {product && (
        <>
          <Facts
            rows={[
              ['工艺规程', `${product.process.code} 第${product.process.version}版`],
              ['工序', product.process.steps.map((step) => step.name).join(' → ')],
              ['最大批量', kgUnit(product.process.maxBatch)],
              ['收率限度', `${product.process.yieldMin}～${product.process.yieldMax} %`],
            ]}
          />
          <MainLots product={product} />
          <Auxiliaries product={product} />
        </>
      )}
    </>
  )
}

function MainLots({ product }: { product: Product }) {
  return (
    <fieldset className="lines">
      <legend>
        主药材 {product.materialName}
        {product.process.allowsBlending ? '（工艺允许拼批，须QA签名）' : '（一批一个批次）'}
      </legend>
      <Form.List name="lots">
        {(lines, { add, remove }) => (
          <>
            {lines.map(({ key, name }) => (
              <div key={key}>
                <LotFields path={['lots', name]} materialId={product.materialId} most={product.process.maxBatch} />
                {lines.length > 1 && (
                  <Button type="link" className="text-action" onClick={() => remove(name)}>
                    删除此批次
                  </Button>
                )}
              </div>
            ))}
            {product.process.allowsBlending && <Button onClick={() => add({ lotId: '', quantity: '' })}>＋ 拼入一个批次</Button>}
          </>
        )}
      </Form.List>
    </fieldset>
  )
}

/** Each auxiliary of the process; its quantity follows the main herb in the ratio. */
function Auxiliaries({ product }: { product: Product }) {
  const form = Form.useFormInstance<Values>()
  const lots: { quantity?: string }[] = Form.useWatch('lots') ?? []
  const planned = sumOf(lots.map((lot) => lot?.quantity ?? '').filter(isDecimal))
  const { auxiliaries } = product.process
  useEffect(() => {
    if (exact(planned).isZero()) return
    auxiliaries.forEach(({ ratio }, index) => form.setFieldValue(['auxiliaries', index, 'quantity'], auxiliaryFor(planned, ratio)))
  }, [form, planned, auxiliaries])
  return auxiliaries.map(({ materialId, name, ratio, tolerance }, index) => (
    <fieldset key={materialId} className="lines">
      <legend>
        辅料 {name}（每100 kg 用 {ratio} kg，允差 {tolerance}%）
      </legend>
      <LotFields path={['auxiliaries', index]} materialId={materialId} />
    </fieldset>
  ))
}

/** One lot and its quantity. The lot that is due first heads the list; another one needs a reason. */
function LotFields({
  path,
  materialId,
  most,
}: {
  path: [list: 'lots' | 'auxiliaries', index: number]
  materialId: string
  /** The most of the main herb that a batch may have, kg; what an auxiliary takes follows from the main herb. */
  most?: string
}) {
  const form = Form.useFormInstance()
  const lots = useRead(productionApi.usableLots, { materialId })
  const lotId: string | undefined = Form.useWatch([...path, 'lotId'])
  const [first] = lots.data ?? []
  const isLater = lotId !== undefined && lotId !== '' && first !== undefined && first.lotId !== lotId
  const name = (field: string) => (path[0] === 'lots' ? [path[1], field] : [...path, field])
  // As much of a lot as there is, and as a batch may have.
  const choose = (chosen: Usable | undefined) => {
    if (chosen === undefined) return
    const quantity = most === undefined ? undefined : Decimal.min(chosen.available, most).toFixed()
    form.setFields([
      { name: [...path, 'lotId'], value: chosen.lotId },
      ...(quantity === undefined ? [] : [{ name: [...path, 'quantity'], value: quantity, errors: [] }]),
    ])
  }
  // The lot that is due first is the one to take, until a person takes another.
  const isEmpty = lotId === undefined || lotId === ''
  const chooseFirst = useEffectEvent(() => {
    if (path[0] === 'auxiliaries' || path[1] === 0) choose(first)
  })
  const firstId = first?.lotId
  useEffect(() => {
    if (firstId !== undefined && isEmpty) chooseFirst()
  }, [firstId, isEmpty])
  return (
    <>
      {lots.error && (
        <div className="form-failure">
          <CallFailure error={lots.error} onRetry={() => void lots.refetch()} />
        </div>
      )}
      <div className="lot-line">
        <Form.Item name={name('lotId')} label="批次" rules={[{ required: true, message: '请选择批次' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={lots.isPending}
            notFoundContent={lots.error ? null : '没有可用的批次：须已放行、在复验期内、未冻结且有库存'}
            onChange={(id: string) => choose(lots.data?.find((one) => one.lotId === id))}
            options={lots.data?.map((lot, index) => ({
              value: lot.lotId,
              label: `${lot.lotNo}　可用 ${kgUnit(lot.available)}　${lot.retestOn ? `复验期 ${lot.retestOn}` : ''}${index === 0 ? '　最先到期' : ''}`,
            }))}
          />
        </Form.Item>
        <Form.Item name={name('quantity')} label="数量" rules={[{ required: true, message: '请填写数量' }]}>
          <QuantityInput />
        </Form.Item>
      </div>
      {isLater && (
        <Form.Item name={name('reason')} label="不用最先到期批次的理由" extra={`${first.lotNo} 更早到期；数量够用时须说明理由`}>
          <Input maxLength={200} />
        </Form.Item>
      )}
    </>
  )
}
