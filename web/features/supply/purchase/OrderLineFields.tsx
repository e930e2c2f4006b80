import { Button, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import type { PurchaseCategory } from '#contract/supply/purchase.ts'
import { approvedOriginText, isApprovedOrigin } from '#contract/supply/supplier.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { useChoices } from '#web/lib/choices.ts'
import { decimal } from '#web/lib/format.ts'
import { CountyField } from '#web/parts/CountyField.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

type Material = z.output<typeof purchaseApi.materials.output>[number]

/** What is ordered, on which day, from whom; of nobody while nobody is chosen. */
type Given = { category: PurchaseCategory; on: string | undefined; supplierId: string | undefined }

/** The lines of an order: what, from where, how much. By what it is tested nobody chooses. */
export function OrderLineFields(given: Given) {
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
              <LineFields line={name} {...given} />
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

function LineFields({ line, category, on, supplierId }: Given & { line: number }) {
  const form = Form.useFormInstance()
  const chosenId: string | undefined = Form.useWatch(['lines', line, 'materialId'], form)
  const materials = useChoices(purchaseApi.materials, on ? { category, on, supplierId } : null, chosenId)
  const { chosen } = materials
  // Most materials have one approved origin; then there is nothing to choose.
  const chooseMaterial = (materialId: string) => {
    const material = materials.rows.find(({ id }) => id === materialId)
    const known = {
      agreedOrigin: category === 'crude_drug' && material ? originFor(material) : undefined,
      ...(material?.last && { grade: material.last.grade }),
    }
    form.setFields(Object.entries(known).map(([name, value]) => ({ name: ['lines', line, name], value })))
  }
  return (
    <>
      <div className="form-columns">
        <Form.Item name={[line, 'materialId']} label="物料" rules={[{ required: true, message: '请选择物料' }]}>
          <Select
            placeholder="输入名称或拼音首字母，如dg"
            loading={materials.isSearching}
            notFoundContent={materials.isSearching ? '正在查找' : '没有可采购的物料：须在用并有现行质量标准（按件计的包材除外）'}
            showSearch={{ filterOption: false, onSearch: materials.search }}
            options={offered(materials.rows, supplierId)}
            onChange={chooseMaterial}
          />
        </Form.Item>
        <Form.Item name={[line, 'quantity']} label="数量" rules={[{ required: true, message: '请填写数量' }]}>
          <QuantityInput unit={chosen?.unit ?? 'kg'} />
        </Form.Item>
        <Form.Item
          name={[line, 'unitPrice']}
          label="单价"
          extra={chosen?.last?.unitPrice && `上次 ${decimal(chosen.last.unitPrice, 2)} 元/${chosen.unit}`}
        >
          <QuantityInput unit={`元/${chosen?.unit ?? 'kg'}`} />
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
          extra={chosen && (originsOf(chosen) ?? `主产地：${chosen.usualOrigin}`)}
        >
          <CountyField />
        </Form.Item>
      )}
    </>
  )
}

/** The materials to choose from: those that the supplier is not approved for come last and cannot be chosen. */
const offered = (materials: readonly Material[], supplierId: string | undefined) =>
  materials.map(({ id, name, approved }) => {
    const isApproved = supplierId === undefined || approved.length > 0
    return { value: id, label: isApproved ? name : `${name}：该供应商未核定`, disabled: !isApproved }
  })

/** The county that the supplier is approved for, where there is one alone; else the county of the last order, while it is still approved. */
function originFor({ approved, last }: Material) {
  const [only, ...others] = approved
  if (only && only.county !== '' && others.length === 0) return only
  const before = last?.agreedOrigin
  return before && approved.some((one) => isApprovedOrigin(one, before)) ? before : undefined
}

/** Where the supplier is approved to take this material from, when the approval says. */
function originsOf({ approved }: Material): string | undefined {
  if (approved.length === 0 || approved.some((one) => one.province === '')) return undefined
  return `核定产地：${approved.map(approvedOriginText).join('、')}`
}
