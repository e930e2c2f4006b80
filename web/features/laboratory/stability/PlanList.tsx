import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { planActions, planLooks, planState, stabilityApi, stabilityConditions, type PlanRow } from '#contract/laboratory/stability.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { PlanDrawer } from './PlanDrawer.tsx'
import { PlanSteps } from './PlanSteps.tsx'

const columns: readonly Column<PlanRow>[] = [
  { title: '方案编号', key: 'planNo', sort: 'planNo', render: (row) => <Opener row={row} /> },
  { title: '产品', key: 'productName', width: 10 },
  { title: '贮藏条件', key: 'storageCondition', render: (row) => stabilityConditions[row.storageCondition] },
  { title: '时间点（月）', key: 'months', width: 11, render: (row) => row.months.join('、') },
  { title: '考察项目', key: 'items', hidden: true, width: 14, render: (row) => row.items.join('、') },
  { title: '每次袋数', key: 'packsPerPoint', align: 'right', hidden: true },
  { title: '在考察批数', key: 'lots', align: 'right' },
  { title: '下次考察日', key: 'nextOn' },
  { title: '编制', key: 'writtenAt', sort: 'writtenAt', render: (row) => <Done by={row.writtenBy.name} at={row.writtenAt} /> },
  {
    title: '批准',
    key: 'approvedAt',
    hidden: true,
    render: (row) => row.approvedAt && <Done by={row.approvedByName ?? ''} at={row.approvedAt} />,
  },
  { title: '状态', key: 'state', render: (row) => <StateTag of={planLooks} state={row.state} /> },
]

function Opener({ row }: { row: PlanRow }) {
  const { setQuery } = useTab()
  return (
    <Button type="link" className="text-action" onClick={() => setQuery({ plan: row.id })}>
      {row.planNo}　第{row.version}版
    </Button>
  )
}

/** 考察方案: which products are looked at, under which condition and when. */
export function PlanList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [isNew, setNew] = useState(false)
  const opened = query.get('plan')
  return (
    <ListPage
      title="稳定性考察方案"
      primary={
        <DutyButton duty={planActions.edit.duty} onClick={() => setNew(true)}>
          新建方案
        </DutyButton>
      }
      header={header}
      endpoint={stabilityApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索方案编号或品名"
      filters={[{ key: 'state', label: '状态', options: planState.options.map((value) => ({ value, label: planLooks[value].label })) }]}
      actions={(row) => <PlanSteps plan={row} />}
      empty="还没有考察方案；按产品编制方案，批准后把留有整袋的批次列入"
    >
      {isNew && <PlanDialog onClose={() => setNew(false)} onDone={(id) => setQuery({ plan: id })} />}
      {opened && <PlanDrawer id={opened} onClose={() => setQuery({ plan: null })} />}
    </ListPage>
  )
}
