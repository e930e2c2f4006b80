import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { duties } from '#contract/kernel/duties.ts'
import { roleApi, roleLooks, type RoleDetail } from '#contract/people/role.ts'
import { userLooks } from '#contract/people/user.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { Conflicts } from './RoleDifference.tsx'
import { rightTree } from '#web/parts/right-names.ts'
import './rights.css'

const holderColumns: readonly Column<RoleDetail['holders'][number]>[] = [
  {
    title: '用户名',
    key: 'userName',
    render: (one) => <Link to={`/system-user?q=${encodeURIComponent(one.userName)}`}>{one.userName}</Link>,
  },
  { title: '姓名', key: 'name' },
  { title: '状态', key: 'state', render: (one) => <StateTag of={userLooks} state={one.state} /> },
]

/** One role: what it gives, and who has it. */
export function RoleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const role = useRead(roleApi.read, { id })
  const [history, setHistory] = useState(false)
  return (
    <Drawer
      open
      size={760}
      title={role.data ? `角色 ${role.data.name}` : '角色'}
      onClose={onClose}
      extra={<Button onClick={() => setHistory(true)}>历史</Button>}
    >
      {role.isPending && <Skeleton active />}
      {role.error && <CallFailure error={role.error} onRetry={() => void role.refetch()} />}
      {role.data && <RoleFacts role={role.data} />}
      {history && role.data && <HistoryDrawer table="role" id={id} title={role.data.name} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

function RoleFacts({ role }: { role: RoleDetail }) {
  const holds = (right: string) => role.rights.includes(right)
  return (
    <>
      <Facts
        rows={[
          ['类型', <StateTag key="state" of={roleLooks} state={role.state} />],
          ['建立时间', dateTime(role.createdAt)],
        ]}
      />
      <h2 className="drawer-heading">持有账号</h2>
      {role.holders.length === 0 ? (
        <p className="quiet">没有账号持有该角色</p>
      ) : (
        <DataTable caption="持有账号" columns={holderColumns} rows={role.holders} rowKey={(one) => one.id} />
      )}
      <h2 className="drawer-heading">页面与职责</h2>
      {role.rights.length === 0 && <p className="quiet">没有任何权限</p>}
      <Facts
        rows={rightTree.flatMap(({ pages }) =>
          pages
            .filter((page) => holds(page.code) || page.duties.some(holds))
            .map(
              (page) =>
                [
                  page.title,
                  [holds(page.code) ? '打开页面' : '不能打开页面', ...page.duties.filter(holds).map((duty) => duties[duty])].join('、'),
                ] as const,
            ),
        )}
      />
      <div className="role-difference">
        <Conflicts rights={role.rights} />
      </div>
    </>
  )
}
