import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { pages } from '#contract/kernel/pages.ts'
import { userApi } from '#contract/people/user.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { nameOfRight } from '#web/parts/right-names.ts'

type Row = { duty: string; holders: { id: string; name: string }[] }

const columns: readonly Column<Row>[] = [
  { title: '职责', key: 'name', render: ({ duty }) => nameOfRight(duty) },
  { title: '页面', key: 'page', render: ({ duty }) => pages.find(({ code }) => duty.startsWith(`${code}:`))?.title },
  {
    title: '承担者',
    key: 'holders',
    render: ({ holders }) =>
      holders.length === 0 ? <span className="tag tag-warning">无人承担</span> : holders.map((holder) => holder.name).join('、'),
  },
  { title: '人数', key: 'count', align: 'right', render: ({ holders }) => holders.length },
]

/** Which persons with an active account hold each duty. A duty that nobody holds stops the work. */
export function DutyHolders({ header }: { header: ReactNode }) {
  const overview = useRead(userApi.dutyHolders, {})
  return (
    <section className="page" aria-label="用户管理">
      <header className="page-head">
        <h1>用户管理</h1>
      </header>
      {header}
      {overview.isPending && <Skeleton active />}
      {overview.error && <CallFailure error={overview.error} onRetry={() => void overview.refetch()} />}
      {overview.data && <DataTable caption="职责分工" columns={columns} rows={overview.data} rowKey={({ duty }) => duty} />}
    </section>
  )
}
