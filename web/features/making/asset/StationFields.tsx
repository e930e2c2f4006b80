import { Form, Select } from 'antd'
import { useState } from 'react'
import { assetKinds, foldNumber, type AssetKind } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { useRead } from '#web/lib/call.ts'

type Field = { kind: AssetKind; name: string | string[]; label: string; required?: string }

/** Rooms, machines and scales that may be used for an order now, chosen or scanned by the number on their label. A scan of what may not be used says why. */
export function StationField({ orderId, kind, name, label, required = `请选择${assetKinds[kind]}` }: Field & { orderId: string }) {
  const isMany = kind === 'equipment'
  return (
    <Form.Item name={name} label={label} rules={[{ required: true, message: required }]}>
      <StationSelect orderId={orderId} kind={kind} isMany={isMany} />
    </Form.Item>
  )
}

/** The form gives value and change. */
function StationSelect({
  orderId,
  kind,
  isMany,
  ...field
}: {
  orderId: string
  kind: AssetKind
  isMany: boolean
  id?: string
  value?: string | string[]
  onChange?: (value: string | string[]) => void
}) {
  const choices = useRead(assetApi.choices, { orderId })
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const number = foldNumber(typed)
  const own = (choices.data ?? []).filter((one) => one.kind === kind)
  const unfit = own.find((one) => one.why !== null && foldNumber(one.number) === number)
  const chosen = [field.value ?? []].flat()
  const known = own.filter(({ why, id }) => why === null || chosen.includes(id))
  return (
    <Select
      {...field}
      {...(isMany && { mode: 'multiple' as const })}
      open={isOpen}
      onOpenChange={setOpen}
      loading={choices.isPending}
      placeholder="扫描标签或选择"
      showSearch={{
        searchValue: typed,
        onSearch: setTyped,
        filterOption: (_, option) => option !== undefined && foldNumber(option.label).includes(number),
      }}
      options={known.map((one) => ({
        value: one.id,
        label:
          [one.number, one.name, one.place].join('　') + (one.why === null && one.warning === null ? '' : `（${one.why ?? one.warning}）`),
        disabled: one.why !== null,
      }))}
      notFoundContent={
        choices.error !== null
          ? choices.error.message
          : unfit === undefined
            ? `没有可用的${assetKinds[kind]}；先清洁并办理清场合格证（加工管理，设施设备）`
            : `${unfit.number} ${unfit.name}：${unfit.why}`
      }
      onChange={(value: string | string[]) => {
        setTyped('')
        // One choice a time: a list that stays open lies over the next field.
        setOpen(false)
        field.onChange?.(value)
      }}
    />
  )
}

/** The fields of a step: its room and its machines. */
export const RoomAndMachines = ({ orderId, path = [] }: { orderId: string; path?: string[] }) => (
  <>
    <StationField orderId={orderId} kind="room" name={[...path, 'roomId']} label="操作间" />
    <StationField orderId={orderId} kind="equipment" name={[...path, 'equipmentIds']} label="设备" />
  </>
)
