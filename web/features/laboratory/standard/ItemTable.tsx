import type { StandardItemInput } from '#contract/laboratory/standard-item.ts'
import { internalLimitOf, specTextOf } from '#contract/laboratory/standard-item.ts'
import { measuringWords } from './MeasuringFields.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'

const permits = (item: StandardItemInput) =>
  [item.isMandatory ? '必检' : '可选', item.quotedAllowed && '可引用', item.outsourcedAllowed && '可委托'].filter(Boolean).join('、')

const columns: readonly Column<StandardItemInput>[] = [
  { title: '项目', key: 'name' },
  { title: '类别', key: 'group' },
  { title: '标准规定', key: 'specText', render: specTextOf },
  {
    title: '内控',
    key: 'internal',
    align: 'right',
    render: (item) => {
      const internal = internalLimitOf(item)
      return internal && `${internal.limit}${item.unit}`
    },
  },
  {
    title: '方法',
    key: 'method',
    render: (item) => (
      <>
        {item.method}
        {measuringWords(item) !== '' && (
          <>
            {item.method && <br />}
            <small className="quiet">{measuringWords(item)}</small>
          </>
        )}
      </>
    ),
  },
  { title: '平行', key: 'parallels', align: 'right' },
  { title: '要求', key: 'isMandatory', render: permits },
]

/** The lines of an edition, to be read. */
export const ItemTable = ({ items }: { items: readonly StandardItemInput[] }) =>
  items.length === 0 ? (
    <p className="quiet">还没有检验项目</p>
  ) : (
    <DataTable caption="检验项目" columns={columns} rows={items} rowKey={(item) => `${item.group}/${item.name}`} />
  )
