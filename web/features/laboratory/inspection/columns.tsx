import { inspectionStates, type InspectionRow, type InspectionSide, type InspectionState } from '#contract/laboratory/inspection.ts'
import { priorities, requestKinds } from '#contract/laboratory/request.ts'
import { recordVerdict, verdictLooks } from '#contract/laboratory/test-result.ts'
import { lotStates, lotStatesOf } from '#contract/warehouse/lot.ts'
import { dateTime, kg } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import type { Filter } from '#web/parts/FilterBar.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'

/** What a list of inspections shows, on page 12, 16 and 17 alike. */
export const inspectionColumns: readonly Column<InspectionRow>[] = [
  { title: '请验单号', key: 'requestNo', sort: 'requestNo' },
  { title: '批号', key: 'lotNo', sort: 'lotNo' },
  {
    title: '品名',
    key: 'lotName',
    render: (row) => (
      <>
        {row.lotName}
        {row.isToxic && (
          <>
            {' '}
            <span className="tag tag-bad">毒</span>
          </>
        )}
      </>
    ),
  },
  { title: '批量 (kg)', key: 'lotQuantity', align: 'right', render: (row) => kg(row.lotQuantity) },
  { title: '件数', key: 'packageCount', align: 'right' },
  { title: '检验标准', key: 'standardName' },
  { title: '类别', key: 'requestKind', hidden: true, render: (row) => requestKinds[row.requestKind] },
  { title: '请验人', key: 'requestedByName' },
  {
    title: '请验时间',
    key: 'requestedAt',
    sort: 'requestedAt',
    render: (row) => <time dateTime={row.requestedAt}>{dateTime(row.requestedAt)}</time>,
  },
  {
    title: '状态',
    key: 'state',
    render: (row) => (
      <>
        <StateTag of={inspectionStates} state={row.state} />
        {row.priority === 'urgent' && (
          <>
            {' '}
            <span className="tag tag-warning">{priorities.urgent}</span>
          </>
        )}
        {row.isDoubted && (
          <>
            {' '}
            <span className="tag tag-bad">OOS调查中</span>
          </>
        )}
      </>
    ),
  },
  { title: '结论', key: 'verdict', render: (row) => row.verdict && <StateTag of={verdictLooks} state={row.verdict} /> },
  {
    title: '批次状态',
    key: 'lotState',
    hidden: true,
    render: (row) => <StateTag of={lotStates[row.side]} state={row.lotState} />,
  },
]

/** What a list of inspections can be narrowed by: the states its page is about, the conclusion, the lot's state, the day. */
export const inspectionFilters = (side: InspectionSide, states: readonly InspectionState[]): readonly Filter[] => [
  { key: 'state', label: '状态', options: states.map((value) => ({ value, label: inspectionStates[value].label })) },
  { key: 'verdict', label: '结论', options: recordVerdict.options.map((value) => ({ value, label: verdictLooks[value].label })) },
  {
    key: 'lotState',
    label: '批次状态',
    options: lotStatesOf(side).map((value) => ({ value, label: lotStates[side][value].label })),
  },
  { key: 'from', label: '请验日期起', day: true },
]
