import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import { recallClasses, recallKinds, recallLooks, recallState } from '#contract/cases/recall.ts'
import type { RecallRow } from '#contract/cases/recall-file.ts'
import { dateTime, kgUnit } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { OneLine } from '#web/parts/OneLine.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { RecallCaseDrawer } from './RecallCaseDrawer.tsx'
import { RecallFormDrawer } from './RecallFormDrawer.tsx'

const columns: readonly Column<RecallRow>[] = [
  { title: '编号', key: 'caseNo', sort: 'caseNo' },
  { title: '方式', key: 'kind', render: ({ kind }) => recallKinds[kind] },
  { title: '级别', key: 'recallClass', render: (row) => recallClasses[row.recallClass].label },
  { title: '范围', key: 'subject', render: ({ subject }) => <OneLine text={subject} /> },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={recallLooks} state={state} /> },
  { title: '批次', key: 'lots', align: 'right', render: ({ lots, state }) => (state === 'draft' ? null : lots) },
  { title: '客户 / 待回复', key: 'customers', align: 'right', render: (row) => <Customers row={row} /> },
  { title: '已发出', key: 'shipped', align: 'right', render: ({ shipped }) => shipped && kgUnit(shipped) },
  { title: '通知期限', key: 'notifyBy', render: ({ notifyBy }) => notifyBy && dateTime(notifyBy) },
  { title: '结果', key: 'result', render: (row) => <Result row={row} /> },
  {
    title: '编制',
    key: 'createdAt',
    sort: 'createdAt',
    hidden: true,
    render: (row) => <Done by={row.createdBy.name} at={row.createdAt} />,
  },
]

const Customers = ({ row: { customers, unanswered, kind, state } }: { row: RecallRow }) =>
  state === 'draft' ? null : kind === 'drill' ? `${customers}` : `${customers} / ${unanswered}`

/** Of a drill how long the list took, of a recall how much came back. */
const Result = ({ row: { seconds, recoveredPercent, knownPercent } }: { row: RecallRow }) =>
  seconds !== null ? `用时 ${seconds} 秒` : recoveredPercent === null ? null : `收回 ${recoveredPercent}%，查明 ${knownPercent}%`

/** 召回与演练: what was recalled or practised, where it stands, and the beginning of another one. */
export function RecallList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [writing, setWriting] = useState(false)
  const id = query.get('id')
  // From the history of a lot one comes with the lot.
  const lotId = query.get('lot')
  return (
    <ListPage
      title="召回与演练"
      primary={
        <DutyButton duty="37:propose" onClick={() => setWriting(true)}>
          发起召回或演练
        </DutyButton>
      }
      header={header}
      endpoint={recallApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索编号或范围"
      filters={[
        { key: 'kind', label: '方式', options: keysOf(recallKinds).map((value) => ({ value, label: recallKinds[value] })) },
        { key: 'state', label: '状态', options: recallState.options.map((value) => ({ value, label: recallLooks[value].label })) },
      ]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ id: row.id })}>
          详情
        </Button>
      )}
      empty="还没有召回或演练；建议每年至少演练一次，从任一批次、供应商或产地开始"
    >
      {id !== null && <RecallCaseDrawer id={id} onClose={() => setQuery({ id: null, do: null })} />}
      {(writing || lotId !== null) && (
        <RecallFormDrawer
          lotId={lotId}
          onDone={(done) => {
            setWriting(false)
            setQuery({ lot: null, id: done })
          }}
          onClose={() => {
            setWriting(false)
            setQuery({ lot: null })
          }}
        />
      )}
    </ListPage>
  )
}
