import { App, Button, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { scopeApprovalMeaning, scopeChangeMeaning, widerThan } from '#contract/supply/supplier.ts'
import { supplierApi, type SupplierDetail } from '#contract/supply/supplier-api.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { CountyField } from '#web/parts/CountyField.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'

type Approved = z.input<typeof supplierApi.setMaterials.input>['materials'][number]
/** The approval in the form: what was left empty is absent. */
type Values = {
  materials: { materialId?: string; origin?: Required<Pick<Approved, 'province' | 'city' | 'county'>> }[]
  reason: string
  signature?: SignatureInput
  approver?: NonNullable<z.input<typeof supplierApi.setMaterials.input>['approver']>
}

const anywhere = { province: '', city: '', county: '' } as const

const approvedOf = (materials: Values['materials']) =>
  materials.map(({ materialId = '', origin = anywhere }) => ({ materialId, ...origin }))

/** 核定供货范围: the materials this supplier may deliver, and where they may come from. */
export function MaterialsDrawer({ supplier, onClose }: { supplier: SupplierDetail; onClose: () => void }) {
  const { message } = App.useApp()
  const write = useWrite(supplierApi.setMaterials)
  return (
    <FormDrawer<Values>
      title={`核定供货范围 ${supplier.name}`}
      submit="保存"
      draftName={`materials:${supplier.id}`}
      initial={{
        materials: supplier.approved.map(({ materialId, province, city, county }) => ({
          materialId,
          ...(province !== '' && { origin: { province, city, county } }),
        })),
      }}
      error={write.error}
      busy={write.isPending}
      onSubmit={({ materials, ...rest }, saved) =>
        write.mutate(
          {
            id: supplier.id,
            rowVersion: supplier.rowVersion,
            materials: approvedOf(materials),
            ...rest,
          },
          {
            onSuccess: () => {
              saved()
              message.success('供货范围已核定')
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p className="quiet">产地可到省、市或县；留空为不限。同一物料有几处产地时，每处一行。</p>
      <MaterialLines supplier={supplier} />
      <Form.Item name="reason" label="依据" rules={[{ required: true, whitespace: true, message: '请填写依据，如审计报告编号' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <TwoSignatures supplier={supplier} />
    </FormDrawer>
  )
}

/** What makes the list of a supplier wider who is no candidate takes a second person. */
function TwoSignatures({ supplier }: { supplier: SupplierDetail }) {
  const form = Form.useFormInstance<Values>()
  const rows: Values['materials'] = Object.values(Form.useWatch('materials', form) ?? [])
  const chosen = approvedOf(rows).filter(({ materialId }) => materialId !== '')
  const wider = supplier.state === 'candidate' ? [] : widerThan(supplier.approved, chosen)
  if (wider.length === 0) return null
  return (
    <>
      <p>有 {wider.length} 行超出已核定的范围，须由两人签名。</p>
      <SignatureFields meaning={scopeChangeMeaning} />
      <SecondPersonFields label="质量负责人" meaning={scopeApprovalMeaning} name="approver" />
    </>
  )
}

function MaterialLines({ supplier }: { supplier: SupplierDetail }) {
  const form = Form.useFormInstance<Values>()
  const choices = useRead(supplierApi.materialChoices, {})
  const materials = (choices.data ?? []).filter((material) => supplier.categories.includes(material.category))
  const rows = Object.values(Form.useWatch('materials', form) ?? [])
  const chosen = (at: number) => materials.find((material) => material.id === rows[at]?.materialId)
  const usualOriginOf = (at: number) => {
    const origin = chosen(at)?.usualOrigin
    return origin ? `主产地：${origin}` : undefined
  }
  return (
    <Form.List name="materials">
      {(lines, { add, remove }) => (
        <>
          {choices.error && <CallFailure error={choices.error} onRetry={() => void choices.refetch()} />}
          {lines.map(({ key, name }) => (
            <fieldset key={key} className="line-fields">
              <legend>
                {name + 1}
                <Button type="link" danger className="text-action" onClick={() => remove(name)}>
                  删除此行
                </Button>
              </legend>
              <Form.Item name={[name, 'materialId']} label="物料" rules={[{ required: true, message: '请选择物料' }]}>
                <Select
                  loading={choices.isPending}
                  placeholder="输入名称或拼音首字母"
                  showSearch={{ optionFilterProp: 'search' }}
                  options={materials.map(({ id, name: label, initials }) => ({ value: id, label, search: `${label} ${initials}` }))}
                />
              </Form.Item>
              {chosen(name)?.category !== 'auxiliary' && chosen(name)?.category !== 'packaging' && (
                <Form.Item name={[name, 'origin']} label="产地" extra={usualOriginOf(name)}>
                  <CountyField wider placeholder="不限；输入省、市、县名或拼音首字母" />
                </Form.Item>
              )}
            </fieldset>
          ))}
          <Form.Item>
            <Button type="dashed" block disabled={lines.length >= 200} onClick={() => add({})}>
              添加物料
            </Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}
