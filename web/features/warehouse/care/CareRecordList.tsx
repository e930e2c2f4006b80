import { Button } from 'antd'
import type { ReactNode } from 'react'
import { careApi, type CareRow } from '#contract/warehouse/care.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { CareDrawer } from './CareDrawer.tsx'

const columns: readonly Column<CareRow>[] = [
  { title: '养护单号', key: 'careNo', sort: 'careNo', render: (row) => <Opener row={row} /> },
  { title: '养护时间', key: 'lookedAt', sort: 'lookedAt', render: (row) => dateTime(row.lookedAt) },
  { title: '库别', key: 'side', render: ({ side }) => (side === 'raw' ? '原料' : '成品') },
  { title: '批数', key: 'lots', align: 'right' },
  { title: '有发现 (行)', key: 'found', align: 'right', render: ({ found }) => (found === 0 ? null : <strong>{found}</strong>) },
  { title: '质量事件', key: 'caseNo' },
  { title: '养护人', key: 'doneByName' },
]

/** Opens one record; the address keeps which one is open. */
function Opener({ row: { id, careNo } }: { row: CareRow }) {
  const { setQuery } = useTab()
  return (
    <Button type="link" className="text-action" onClick={() => setQuery({ care: id })}>
      {careNo}
    </Button>
  )
}

/** 养护记录 of both sides of the warehouse. */
export function CareRecordList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const opened = query.get('care')
  return (
    <ListPage
      title="养护记录"
      primary={null}
      header={header}
      endpoint={careApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索养护单号或完整批号"
      filters={[
        {
          key: 'side',
          label: '库别',
          options: [
            { value: 'raw', label: '原料' },
            { value: 'pack', label: '成品' },
          ],
        },
        { key: 'found', label: '发现', options: [{ value: 'yes', label: '有发现' }] },
      ]}
      empty="还没有养护记录；在“待养护”中登记"
    >
      {opened && <CareDrawer id={opened} onClose={() => setQuery({ care: null })} />}
    </ListPage>
  )
}
