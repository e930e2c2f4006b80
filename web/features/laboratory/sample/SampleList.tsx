import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { exact } from '#contract/kernel/exact-decimal.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { sampleKinds, sampleState, sampleStates } from '#contract/laboratory/sample-state.ts'
import { nextLook, sampleActions, sampleApi, type SampleRow } from '#contract/laboratory/sample.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DisposeSeveralDialog } from './DisposeSeveralDialog.tsx'
import { SampleFileDrawer } from './SampleFileDrawer.tsx'
import { SampleSteps } from './SampleSteps.tsx'

const columns: readonly Column<SampleRow>[] = [
  { title: '样品编号', key: 'sampleNo', sort: 'sampleNo', render: (row) => <Opener row={row} /> },
  { title: '类型', key: 'kind', render: (row) => sampleKinds[row.kind] },
  { title: '品名', key: 'lotName' },
  { title: '批号', key: 'lotNo' },
  { title: '请验单号', key: 'requestNo', hidden: true },
  { title: '数量 (g)', key: 'quantity', align: 'right', render: (row) => exact(row.quantity).toFixed() },
  { title: '存放', key: 'shelf', width: 10 },
  {
    title: '整袋',
    key: 'packs',
    align: 'right',
    hidden: true,
    render: (row) => (row.packs === null ? null : `${row.packs} ${row.packUnit}`),
  },
  { title: '容器', key: 'container', hidden: true },
  { title: '取样时间', key: 'sampledAt', render: (row) => dateTime(row.sampledAt) },
  { title: '下次观察', key: 'observeOn', render: (row) => nextLook(row) },
  { title: '留样至', key: 'retainUntil', render: (row) => (row.state === 'retained' ? row.retainUntil : null) },
  { title: '状态', key: 'state', render: (row) => <SampleState row={row} /> },
]

function Opener({ row }: { row: SampleRow }) {
  const { setQuery } = useTab()
  return (
    <Button type="link" className="text-action" onClick={() => setQuery({ sample: row.id })}>
      {row.sampleNo}
    </Button>
  )
}

const SampleState = ({ row }: { row: SampleRow }) => (
  <span className="tags">
    <StateTag of={sampleStates} state={row.state} />
    {row.isObservationDue && <span className="tag tag-warning">观察到期</span>}
    {row.isRetentionOver && <span className="tag tag-warning">留样期满</span>}
  </span>
)

/** 样品与留样: where each sample is and what is due with it. */
export function SampleList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const opened = query.get('sample')
  const [disposing, setDisposing] = useState<InspectionSide>()
  return (
    <ListPage
      title="样品与留样"
      primary={
        <>
          <DutyButton type="default" duty={sampleActions.raw.dispose.duty} onClick={() => setDisposing('raw')}>
            处置原料样品
          </DutyButton>
          <DutyButton type="default" duty={sampleActions.bulk.dispose.duty} onClick={() => setDisposing('bulk')}>
            处置成品样品
          </DutyButton>
        </>
      }
      header={header}
      endpoint={sampleApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="扫样品标签，或搜索样品编号、批号、品名"
      filters={[
        {
          key: 'side',
          label: '类别',
          options: [
            { value: 'raw', label: '原料' },
            { value: 'bulk', label: '成品' },
          ],
        },
        { key: 'kind', label: '类型', options: Object.entries(sampleKinds).map(([value, label]) => ({ value, label })) },
        { key: 'state', label: '状态', options: sampleState.options.map((value) => ({ value, label: sampleStates[value].label })) },
        {
          key: 'due',
          label: '到期',
          options: [
            { value: 'observe', label: '观察到期' },
            { value: 'dispose', label: '留样期满' },
            { value: 'end', label: '可以处置' },
          ],
        },
      ]}
      actions={(row) => <SampleSteps sample={row} />}
      empty="还没有样品；取样后，检验样、复核样与留样会出现在这里"
    >
      {disposing && <DisposeSeveralDialog side={disposing} onClose={() => setDisposing(undefined)} />}
      {opened && <SampleFileDrawer id={opened} onClose={() => setQuery({ sample: null })} />}
    </ListPage>
  )
}
