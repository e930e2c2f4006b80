import { useCallback, useEffect, useState } from 'react'
import { Alert, App, Button, Form, Input, InputNumber, Select } from 'antd'
import type { z } from 'zod'
import { customerRefusal, earliestEnd, type SaleRow } from '#contract/selling/sale.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { UnreadForm } from '#web/parts/UnreadForm.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { useChoices } from '#web/lib/choices.ts'
import { today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { FormDrawer, type InitialValues } from '#web/parts/FormDrawer.tsx'

type Line = { packSpecId: string; packs: number }
type Customer = z.output<typeof saleApi.customers.output>[number]
type Goods = z.output<typeof saleApi.goods.output>[number]
type Values = { customerId: string; addressId: string; lines: Line[]; remark?: string }

/** 新建或修改销售单: customer, address, products. What the licence does not allow is shown before the order is submitted. */
export function SaleFormDrawer({ sale, onClose }: { sale?: SaleRow; onClose: () => void }) {
  const { message } = App.useApp()
  const detail = useRead(saleApi.read, sale ? { id: sale.id } : null)
  const create = useWrite(saleApi.create)
  const edit = useWrite(saleApi.edit)
  // Of the goods that are chosen, those that are toxic: the customer's licence must cover them.
  const [toxic, setToxic] = useState<ReadonlyMap<number, boolean>>(new Map())
  const knowGoods = useCallback(
    (line: number, isToxic: boolean) => setToxic((known) => (known.get(line) === isToxic ? known : new Map([...known, [line, isToxic]]))),
    [],
  )
  if (sale && !detail.data) return <UnreadForm title={`修改 ${sale.orderNo}`} read={detail} onClose={onClose} />
  const initial: InitialValues<Values> = detail.data
    ? {
        customerId: detail.data.customerId,
        addressId: detail.data.addressId,
        remark: detail.data.remark,
        lines: detail.data.lines.map(({ packSpecId, packs }) => ({ packSpecId, packs })),
      }
    : { lines: [{}] }
  const send = ({ customerId, addressId, lines, remark = '' }: Values, saved: () => void, submits: boolean) => {
    const order = { customerId, addressId, lines, remark, submits }
    const done = (orderNo: string) => {
      saved()
      message.success(submits ? `${orderNo} 已提交，等待审批` : `${orderNo} 已保存为草稿`)
      onClose()
    }
    if (detail.data) {
      const { id, rowVersion, orderNo } = detail.data
      edit.mutate({ id, rowVersion, ...order }, { onSuccess: () => done(orderNo) })
    } else create.mutate(order, { onSuccess: ({ orderNo }) => done(orderNo) })
  }
  return (
    <FormDrawer<Values>
      title={sale ? `修改 ${sale.orderNo}` : '新建销售单'}
      submit="保存并提交"
      other={{ label: '保存草稿', onSubmit: (values, saved) => send(values, saved, false) }}
      draftName={sale?.id ?? 'new'}
      initial={initial}
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      onSubmit={(values, saved) => send(values, saved, true)}
      onClose={onClose}
    >
      <CustomerFields hasToxic={[...toxic.values()].includes(true)} />
      <SaleLines onGoods={knowGoods} />
      <Form.Item name="remark" label="备注">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** What is sold, line by line. `onGoods` hears of each line whether its goods are toxic. */
function SaleLines({ onGoods }: { onGoods: (lineKey: number, isToxic: boolean) => void }) {
  return (
    <Form.List name="lines">
      {(fields, { add, remove }) => (
        <fieldset className="sale-lines">
          <legend>产品</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className="sale-line">
              <LineFields line={name} lineKey={key} onGoods={onGoods} />
              {fields.length > 1 && (
                <Button type="link" className="text-action" aria-label={`删除第${name + 1}行`} onClick={() => remove(name)}>
                  删除
                </Button>
              )}
            </div>
          ))}
          <Button onClick={() => add()} disabled={fields.length >= 100}>
            增加一行
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}

const labelOf = ({ productName, specName, isToxic, available, isMore, packUnit }: Goods) =>
  `${productName} ${specName}${isToxic ? '（毒性）' : ''}　可分配 ${available} ${packUnit}${isMore ? '以上' : ''}`

function LineFields({ line, lineKey, onGoods }: { line: number; lineKey: number; onGoods: (lineKey: number, isToxic: boolean) => void }) {
  const form = Form.useFormInstance<Values>()
  const packSpecId: string | undefined = Form.useWatch(['lines', line, 'packSpecId'], form)
  const goods = useChoices(saleApi.goods, {}, packSpecId)
  const isToxic = goods.chosen?.isToxic ?? false
  useEffect(() => {
    onGoods(lineKey, isToxic)
    return () => onGoods(lineKey, false)
  }, [onGoods, lineKey, isToxic])
  return (
    <>
      <Form.Item name={[line, 'packSpecId']} label={`第${line + 1}行 产品与包装规格`} rules={[{ required: true, message: '请选择产品' }]}>
        <Select
          loading={goods.isSearching}
          notFoundContent={goods.isSearching ? '正在查找' : '没有这样的产品'}
          showSearch={{ filterOption: false, onSearch: goods.search }}
          placeholder="名称或拼音首字母"
          options={goods.rows.map((one) => ({ value: one.id, label: labelOf(one) }))}
        />
      </Form.Item>
      <Form.Item name={[line, 'packs']} label="数量" rules={[{ required: true, message: '请填写数量' }]}>
        <InputNumber min={1} max={100_000_000} precision={0} controls={false} suffix={goods.chosen?.packUnit ?? '件'} />
      </Form.Item>
      {goods.error && (
        <div className="form-failure sale-line-failure">
          <CallFailure error={goods.error} onRetry={goods.again} />
        </div>
      )}
    </>
  )
}

/** The address of a customer who has one alone; with several the person chooses. */
function onlyAddressOf(customer: Customer | undefined): string | undefined {
  const [only, ...others] = customer?.addresses ?? []
  return others.length === 0 ? only?.id : undefined
}

/** The customer and one of the addresses of their licence, with the reason at once when the licence does not allow the sale. */
function CustomerFields({ hasToxic }: { hasToxic: boolean }) {
  const form = Form.useFormInstance<Values>()
  const customerId = Form.useWatch('customerId', form)
  const customers = useChoices(saleApi.customers, {}, customerId)
  const customer = customers.chosen
  const refused = customer && customerRefusal(customer, { hasToxic }, today())
  return (
    <>
      <Form.Item name="customerId" label="客户" rules={[{ required: true, message: '请选择客户' }]}>
        <Select
          loading={customers.isSearching}
          notFoundContent={customers.isSearching ? '正在查找' : '没有这个客户'}
          showSearch={{ filterOption: false, onSearch: customers.search }}
          placeholder="名称、编号或拼音首字母"
          options={customers.rows.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(id: string) => form.setFieldValue('addressId', onlyAddressOf(customers.rows.find((one) => one.id === id)))}
        />
      </Form.Item>
      {customers.error && <CallFailure error={customers.error} onRetry={customers.again} />}
      {refused && (
        <Alert
          className="form-failure"
          type="error"
          showIcon
          title={refusals[refused]}
          description={`证照有效期至 ${earliestEnd(customer)}；许可范围：${customer.scopes.join('、')}`}
        />
      )}
      <Form.Item name="addressId" label="收货地址（许可证地址）" rules={[{ required: true, message: '请选择收货地址' }]}>
        <Select
          placeholder={customer ? '请选择' : '请先选择客户'}
          disabled={!customer}
          options={
            customer?.addresses.map((one) => ({
              value: one.id,
              label: `${one.province}${one.city === one.province ? '' : one.city}${one.address}（${one.contact} ${one.phone}）`,
            })) ?? []
          }
        />
      </Form.Item>
    </>
  )
}
