import { Drawer, Pagination, Skeleton } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import { stages, workApi } from '#contract/office/work.ts'
import { useRead } from '#web/lib/call.ts'
import { count } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { waitingColumns } from './Pressing.tsx'

const dues = { late: '逾期', today: '今天到期', pressing: '逾期与今天到期' } as const

/** The documents behind a figure of the home page, as its address says: those of one step, those that press. */
export function WaitingDrawer({ now }: { now: Date }) {
  const { query, setQuery } = useTab()
  const stage = keysOf(stages).find((name) => name === query.get('stage'))
  const due = keysOf(dues).find((name) => name === query.get('due'))
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const sort = query.get('sort') ?? undefined
  const isOpen = stage !== undefined || due !== undefined
  const list = useRead(
    workApi.list,
    isOpen ? { ...(stage && { stage }), ...(due && { due }), ...(sort && { sort }), page, pageSize: 20 } : null,
    {
      keepPrevious: true,
    },
  )
  if (!isOpen) return null
  const title = [stage && stages[stage].title, due && dues[due]].filter(Boolean).join(' · ')
  const total = list.data?.total ?? 0
  return (
    <Drawer open size={1100} title={`在等：${title}`} onClose={() => setQuery({ stage: null, due: null, page: null, sort: null })}>
      {list.isPending && <Skeleton active />}
      {list.error && <CallFailure error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.rows.length === 0 && <p className="nothing">没有在等的。</p>}
      {list.data && list.data.rows.length > 0 && (
        <>
          <DataTable
            caption={title}
            columns={waitingColumns(now)}
            rows={list.data.rows}
            rowKey={(row) => row.key}
            sort={sort ?? 'due'}
            onSort={(next) => setQuery({ sort: next, page: null })}
          />
          <nav className="list-foot" aria-label={`${title}分页`}>
            <span>共 {count(total)} 条</span>
            <Pagination
              size="small"
              current={page}
              pageSize={20}
              total={total}
              showSizeChanger={false}
              onChange={(next) => setQuery({ page: next > 1 ? String(next) : null })}
            />
          </nav>
        </>
      )}
    </Drawer>
  )
}
