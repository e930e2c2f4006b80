import { Button, Form, Select } from 'antd'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

type Product = { id: string; code: string; name: string; initials: string; cutSpec: string }

/** 联产品 that a step yields beside the product: another product of the same herb, and how much of the step's input it comes to. */
export function CoProductFields({
  products,
  existing,
}: {
  products: readonly Product[]
  existing: readonly { productId: string; name: string; cutSpec: string }[]
}) {
  const steps: ({ name?: string } | undefined)[] = Form.useWatch('steps') ?? []
  const options = products.map((one) => ({
    value: one.id,
    label: `${one.name} ${one.cutSpec}（${one.code}）`,
    search: `${one.name} ${one.initials} ${one.code}`,
  }))
  const disabled = existing
    .filter((line) => !products.some((one) => one.id === line.productId))
    .map((line) => ({ value: line.productId, label: `${line.name} ${line.cutSpec}（已停用）`, search: line.name }))
  return (
    <fieldset className="process-step">
      <legend>联产品</legend>
      <Form.List name="coProducts">
        {(lines, { add, remove }) => (
          <>
            {lines.map(({ key, name }) => (
              <div key={key} className="process-auxiliary process-co-product">
                <Form.Item name={[name, 'productId']} label="联产品" rules={[{ required: true, message: '请选择产品' }]}>
                  <Select
                    placeholder="同一药材的另一个产品"
                    showSearch={{ optionFilterProp: 'search' }}
                    options={[...options, ...disabled]}
                  />
                </Form.Item>
                <Form.Item name={[name, 'stepNo']} label="产出工序" rules={[{ required: true, message: '请选择工序' }]}>
                  <Select options={steps.map((step, at) => ({ value: at + 1, label: `${at + 1}. ${step?.name ?? ''}` }))} />
                </Form.Item>
                <Form.Item name={[name, 'min']} label="占投入下限" rules={[{ required: true, message: '请填写下限' }]}>
                  <QuantityInput unit="%" />
                </Form.Item>
                <Form.Item name={[name, 'expected']} label="预期" rules={[{ required: true, message: '请填写预期' }]}>
                  <QuantityInput unit="%" />
                </Form.Item>
                <Form.Item name={[name, 'max']} label="上限" rules={[{ required: true, message: '请填写上限' }]}>
                  <QuantityInput unit="%" />
                </Form.Item>
                <Button type="link" danger className="text-action" onClick={() => remove(name)}>
                  删除
                </Button>
              </div>
            ))}
            <Button className="process-add" disabled={lines.length >= 10} onClick={() => add({ min: '0' })}>
              添加联产品
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}
