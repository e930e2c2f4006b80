import { Button } from 'antd'
import type { ReactNode } from 'react'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { incidentAreas, incidentKinds, incidentLevels, incidentLooks, incidentState } from '#contract/cases/incident.ts'
import type { IncidentRow } from '#contract/cases/incident-file.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { IncidentDrawer } from './IncidentDrawer.tsx'
import { ReportIncidentButton } from './ReportIncidentButton.tsx'

const columns: readonly Column<IncidentRow>[] = [
  { title: '编号', key: 'caseNo', sort: 'caseNo' },
  { title: '类别', key: 'kind', render: ({ kind }) => <span className="unbroken">{incidentKinds[kind]}</span> },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={incidentLooks} state={state} /> },
  { title: '级别', key: 'level', render: ({ level }) => level && <StateTag of={incidentLevels} state={level} /> },
  { title: '说明', key: 'subject', width: 20 },
  { title: '来源', key: 'area', render: ({ area }) => incidentAreas[area] },
  { title: '地点', key: 'place', hidden: true },
  { title: '岗位', key: 'post', hidden: true },
  { title: '来源单号', key: 'sourceNo', hidden: true },
  { title: '批次待处置/共', key: 'lots', align: 'right', render: ({ lots, undecided }) => (lots > 0 ? `${undecided} / ${lots}` : null) },
  {
    title: '未完措施',
    key: 'openMeasures',
    align: 'right',
    render: ({ openMeasures, lateMeasures }) =>
      openMeasures > 0 ? `${openMeasures}${lateMeasures > 0 ? `，逾期 ${lateMeasures}` : ''}` : null,
  },
  { title: '期限', key: 'dueOn', sort: 'dueOn', render: (row) => row.dueOn && <Due row={row} /> },
  { title: '上报人', key: 'openedBy', hidden: true, render: ({ openedBy }) => openedBy?.name ?? '扫码反映' },
  { title: '上报时间', key: 'openedAt', sort: 'openedAt', render: ({ openedAt }) => <time dateTime={openedAt}>{dateTime(openedAt)}</time> },
  { title: '关闭时间', key: 'closedAt', hidden: true, render: ({ closedAt }) => closedAt && dateTime(closedAt) },
]

const Due = ({ row: { dueOn, isLate } }: { row: IncidentRow }) =>
  dueOn && (
    <>
      <span className="unbroken">{dueOn}</span> {isLate && <span className="tag tag-bad">逾期</span>}
    </>
  )

/** 偏差与投诉: every case, where it stands, and the way to tell another one. */
export function IncidentList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const id = query.get('id')
  return (
    <ListPage
      title="偏差与投诉"
      primary={<ReportIncidentButton primary />}
      header={header}
      endpoint={incidentApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索编号或说明"
      filters={[
        { key: 'kind', label: '类别', options: keysOf(incidentKinds).map((value) => ({ value, label: incidentKinds[value] })) },
        { key: 'state', label: '状态', options: incidentState.options.map((value) => ({ value, label: incidentLooks[value].label })) },
        { key: 'level', label: '级别', options: keysOf(incidentLevels).map((value) => ({ value, label: incidentLevels[value].label })) },
        { key: 'area', label: '来源', options: keysOf(incidentAreas).map((value) => ({ value, label: incidentAreas[value] })) },
        { key: 'openedFrom', label: '上报日期起', day: true },
        { key: 'openedTo', label: '上报日期止', day: true },
      ]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ id: row.id })}>
          详情
        </Button>
      )}
      empty="还没有偏差、投诉或不良反应；任何人都可以上报，顾客也可以扫码反映"
    >
      {id !== null && <IncidentDrawer id={id} onClose={() => setQuery({ id: null, do: null })} />}
    </ListPage>
  )
}
