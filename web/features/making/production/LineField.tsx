import { Form, Select } from 'antd'
import { assetLooks } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { useRead } from '#web/lib/call.ts'

/** The lines of the register; whether one is clean and free is asked when the batch begins. */
export function LineField() {
  const lines = useRead(assetApi.list, { kind: 'line', pageSize: 200 })
  return (
    <Form.Item
      name="lineId"
      label="生产线"
      extra="一条线一次只做一批，清场后才能做下一批"
      rules={[{ required: true, message: '请选择生产线' }]}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="扫描标签或选择"
        loading={lines.isPending}
        notFoundContent={lines.error?.message ?? '还没有登记生产线，请先在加工管理的设施设备中登记'}
        options={lines.data?.rows
          .filter(({ state }) => state !== 'out_of_service')
          .map(({ id, number, name, place, isToxic, state }) => ({
            value: id,
            label: [number, name, place, isToxic ? '毒性专用' : '', assetLooks[state].label].filter(Boolean).join('　'),
          }))}
      />
    </Form.Item>
  )
}
