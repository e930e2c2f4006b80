import { Segmented, Select } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useRead } from '#web/lib/call.ts'
import { useTab } from '#web/lib/tab.ts'
import { recordApi, type RecordChoices } from '#contract/laboratory/record.ts'
import { findsOption, type Filter, type FilterOption } from '#web/parts/FilterBar.tsx'
import { provinces } from '#contract/supply/origin.ts'

/** What page 37 can show; the first is shown unless the address says otherwise. */
export const recordViews = {
  register: '台账',
  results: '检验结果',
  trend: '趋势',
  review: '年度质量回顾',
  samples: '样品与留样',
  stability: '稳定性考察',
  means: '仪器与试剂',
} as const
export type RecordView = keyof typeof recordViews

/** The switch between the views. A filter that means something in every view is kept. */
export function ViewSwitch({ view }: { view: RecordView }) {
  const { query, setQuery } = useTab()
  const keptKeys = ['goodsId', 'item', 'supplierId']
  const turn = (next: RecordView) =>
    setQuery({
      ...Object.fromEntries([...query.keys()].filter((key) => !keptKeys.includes(key)).map((key) => [key, null])),
      view: next === 'register' ? null : next,
    })
  return (
    <Segmented
      aria-label="查看"
      className="record-views"
      value={view}
      options={keysOf(recordViews).map((value) => ({ value, label: recordViews[value] }))}
      onChange={turn}
    />
  )
}

/** What the filters offer; the items are those of the goods that are chosen. */
export function useChoices() {
  const goodsId = useTab().query.get('goodsId') ?? undefined
  return useRead(recordApi.choices, { goodsId }, { keepPrevious: true })
}

/** 当归（药材）, 当归 薄片（饮片）: a herb and its slices often share the name. */
export const goodsLabel = ({ name, kind, spec }: RecordChoices['goods'][number]) =>
  kind === 'material' ? `${name}（原料）` : `${[name, spec].filter(Boolean).join(' ')}（饮片）`

/** A choice without which there is nothing to show. The address keeps its value. */
export function RequiredField({
  filter,
  otherwise,
}: {
  filter: { key: string; label: string; options: readonly FilterOption[] }
  otherwise?: string
}) {
  const { query, setQuery } = useTab()
  return (
    <label>
      <span>{filter.label}</span>
      <Select
        aria-label={filter.label}
        placeholder="请选择"
        value={query.get(filter.key) ?? otherwise ?? null}
        options={[...filter.options]}
        popupMatchSelectWidth={false}
        showSearch={{ filterOption: findsOption }}
        onChange={(chosen) => setQuery({ [filter.key]: chosen })}
      />
    </label>
  )
}

type Named = { id: string; name: string; initials: string }
const named = (list: readonly Named[] | undefined): FilterOption[] =>
  (list ?? []).map(({ id, name, initials }) => ({ value: id, label: name, initials }))

/** The filters that more than one view has. */
export function choiceFilters(choices: RecordChoices | undefined) {
  return {
    side: {
      key: 'side',
      label: '类别',
      options: [
        { value: 'raw', label: '原料' },
        { value: 'bulk', label: '成品' },
      ],
    },
    goods: {
      key: 'goodsId',
      label: '品种',
      options: (choices?.goods ?? []).map((one) => ({ value: one.id, label: goodsLabel(one), initials: one.initials })),
    },
    supplier: { key: 'supplierId', label: '供应商', options: named(choices?.suppliers) },
    province: { key: 'province', label: '产地', options: provinces.map((value) => ({ value, label: value })) },
    analyst: { key: 'analystId', label: '检验人', options: named(choices?.analysts) },
    items: {
      key: 'item',
      label: '项目',
      options: (choices?.items ?? []).map(({ name }) => ({ value: name, label: name })),
    },
    numericItems: {
      key: 'item',
      label: '项目',
      options: (choices?.items ?? []).filter(({ isNumeric }) => isNumeric).map(({ name }) => ({ value: name, label: name })),
    },
  } satisfies Record<string, Filter>
}
