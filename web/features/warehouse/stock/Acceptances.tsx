import { acceptanceApi, acceptanceFindings, type Acceptance } from '#contract/warehouse/acceptance.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'

const columns: readonly Column<Acceptance>[] = [
  { title: '检验单', key: 'acceptanceNo' },
  {
    title: '结论',
    key: 'conforms',
    render: ({ conforms }) => <span className={`tag tag-${conforms ? 'good' : 'bad'}`}>{conforms ? '符合' : '不符合'}</span>,
  },
  {
    title: '检查',
    key: 'lookedAt',
    align: 'right',
    render: ({ lookedAt, usedUp }) => (usedUp > 0 ? `${lookedAt}，损耗 ${usedUp}` : `${lookedAt}`),
  },
  {
    title: '外观 / 尺寸 / 印刷',
    key: 'appearance',
    render: (row) => [row.appearance, row.dimensions, row.printing].map((finding) => acceptanceFindings[finding]).join(' / '),
  },
  { title: '合格证', key: 'certificateNo' },
  { title: '说明', key: 'note' },
  {
    title: '检验 / QA',
    key: 'decidedBy',
    width: 24,
    render: (row) => `${row.inspectedBy.name} / ${row.decidedBy.name}　${dateTime(row.decidedAt)}`,
  },
]

/** 验收检验 of a lot of counted packaging material. */
export function Acceptances({ lotId }: { lotId: string }) {
  const read = useRead(acceptanceApi.list, { id: lotId })
  if (read.error) return <CallFailure error={read.error} onRetry={() => void read.refetch()} />
  return (
    <>
      <h2 className="drawer-heading">验收检验</h2>
      {read.data?.length === 0 && <p className="quiet">还没有验收检验</p>}
      {read.data !== undefined && read.data.length > 0 && (
        <DataTable
          caption="验收检验"
          columns={columns}
          rows={read.data}
          rowKey={(row) => row.id}
          actions={(row) => <PaperButton papers={[{ kind: 'pack_acceptance', id: row.id }]} />}
        />
      )}
    </>
  )
}
