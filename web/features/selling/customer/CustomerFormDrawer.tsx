import { App, Button, Checkbox, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { customerApi, customerKinds, customerLicenceKinds, customerScopes, type CustomerRow } from '#contract/selling/customer.ts'
import { provinces } from '#contract/supply/origin.ts'
import { UnreadForm } from '#web/parts/UnreadForm.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { FormDrawer, type InitialValues } from '#web/parts/FormDrawer.tsx'

type Profile = z.input<typeof customerApi.create.input>
/** As the form holds it: an empty field is absent or ''. */
type Values = Omit<Profile, 'creditCode'> & { creditCode?: string }

const options = (words: readonly string[]) => words.map((value) => ({ value, label: value }))

/** 登记或修改客户. */
export function CustomerFormDrawer({ customer, onClose }: { customer?: CustomerRow; onClose: () => void }) {
  const { message } = App.useApp()
  const earlier = useRead(customerApi.read, customer ? { id: customer.id } : null)
  const create = useWrite(customerApi.create)
  const edit = useWrite(customerApi.edit)
  if (customer && earlier.data === undefined) return <UnreadForm title={`修改 ${customer.name}`} read={earlier} onClose={onClose} />
  const before = earlier.data

  const send = ({ creditCode = '', ...values }: Values, saved: () => void) => {
    const input: Profile = { ...values, creditCode: creditCode || null }
    const onSuccess = () => {
      saved()
      message.success(`${values.name} 已保存`)
      onClose()
    }
    if (before) edit.mutate({ id: before.id, rowVersion: before.rowVersion, ...input }, { onSuccess })
    else create.mutate(input, { onSuccess })
  }
  return (
    <FormDrawer<Values>
      title={before ? `修改 ${before.name}` : '登记客户'}
      submit="保存"
      draftName={customer?.id ?? 'new'}
      initial={before ? valuesOf(before) : { scopes: ['中药饮片'], addresses: [{}] }}
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="form-columns">
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input maxLength={80} autoComplete="off" />
        </Form.Item>
        <Form.Item name="kind" label="类型" rules={[{ required: true, message: '请选择客户类型' }]}>
          <Select options={options(customerKinds)} />
        </Form.Item>
        <Form.Item name="creditCode" label="统一社会信用代码">
          <Input maxLength={24} autoComplete="off" />
        </Form.Item>
        <Form.Item name="legalPerson" label="法定代表人" initialValue="">
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="qualityContact" label="质量联系人" initialValue="">
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="phone" label="电话" initialValue="">
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="email"
          label="邮箱"
          initialValue=""
          extra="召回通知发到这里；不填则只打印通知书"
          rules={[{ type: 'email', message: '邮箱格式不正确' }]}
        >
          <Input maxLength={120} autoComplete="off" inputMode="email" />
        </Form.Item>
        <Form.Item name="licenceKind" label="许可证" rules={[{ required: true, message: '请选择许可证类型' }]}>
          <Select options={options(customerLicenceKinds)} />
        </Form.Item>
        <Form.Item name="licenceNo" label="许可证号" rules={[{ required: true, whitespace: true, message: '请填写许可证号' }]}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="licenceValidUntil" label="许可证有效期至" rules={[{ required: true, message: '请填写许可证有效期至' }]}>
          <DayInput />
        </Form.Item>
        <Form.Item name="scopes" label="许可范围" extra="没有“中药饮片”不能销售，毒性饮片还须有“毒性中药饮片”">
          <Checkbox.Group options={options(customerScopes)} />
        </Form.Item>
      </div>
      <AddressLines />
      <Form.Item name="remark" label="备注" initialValue="">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** The addresses printed on the licence: goods go nowhere else. */
function AddressLines() {
  return (
    <Form.List name="addresses">
      {(lines, { add, remove }) => (
        <>
          {lines.map(({ key, name }) => (
            <fieldset key={key} className="line-fields">
              <legend>
                许可证上的地址 {name + 1}
                {lines.length > 1 && (
                  <Button type="link" danger className="text-action" onClick={() => remove(name)}>
                    删除此地址
                  </Button>
                )}
              </legend>
              <Form.Item name={[name, 'id']} hidden noStyle>
                <Input />
              </Form.Item>
              <div className="form-columns">
                <Form.Item name={[name, 'province']} label="省份" rules={[{ required: true, message: '请选择省份' }]}>
                  <Select showSearch options={options(provinces)} />
                </Form.Item>
                <Form.Item name={[name, 'city']} label="市（州）" rules={[{ required: true, whitespace: true, message: '请填写市（州）' }]}>
                  <Input maxLength={30} autoComplete="off" />
                </Form.Item>
              </div>
              <Form.Item
                name={[name, 'address']}
                label="详细地址"
                rules={[{ required: true, whitespace: true, message: '请填写详细地址' }]}
              >
                <Input maxLength={200} autoComplete="off" />
              </Form.Item>
              <div className="form-columns">
                <Form.Item name={[name, 'contact']} label="收货人" rules={[{ required: true, whitespace: true, message: '请填写收货人' }]}>
                  <Input maxLength={40} autoComplete="off" />
                </Form.Item>
                <Form.Item
                  name={[name, 'phone']}
                  label="收货电话"
                  rules={[{ required: true, whitespace: true, message: '请填写收货电话' }]}
                >
                  <Input maxLength={30} autoComplete="off" />
                </Form.Item>
              </div>
            </fieldset>
          ))}
          <Form.Item>
            <Button type="dashed" block disabled={lines.length >= 50} onClick={() => add({})}>
              添加地址
            </Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}

/** A customer as the form begins with it. A word that is no longer offered is left to be chosen again. */
const valuesOf = (row: z.output<typeof customerApi.read.output>): InitialValues<Values> => ({
  name: row.name,
  kind: customerKinds.find((kind) => kind === row.kind),
  creditCode: row.creditCode ?? '',
  legalPerson: row.legalPerson,
  qualityContact: row.qualityContact,
  phone: row.phone,
  email: row.email,
  licenceKind: customerLicenceKinds.find((kind) => kind === row.licenceKind),
  licenceNo: row.licenceNo,
  licenceValidUntil: row.licenceValidUntil,
  scopes: row.scopes.flatMap((word) => customerScopes.find((scope) => scope === word) ?? []),
  remark: row.remark,
  addresses: row.addresses
    .filter((address) => address.isActive)
    .map(({ isActive, province, ...address }) => ({ ...address, province: provinces.find((one) => one === province) })),
})
