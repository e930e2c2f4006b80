import { Skeleton } from 'antd'
import { formulaLabel } from '#contract/laboratory/formula.ts'
import { limitOps } from '#contract/laboratory/judge.ts'
import { compareEditions, itemFields, type ItemChange, type ItemField, type StandardItemInput } from '#contract/laboratory/standard-item.ts'
import { standardApi, type StandardFile } from '#contract/laboratory/standard.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'

const changeLooks: Record<ItemChange['change'], StateLook> = {
  added: { label: '新增', tone: 'good' },
  removed: { label: '删除', tone: 'bad' },
  changed: { label: '修改', tone: 'warning' },
  same: { label: '相同', tone: 'neutral' },
}

function textOf(item: StandardItemInput, field: ItemField): string {
  const value = item[field]
  if (field === 'op') return limitOps[item.op]
  if (field === 'formula') return formulaLabel(item.formula)
  if (field === 'words') return item.words.join('、') || '—'
  return typeof value === 'boolean' ? (value ? '是' : '否') : String(value) || '—'
}

/** One edition's words for an item, and each further field that differs. */
function Side({ item, fields }: { item: StandardItemInput | undefined; fields: readonly ItemField[] }) {
  if (item === undefined) return null
  const others = fields.filter((field) => field !== 'specText')
  return (
    <>
      {item.specText}
      {others.map((field) => (
        <div key={field}>
          <small className="quiet">
            {itemFields[field]}：{textOf(item, field)}
          </small>
        </div>
      ))}
    </>
  )
}

/** Two editions side by side, always the older one on the left. */
export function EditionComparison({ file, otherId }: { file: StandardFile; otherId: string }) {
  const other = useRead(standardApi.read, { id: otherId })
  if (other.error) return <CallFailure error={other.error} onRetry={() => void other.refetch()} />
  if (!other.data) return <Skeleton active />
  const [older, newer] = other.data.standard.version < file.standard.version ? [other.data, file] : [file, other.data]
  const changes = compareEditions(older.items, newer.items)
  const count = (change: ItemChange['change']) => changes.filter((one) => one.change === change).length
  return (
    <>
      <p role="status">
        新增 {count('added')} 项，删除 {count('removed')} 项，修改 {count('changed')} 项，相同 {count('same')} 项
      </p>
      <DataTable
        caption="两版对比"
        columns={[
          { title: '项目', key: 'name' },
          { title: '类别', key: 'group' },
          { title: '变化', key: 'change', render: (one) => <StateTag of={changeLooks} state={one.change} /> },
          {
            title: `第 ${older.standard.version} 版　${older.standard.edition}`,
            key: 'before',
            render: (one) => one.before && <Side item={one.before} fields={one.fields} />,
          },
          {
            title: `第 ${newer.standard.version} 版　${newer.standard.edition}`,
            key: 'after',
            render: (one) => one.after && <Side item={one.after} fields={one.fields} />,
          },
        ]}
        rows={changes}
        rowKey={(one) => one.key}
      />
    </>
  )
}
