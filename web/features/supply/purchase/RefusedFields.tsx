import { Button, Form, Input, InputNumber, Select } from 'antd'
import { refusalCauses } from '#contract/supply/purchase.ts'
import type { Receivable } from '#contract/supply/receipt.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

const required = (message: string) => [{ required: true, message }]

/** Goods that are refused on arrival. They are only recorded: no lot, no stock. */
export function RefusedFields({ lines }: { lines: readonly Receivable[] }) {
  return (
    <Form.List name="refused">
      {(refused, { add, remove }) => (
        <>
          {refused.map(({ key, name }) => (
            <fieldset key={key} className="line-fields refused">
              <legend>
                拒收 {name + 1}
                <Button type="link" danger className="text-action" onClick={() => remove(name)}>
                  删除此行
                </Button>
              </legend>
              <div className="form-columns three">
                <Form.Item name={[name, 'purchaseLineId']} label="物料" rules={required('请选择物料')}>
                  <Select options={lines.map((line) => ({ value: line.id, label: line.materialName }))} />
                </Form.Item>
                <Form.Item name={[name, 'nameOnNote']} label="单据品名" rules={required('请按随货单填写品名')}>
                  <Input maxLength={80} autoComplete="off" />
                </Form.Item>
                <Form.Item name={[name, 'supplierLotNo']} label="供应商批号" initialValue="">
                  <Input maxLength={40} autoComplete="off" />
                </Form.Item>
                <Form.Item name={[name, 'packageCount']} label="件数" rules={required('请填写件数')}>
                  <InputNumber className="full" min={1} max={100000} precision={0} suffix="件" />
                </Form.Item>
                <Form.Item name={[name, 'quantity']} label="单据数量" rules={required('请填写数量')}>
                  <QuantityInput unit={lines[0]?.unit ?? 'kg'} />
                </Form.Item>
                <Form.Item name={[name, 'cause']} label="拒收原因" rules={required('请选择拒收原因')}>
                  <Select options={Object.entries(refusalCauses).map(([value, label]) => ({ value, label }))} />
                </Form.Item>
              </div>
              <Form.Item name={[name, 'reason']} label="说明" rules={required('请说明拒收的情况')}>
                <Input maxLength={300} autoComplete="off" />
              </Form.Item>
            </fieldset>
          ))}
          <Form.Item>
            <Button type="dashed" block onClick={() => add({ purchaseLineId: lines[0]?.id, nameOnNote: lines[0]?.materialName })}>
              登记拒收
            </Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}
