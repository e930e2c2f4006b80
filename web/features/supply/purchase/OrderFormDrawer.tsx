import { App, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { purchaseCategories, type PurchaseCategory } from '#contract/supply/purchase.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { UnreadForm } from '#web/parts/UnreadForm.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { useChoices } from '#web/lib/choices.ts'
import { today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { OrderLineFields } from './OrderLineFields.tsx'

type Order = z.input<typeof purchaseApi.create.input>
/** The order in the form: a field that was left empty is absent or ''. */
type Values = Omit<Order, 'expectedOn' | 'lines' | 'submits'> & {
  expectedOn?: string
  lines: (Partial<Omit<Order['lines'][number], 'unitPrice'>> & { unitPrice?: string })[]
}

/** Writes a new purchase order, or changes a draft. */
export function OrderFormDrawer({ orderId, onClose }: { orderId?: string; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(purchaseApi.create)
  const edit = useWrite(purchaseApi.edit)
  const write = orderId === undefined ? create : edit
  const earlier = useRead(purchaseApi.read, orderId === undefined ? null : { id: orderId })
  if (orderId !== undefined && earlier.data === undefined) return <UnreadForm title="修改采购单" read={earlier} onClose={onClose} />
  const order = earlier.data

  const send = ({ expectedOn = '', lines, ...values }: Values, saved: () => void, submits: boolean) => {
    const input: Order = {
      ...values,
      submits,
      expectedOn: expectedOn === '' ? null : expectedOn,
      lines: lines.map(({ materialId = '', quantity = '', unitPrice = '', agreedOrigin = null, ...line }) => ({
        ...line,
        materialId,
        quantity,
        unitPrice: unitPrice === '' ? null : unitPrice,
        agreedOrigin: values.category === 'crude_drug' ? agreedOrigin : null,
      })),
    }
    const onSuccess = (row: { orderNo: string }) => {
      saved()
      message.success(`采购单 ${row.orderNo} ${submits ? '已提交审批' : '已保存为草稿'}`)
      onClose()
    }
    if (order === undefined) create.mutate(input, { onSuccess })
    else edit.mutate({ id: order.id, rowVersion: order.rowVersion, ...input }, { onSuccess })
  }

  return (
    <FormDrawer<Values>
      title={order === undefined ? '新建采购单' : `修改 ${order.orderNo}`}
      submit="保存并提交"
      other={{ label: '保存草稿', onSubmit: (values, saved) => send(values, saved, false) }}
      draftName={orderId ?? 'new'}
      initial={order === undefined ? { category: 'crude_drug', purchasedOn: today(), lines: [{}] } : valuesOf(order)}
      error={write.error}
      busy={write.isPending}
      onSubmit={(values, saved) => send(values, saved, true)}
      onClose={onClose}
    >
      <OrderFields />
    </FormDrawer>
  )
}

function valuesOf(order: z.output<typeof purchaseApi.read.output>): Values {
  return {
    category: order.category,
    supplierId: order.supplierId,
    contractNo: order.contractNo,
    qualityAgreementNo: order.qualityAgreementNo,
    purchasedOn: order.purchasedOn,
    expectedOn: order.expectedOn ?? '',
    remark: order.remark,
    lines: order.lines.map((line) => ({
      materialId: line.materialId,
      grade: line.grade,
      // The order was written with one of the provinces.
      agreedOrigin: line.agreedOrigin as Order['lines'][number]['agreedOrigin'],
      quantity: line.quantity,
      unitPrice: line.unitPrice ?? '',
    })),
  }
}

function OrderFields() {
  const form = Form.useFormInstance<Values>()
  const category: PurchaseCategory = Form.useWatch('category', form) ?? 'crude_drug'
  const on = Form.useWatch('purchasedOn', form)
  const supplierId = Form.useWatch('supplierId', form)
  const suppliers = useChoices(purchaseApi.suppliers, on ? { category, on } : null, supplierId)
  // Supplier and materials of another category cannot stay.
  const startOver = () => form.setFieldsValue({ supplierId: undefined, lines: [{}] })
  return (
    <>
      <div className="form-columns">
        <Form.Item
          name="category"
          label="采购类别"
          rules={[{ required: true, message: '请选择采购类别' }]}
          extra="不得外购饮片分装或改换标签"
        >
          <Select options={Object.entries(purchaseCategories).map(([value, label]) => ({ value, label }))} onChange={startOver} />
        </Form.Item>
        <Form.Item name="purchasedOn" label="采购日期" rules={[{ required: true, message: '请填写采购日期' }]}>
          <DayInput max={today()} />
        </Form.Item>
        <Form.Item
          name="supplierId"
          label="供应商"
          rules={[{ required: true, message: '请选择供应商' }]}
          extra="采购当日不能供货的供应商列在后面，附原因"
        >
          <Select
            placeholder="输入名称或拼音首字母"
            loading={suppliers.isSearching}
            notFoundContent={suppliers.isSearching ? '正在查找' : '没有符合条件的合格供应商'}
            optionRender={({ label }) => <span className="whole">{label}</span>}
            showSearch={{ filterOption: false, onSearch: suppliers.search }}
            options={suppliers.rows.map(({ id, name, kind, trouble }) => ({
              value: id,
              label: trouble === null ? `${name}（${kind}）` : `${name}：${trouble}`,
              disabled: trouble !== null,
            }))}
          />
        </Form.Item>
        <Form.Item name="expectedOn" label="要求到货日期">
          <DayInput />
        </Form.Item>
        <Form.Item name="contractNo" label="合同号" initialValue="">
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="qualityAgreementNo" label="质量协议号" initialValue="">
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      </div>
      <OrderLineFields category={category} on={on} supplierId={supplierId} />
      <Form.Item name="remark" label="备注" initialValue="">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </>
  )
}
