import { Button, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import type { PurchaseCategory } from '#contract/supply/purchase.ts'
import { approvedOriginText, isApprovedOrigin } from '#contract/supply/supplier.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'
import { decimal } from '#web/lib/format.ts'
import { CountyField } from '#web/parts/CountyField.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

type Choices = z.output<typeof purchaseApi.choices.output>
type Materials = Choices['materials']
/** What the chosen supplier is approved to deliver; none while none is chosen. */
type Supplier = Choices['suppliers'][number] | undefined

type Given = { category: PurchaseCategory; materials: Materials; supplier: Supplier }

/** The lines of an order: what, by which standard, from where, how much. */
export function OrderLineFields({ category, materials, supplier }: Given) {
  return (
    <Form.List name="lines">
      {(lines, { add, remove }) => (
        <>
          {lines.map(({ key, name }) => (
            <fieldset key={key} className="line-fields">
              <legend>
                物料 {name + 1}
                {lines.length > 1 && (
                  <Button type="link" danger className="text-action" onClick={() => remove(name)}>
                    删除此行
                  </Button>
                )}
              </legend>
              <LineFields line={name} category={category} materials={materials} supplier={supplier} />
            </fieldset>
          ))}
          <Form.Item>
            <Button type="dashed" block disabled={lines.length >= 50} onClick={() => add({})}>
              添加物料
            </Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}

function LineFields({ line, category, materials, supplier }: Given & { line: number }) {
  const form = Form.useFormInstance()
  const chosenId: string | undefined = Form.useWatch(['lines', line, 'materialId'], form)
  const chosen = materials.find((material) => material.id === chosenId)
  const last = supplier?.last.find(({ materialId }) => materialId === chosenId)
  // Most materials have one standard in force and one approved origin; then there is nothing to choose.
  const chooseMaterial = (materialId: string) => {
    const [standard, ...others] = materials.find((material) => material.id === materialId)?.standards ?? []
    const before = supplier?.last.find((one) => one.materialId === materialId)
    const known = {
      standardVersionId: others.length === 0 ? standard?.versionId : undefined,
      agreedOrigin: category === 'crude_drug' ? originFor(materialId, supplier) : undefined,
      ...(before && { grade: before.grade }),
    }
    form.setFields(Object.entries(known).map(([name, value]) => ({ name: ['lines', line, name], value })))
  }
  return (
    <>
      <div className="form-columns">
        <Form.Item name={[line, 'materialId']} label="物料" rules={[{ required: true, message: '请选择物料' }]}>
          <Select
            placeholder="输入名称或拼音首字母，如dg"
            notFoundContent="没有可采购的物料：须在用并有现行质量标准"
            showSearch={{ optionFilterProp: 'search' }}
            options={offered(materials, supplier)}
            onChange={chooseMaterial}
          />
        </Form.Item>
        <Form.Item name={[line, 'standardVersionId']} label="执行标准" rules={[{ required: true, message: '请选择执行标准' }]}>
          <Select
            placeholder="请先选择物料"
            options={(chosen?.standards ?? []).map(({ versionId, name }) => ({ value: versionId, label: name }))}
          />
        </Form.Item>
        <Form.Item name={[line, 'quantity']} label="数量" rules={[{ required: true, message: '请填写数量' }]}>
          <QuantityInput />
        </Form.Item>
        <Form.Item name={[line, 'unitPrice']} label="单价" extra={last?.unitPrice && `上次 ${decimal(last.unitPrice, 2)} 元/kg`}>
          <QuantityInput unit="元/kg" />
        </Form.Item>
        <Form.Item name={[line, 'grade']} label="规格等级" initialValue="">
          <Input maxLength={40} placeholder="如统货、二等" autoComplete="off" />
        </Form.Item>
      </div>
      {category === 'crude_drug' && (
        <Form.Item
          name={[line, 'agreedOrigin']}
          label="约定产地"
          rules={[{ required: true, message: '请选择产地，到县（区）' }]}
          extra={chosen && (originsOf(chosen.id, supplier) ?? `主产地：${chosen.usualOrigin}`)}
        >
          <CountyField />
        </Form.Item>
      )}
    </>
  )
}

/** The materials to choose from: those that the supplier is not approved for come last and cannot be chosen. */
function offered(materials: Materials, supplier: Supplier) {
  const isApproved = (id: string) => supplier === undefined || supplier.approved.some((one) => one.materialId === id)
  return materials
    .toSorted((a, b) => Number(isApproved(b.id)) - Number(isApproved(a.id)))
    .map(({ id, name, initials }) => ({
      value: id,
      label: isApproved(id) ? name : `${name}：该供应商未核定`,
      disabled: !isApproved(id),
      search: `${name} ${initials}`,
    }))
}

/** The county that the supplier is approved for, where there is one alone; else the county of the last order, while it is still approved. */
function originFor(materialId: string, supplier: Supplier) {
  const approved = supplier?.approved.filter((one) => one.materialId === materialId) ?? []
  const [only, ...others] = approved
  if (only && only.county !== '' && others.length === 0) return { province: only.province, city: only.city, county: only.county }
  const before = supplier?.last.find((one) => one.materialId === materialId)?.agreedOrigin
  return before && approved.some((one) => isApprovedOrigin(one, before)) ? before : undefined
}

/** Where the supplier is approved to take this material from, when the approval says. */
function originsOf(materialId: string, supplier: Supplier): string | undefined {
  const approved = supplier?.approved.filter((one) => one.materialId === materialId) ?? []
  if (approved.length === 0 || approved.some((one) => one.province === '')) return undefined
  return `核定产地：${approved.map(approvedOriginText).join('、')}`
}
