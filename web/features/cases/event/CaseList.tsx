import { Button } from 'antd'
import type { ReactNode } from 'react'
import { caseApi, type CaseRow } from '#contract/cases/impact.ts'
import { caseKinds, caseLooks, caseState } from '#contract/cases/quality-case.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CaseDrawer } from './CaseDrawer.tsx'
import { SourceLot } from './SourceLot.tsx'

const columns: readonly Column<CaseRow>[] = [
  { title: '编号', key: 'caseNo', sort: 'caseNo' },
  { title: '类别', key: 'kind', render: (row) => <span className="unbroken">{caseKinds[row.kind]}</span> },
  { title: '状态', key: 'state', render: (row) => <StateTag of={caseLooks} state={row.state} /> },
  { title: '来源批', key: 'lotNo', render: (row) => row.lotNo && <SourceLot row={row} /> },
  { title: '原因', key: 'reason' },
  { title: '依据单据', key: 'documentNo' },
  { title: '待处置/共', key: 'undecided', align: 'right', render: (row) => (row.held > 0 ? `${row.undecided} / ${row.held} 批` : null) },
  { title: '开启人', key: 'openedBy' },
  { title: '开启时间', key: 'openedAt', sort: 'openedAt', render: (row) => <time dateTime={row.openedAt}>{dateTime(row.openedAt)}</time> },
  { title: '关闭时间', key: 'closedAt', sort: 'closedAt', hidden: true, render: (row) => row.closedAt && dateTime(row.closedAt) },
]

/** Every quality case; the file of one has the lots about which to decide. */
export function CaseList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const opened = query.get('id')
  return (
    <ListPage
      title="质量事件"
      primary={null}
      header={header}
      endpoint={caseApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索事件编号、来源批号、品名或拼音首字母"
      filters={[
        { key: 'kind', label: '类别', options: Object.entries(caseKinds).map(([value, label]) => ({ value, label })) },
        { key: 'state', label: '状态', options: caseState.options.map((value) => ({ value, label: caseLooks[value].label })) },
      ]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ id: row.id })}>
          详情
        </Button>
      )}
      empty="没有质量事件；已使用的批次撤回放行或判不合格时，影响评估会自动开启并出现在这里"
    >
      {opened && <CaseDrawer id={opened} onClose={() => setQuery({ id: null })} />}
    </ListPage>
  )
}
