import { Form, Select } from 'antd'
import { packLotApi } from '#contract/release/pack-lot.ts'
import { zones } from '#contract/warehouse/movement.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'

/** The bin in which the packs will stand after the decision; toxic goods only in the double-locked store. */
export function PackBinField({ zone, isToxic }: { zone: 'pack_released' | 'rejected'; isToxic: boolean }) {
  const bins = useRead(packLotApi.bins, { zone })
  if (bins.error) return <CallFailure error={bins.error} onRetry={() => void bins.refetch()} />
  const options = (bins.data ?? [])
    .filter((bin) => bin.isToxicStore === isToxic)
    .map((bin) => ({ value: bin.id, label: `${bin.code} ${bin.name}` }))
  return (
    <Form.Item
      name="placeId"
      label={`${zones[zone]}货位`}
      rules={[{ required: true, message: '请选择货位' }]}
      extra="成品随签名一并移入此货位"
    >
      <Select loading={bins.isPending} options={options} notFoundContent={`${zones[zone]}没有可用的货位`} />
    </Form.Item>
  )
}
