import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { countLooks, countScopes, countState, stocktakeApi, type CountRow } from '#contract/warehouse/stocktake.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CountDrawer } from './CountDrawer.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { ToleranceDrawer } from './ToleranceDrawer.tsx'

const columns: readonly Column<CountRow>[] = [
  { title: '盘点单号', key: 'countNo', sort: 'countNo' },
  { title: '范围', key: 'subject', render: ({ scope, subject }) => `${countScopes[scope]}：${subject}` },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={countLooks} state={state} /> },
  { title: '行数', key: 'lines', align: 'right' },
  { title: '待盘', key: 'toCount', align: 'right', render: ({ state, toCount }) => (state === 'counting' ? toCount : null) },
  { title: '有差异', key: 'different', align: 'right' },
  { title: '超差待决定', key: 'beyond', align: 'right', render: ({ beyond }) => (beyond === 0 ? null : <strong>{beyond}</strong>) },
  { title: '制定', key: 'plannedAt', sort: 'plannedAt', render: (row) => <Done by={row.plannedBy.name} at={row.plannedAt} /> },
  { title: '完成', key: 'settledAt', render: ({ settledAt }) => settledAt && dateTime(settledAt) },
]

/** 盘点: what is being counted, and what came of it. */
export function CountList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [open, setOpen] = useState<'plan' | 'tolerance'>()
  const id = query.get('id')
  return (
    <ListPage
      title="盘点"
      primary={
        <>
          <Button onClick={() => setOpen('tolerance')}>盘点允差</Button>
          <DutyButton duty="14:count" onClick={() => setOpen('plan')}>
            新建盘点
          </DutyButton>
        </>
      }
      header={header}
      endpoint={stocktakeApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索盘点单号"
      filters={[{ key: 'state', label: '状态', options: countState.options.map((value) => ({ value, label: countLooks[value].label })) }]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ id: row.id })}>
          详情
        </Button>
      )}
      empty="还没有盘点；按库房、品种、类别或循环新建一次"
    >
      {id !== null && <CountDrawer id={id} onClose={() => setQuery({ id: null })} />}
      {open === 'plan' && (
        <PlanDialog
          onDone={(done) => {
            setOpen(undefined)
            setQuery({ id: done })
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'tolerance' && <ToleranceDrawer onClose={() => setOpen(undefined)} />}
    </ListPage>
  )
}
