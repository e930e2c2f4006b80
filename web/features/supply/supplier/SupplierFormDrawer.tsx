import { Alert, App, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { provinces } from '#contract/supply/origin.ts'
import { purchaseCategories } from '#contract/supply/purchase.ts'
import { supplierKinds, type SupplierRow } from '#contract/supply/supplier.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { UnreadForm } from '#web/parts/UnreadForm.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

type Profile = z.input<typeof supplierApi.create.input>
/** The supplier in the form: what was left empty is absent or ''. */
type Values = Omit<Profile, 'creditCode' | 'latitude' | 'longitude'> & { creditCode?: string; latitude?: string; longitude?: string }

/** 登记或修改供应商. */
export function SupplierFormDrawer({
  supplier,
  onSaved,
  onClose,
}: {
  supplier?: SupplierRow
  onSaved: (id: string) => void
  onClose: () => void
}) {
  const { message } = App.useApp()
  const earlier = useRead(supplierApi.read, supplier ? { id: supplier.id } : null)
  const create = useWrite(supplierApi.create)
  const edit = useWrite(supplierApi.edit)
  if (supplier && earlier.data === undefined) return <UnreadForm title={`修改 ${supplier.name}`} read={earlier} onClose={onClose} />
  const before = earlier.data

  const send = ({ creditCode = '', latitude = '', longitude = '', province, ...values }: Values, saved: () => void) => {
    const input: Profile = {
      ...values,
      province: province ?? '',
      creditCode: creditCode || null,
      latitude: latitude || null,
      longitude: longitude || null,
    }
    const onSuccess = (row: SupplierRow) => {
      saved()
      message.success(
        row.state === 'stopped' && before?.state === 'qualified' ? `${row.name} 已保存并临时暂停，待第二人确认` : `${row.name} 已保存`,
      )
      onClose()
      if (!before) onSaved(row.id)
    }
    if (before) edit.mutate({ id: before.id, rowVersion: before.rowVersion, ...input }, { onSuccess })
    else create.mutate(input, { onSuccess })
  }

  return (
    <FormDrawer<Values>
      title={before ? `修改 ${before.name}` : '登记供应商'}
      submit="保存"
      draftName={supplier?.id ?? 'new'}
      initial={before ? valuesOf(before) : { categories: ['crude_drug'] }}
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      {before?.state === 'qualified' && (
        <Alert
          className="form-failure"
          type="info"
          showIcon
          title="变更名称、类型、信用代码或增加供货类别后，该供应商即临时暂停，待质量负责人确认或解除"
        />
      )}
      <ProfileFields />
      <Form.Item name="categories" label="供货类别" rules={[{ required: true, message: '请选择供货类别' }]}>
        <Select mode="multiple" options={Object.entries(purchaseCategories).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <Form.Item name="remark" label="备注" initialValue="">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Who the supplier is, and where. */
function ProfileFields() {
  return (
    <div className="form-columns">
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      <Form.Item name="kind" label="类型" rules={[{ required: true, message: '请选择供应商类型' }]}>
        <Select options={supplierKinds.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="creditCode" label="统一社会信用代码" extra="农户可不填">
        <Input maxLength={24} autoComplete="off" />
      </Form.Item>
      <Form.Item name="legalPerson" label="法定代表人" initialValue="">
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="contact" label="联系人" initialValue="">
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label="电话" initialValue="">
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name="province" label="省份">
        <Select showSearch allowClear options={provinces.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="address" label="地址" initialValue="">
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="latitude" label="纬度">
        <QuantityInput unit="°" negative />
      </Form.Item>
      <Form.Item name="longitude" label="经度">
        <QuantityInput unit="°" negative />
      </Form.Item>
    </div>
  )
}

const valuesOf = (row: z.output<typeof supplierApi.read.output>): Partial<Values> => ({
  name: row.name,
  kind: supplierKinds.find((kind) => kind === row.kind),
  creditCode: row.creditCode ?? '',
  legalPerson: row.legalPerson,
  province: provinces.find((province) => province === row.province),
  address: row.address,
  contact: row.contact,
  phone: row.phone,
  latitude: row.latitude ?? '',
  longitude: row.longitude ?? '',
  categories: row.categories,
  remark: row.remark,
})
