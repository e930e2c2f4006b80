import { useState, type ReactNode } from 'react'
import { careApi, carePlanText, careScopes, type CarePlan } from '#contract/warehouse/care.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { CarePlanDialog } from './CarePlanDialog.tsx'

const columns: readonly Column<CarePlan>[] = [
  {
    title: '范围',
    key: 'scope',
    render: ({ scope, subject }) => (scope === 'all' ? '全部药材与饮片' : `${careScopes[scope]}：${subject}`),
  },
  { title: '间隔（企业自定）', key: 'everyDays', render: carePlanText },
  {
    title: '须立案的发现',
    key: 'caseFindings',
    width: 16,
    render: ({ caseFindings }) => caseFindings.map(({ label }) => label).join('、') || '无',
  },
  { title: '依据', key: 'reason', width: 14 },
  { title: '设定', key: 'setAt', sort: 'setAt', render: (row) => <Done by={row.setByName} at={row.setAt} /> },
  { title: '同意', key: 'approvedByName' },
  {
    title: '状态',
    key: 'isLatest',
    render: ({ isLatest, isEnded }) =>
      isLatest && !isEnded ? <span className="tag tag-good">现行</span> : <span className="tag">{isEnded ? '终止' : '已换新'}</span>,
  },
]

/** 养护计划: how often, by the firm's own rule. That of a herb comes before that of its class, and this before that of all. */
export function CarePlanList({ side, header }: { side: StockSide; header: ReactNode }) {
  const [open, setOpen] = useState<{ before?: CarePlan; isEnding: boolean }>()
  const duty = side === 'raw' ? '14:freeze' : '19:freeze'
  return (
    <ListPage
      title="养护计划"
      primary={
        <DutyButton duty={duty} onClick={() => setOpen({ isEnding: false })}>
          新设计划
        </DutyButton>
      }
      header={header}
      endpoint={careApi[side].plans}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索品名或拼音首字母"
      filters={[
        {
          key: 'standing',
          label: '状态',
          options: [
            { value: 'current', label: '现行' },
            { value: 'past', label: '以前的' },
          ],
        },
      ]}
      actions={(row) =>
        row.isLatest && (
          <>
            <DutyButton type="link" duty={duty} onClick={() => setOpen({ before: row, isEnding: false })}>
              {row.isEnded ? '重新设定' : '更改'}
            </DutyButton>
            {!row.isEnded && (
              <DutyButton type="link" duty={duty} onClick={() => setOpen({ before: row, isEnding: true })}>
                终止
              </DutyButton>
            )}
          </>
        )
      }
      empty="还没有养护计划；间隔由企业按自己的规程设定，可以按全部、物料分类或品种"
    >
      {open !== undefined && <CarePlanDialog side={side} {...open} onClose={() => setOpen(undefined)} />}
    </ListPage>
  )
}
