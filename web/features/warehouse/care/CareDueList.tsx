import { useState, type ReactNode } from 'react'
import { careActions, careApi, type CareDue } from '#contract/warehouse/care.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import { amount, day } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { RecordCareDrawer } from './RecordCareDrawer.tsx'

const columns: readonly Column<CareDue>[] = [
  { title: '批号', key: 'lotNo' },
  {
    title: '品名',
    key: 'name',
    render: ({ name, isToxic }) => (
      <>
        {name}
        {isToxic && <span className="tag tag-bad">毒性</span>}
      </>
    ),
  },
  { title: '在库', key: 'onHand', align: 'right', render: (row) => amount(row.onHand, row.unit) },
  { title: '货位', key: 'bins', render: (row) => row.bins.join('、') },
  { title: '上次养护', key: 'lastOn', render: (row) => (row.wasLooked ? day(row.lastOn) : `未养护，${day(row.lastOn)}起算`) },
  { title: '计划', key: 'plan', width: 18 },
  {
    title: '下次养护',
    key: 'dueOn',
    sort: 'dueOn',
    render: ({ dueOn, isDue, isLate }) => (
      <>
        {day(dueOn)} {isLate ? <span className="tag tag-bad">逾期</span> : isDue && <span className="tag tag-waiting">今天</span>}
      </>
    ),
  },
]

/** 待养护: lots in stock that are under a plan, what is due first. */
export function CareDueList({ side, header }: { side: StockSide; header: ReactNode }) {
  const [recording, setRecording] = useState<CareDue | 'store'>()
  return (
    <ListPage
      title="待养护"
      primary={
        <DutyButton duty={careActions[side].record.duty} onClick={() => setRecording('store')}>
          登记养护
        </DutyButton>
      }
      header={header}
      endpoint={careApi[side].due}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索批号、品名或拼音首字母"
      filters={[
        {
          key: 'due',
          label: '下次养护',
          options: [
            { value: 'late', label: '已逾期' },
            { value: 'now', label: '今天及以前' },
            { value: 'soon', label: '30天内' },
          ],
        },
      ]}
      actions={(row) => (
        <RowActions of={careActions[side]} row={{ ...row, state: 'due' as const }} on={{ record: () => setRecording(row) }} />
      )}
      empty="没有在养护计划内的在库批次；由质量部在“养护计划”中设定间隔后，批次会按日期列在这里"
    >
      {recording !== undefined && (
        <RecordCareDrawer side={side} {...(recording !== 'store' && { lot: recording })} onClose={() => setRecording(undefined)} />
      )}
    </ListPage>
  )
}
