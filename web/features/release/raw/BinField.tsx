import { Form, Select } from 'antd'
import type { Zone } from '#contract/warehouse/movement.ts'
import { zones } from '#contract/warehouse/movement.ts'
import { releaseApi, type ReleaseRow } from '#contract/release/raw-release.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'

/** The bin in which the goods will stand after the decision; toxic goods only in the double-locked store. */
export function BinField({ zone, row }: { zone: Zone; row: ReleaseRow }) {
  const bins = useRead(releaseApi.bins, { zone })
  if (bins.error) return <CallFailure error={bins.error} onRetry={() => void bins.refetch()} />
  const options = (bins.data ?? [])
    .filter((bin) => bin.isToxicStore === row.isToxic)
    .map((bin) => ({ value: bin.id, label: `${bin.code}　${bin.name}` }))
  return (
    <Form.Item
      name="placeId"
      label={`${zones[zone]}货位`}
      rules={[{ required: true, message: '请选择货位' }]}
      extra="库存随签名一并移入此货位"
    >
      <Select loading={bins.isPending} options={options} notFoundContent={`${zones[zone]}没有可用的${row.isToxic ? '双锁' : ''}货位`} />
    </Form.Item>
  )
}
