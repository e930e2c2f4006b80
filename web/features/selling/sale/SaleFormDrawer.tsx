import { Alert, App, Button, Form, Input, InputNumber, Select } from 'antd'
import type { z } from 'zod'
import { customerRefusal, earliestEnd, type SaleRow } from '#contract/selling/sale.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { FormDrawer, type InitialValues } from '#web/parts/FormDrawer.tsx'

type Line = { packSpecId: string; packs: number }
type Choices = z.output<typeof saleApi.choices.output>
type Values = { customerId: string; addressId: string; lines: Line[]; remark?: string }

/** Whether a choice fits what was typed: its name, code or pinyin initials. */
const fits = (typed: string, option: { search: string } | undefined) =>
  option?.search.toLowerCase().includes(typed.trim().toLowerCase()) ?? false

/** 新建或修改销售单: customer, address, products. What the licence does not allow is shown before the order is submitted. */
export function SaleFormDrawer({ sale, onClose }: { sale?: SaleRow; onClose: () => void }) {
  const { message } = App.useApp()
  const choices = useRead(saleApi.choices, {})
  const detail = useRead(saleApi.read, sale ? { id: sale.id } : null)
  const create = useWrite(saleApi.create)
  const edit = useWrite(saleApi.edit)
  const failure = choices.error ?? detail.error
  if (failure)
    return (
      <CallFailure
        error={failure}
        onRetry={() => {
          void choices.refetch()
          if (sale) void detail.refetch()
        }}
      />
    )
  if (!choices.data || (sale && !detail.data)) return null
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
      <CustomerFields choices={choices.data} />
      <LineFields goods={choices.data.goods} />
      <Form.Item name="remark" label="备注">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** What is sold, line by line. */
function LineFields({ goods }: { goods: Choices['goods'] }) {
  const chosen: readonly (Partial<Line> | undefined)[] = Object.values(Form.useWatch('lines', Form.useFormInstance<Values>()) ?? [])
  const unitOf = (packSpecId: string | undefined) => goods.find((one) => one.packSpecId === packSpecId)?.packUnit ?? '件'
  return (
    <Form.List name="lines">
      {(fields, { add, remove }) => (
        <fieldset className="sale-lines">
          <legend>产品</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className="sale-line">
              <Form.Item
                name={[name, 'packSpecId']}
                label={`第${name + 1}行 产品与包装规格`}
                rules={[{ required: true, message: '请选择产品' }]}
              >
                <Select
                  showSearch={{ filterOption: fits }}
                  placeholder="名称或拼音首字母"
                  options={goods.map((one) => ({
                    value: one.packSpecId,
                    label: `${one.productName} ${one.specName}${one.isToxic ? '（毒性）' : ''}　可分配 ${one.available} ${one.packUnit}`,
                    search: `${one.productName} ${one.initials} ${one.specName}`,
                  }))}
                />
              </Form.Item>
              <Form.Item name={[name, 'packs']} label="数量" rules={[{ required: true, message: '请填写数量' }]}>
                <InputNumber min={1} max={100_000_000} precision={0} controls={false} suffix={unitOf(chosen[name]?.packSpecId)} />
              </Form.Item>
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

/** The address of a customer who has one alone; with several the person chooses. */
function onlyAddressOf(customer: Choices['customers'][number] | undefined): string | undefined {
  const [only, ...others] = customer?.addresses ?? []
  return others.length === 0 ? only?.id : undefined
}

/** The customer and one of the addresses of their licence, with the reason at once when the licence does not allow the sale. */
function CustomerFields({ choices: { customers, goods } }: { choices: Choices }) {
  const form = Form.useFormInstance<Values>()
  const customerId = Form.useWatch('customerId', form)
  const customer = customers.find((one) => one.id === customerId)
  // While the list of lines is mounting, antd gives it as an object keyed by place.
  const lines = Object.values(Form.useWatch('lines', form) ?? [])
  const hasToxic = lines.some((line) => goods.find((one) => one.packSpecId === line?.packSpecId)?.isToxic)
  const refused = customer && customerRefusal(customer, { hasToxic }, today())
  return (
    <>
      <Form.Item name="customerId" label="客户" rules={[{ required: true, message: '请选择客户' }]}>
        <Select
          showSearch={{ filterOption: fits }}
          placeholder="名称、编号或拼音首字母"
          options={customers.map((one) => ({ value: one.id, label: one.name, search: `${one.code} ${one.name} ${one.initials}` }))}
          onChange={(id: string) => form.setFieldValue('addressId', onlyAddressOf(customers.find((one) => one.id === id)))}
        />
      </Form.Item>
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
