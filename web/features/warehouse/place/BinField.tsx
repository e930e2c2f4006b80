import { Form, Select } from 'antd'
import { zones, type Zone } from '#contract/warehouse/movement.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'

/**
 * The bin of a zone that a step puts goods into, chosen or scanned. Toxic goods go only into the double-locked store. Bins of the
 * warehouse where the goods are now, those beside the zone `from`, come first. The only bin is
 * chosen already, and so is the `usual` one; `prefilled` takes the first until another is chosen.
 */
export function BinField({
  zone,
  isToxic,
  from,
  name = 'placeId',
  extra,
  prefilled = false,
  usual,
}: {
  zone: Zone
  isToxic: boolean
  from?: Zone
  name?: string | (string | number)[]
  extra?: string
  prefilled?: boolean
  /** The bin that such goods went into last time. */
  usual?: string | undefined
}) {
  const bins = useRead(placeApi.bins, { zone, toxic: isToxic ? 'yes' : 'no', ...(from && { from }) })
  const [onlyOne, ...others] = bins.data ?? []
  const last = bins.data?.find(({ id }) => id === usual)
  const first = (last ?? (prefilled || others.length === 0 ? onlyOne : undefined))?.id
  if (bins.error) return <CallFailure error={bins.error} onRetry={() => void bins.refetch()} />
  const options = (bins.data ?? []).map(({ id, code, name: binName }) => ({ value: id, label: `${code} ${binName}` }))
  return (
    // A field takes its initial value when it appears: it appears anew once the bins are known.
    <Form.Item
      key={first}
      initialValue={first}
      name={name}
      label={`${zones[zone]}货位`}
      rules={[{ required: true, message: '请选择货位' }]}
      extra={extra}
    >
      <Select
        loading={bins.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="扫描或输入货位"
        options={options}
        notFoundContent={`${zones[zone]}没有可用的${isToxic ? '双锁' : ''}货位`}
      />
    </Form.Item>
  )
}
