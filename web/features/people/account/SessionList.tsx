import { App, Skeleton } from 'antd'
import type { z } from 'zod'
import { accountApi, type ownSession } from '#contract/people/account.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { device } from '#web/lib/device.ts'
import { SignInList } from './SignInList.tsx'

type OwnSession = z.output<typeof ownSession>

const columns: readonly Column<OwnSession>[] = [
  {
    title: '设备',
    key: 'userAgent',
    render: (one) => (
      <>
        {device(one.userAgent)}
        {one.current && '（本次登录）'}
      </>
    ),
  },
  { title: '网络地址', key: 'address' },
  { title: '登录时间', key: 'createdAt', render: (one) => dateTime(one.createdAt) },
  { title: '最近使用', key: 'lastSeenAt', render: (one) => dateTime(one.lastSeenAt) },
  { title: '最迟失效', key: 'expiresAt', render: (one) => dateTime(one.expiresAt) },
]

/** Where the person is signed in. A session that they do not know can be ended. */
export function SessionList() {
  const { message } = App.useApp()
  const sessions = useRead(accountApi.sessions, {})
  const revoke = useButtonWrite(accountApi.revokeSession)
  if (sessions.isPending) return <Skeleton active />
  if (sessions.error) return <CallFailure error={sessions.error} onRetry={() => void sessions.refetch()} />
  return (
    <>
      <p className="quiet">如果有您不认识的登录，请结束它，并立即修改口令。</p>
      <DataTable
        caption="我的登录会话"
        columns={columns}
        rows={sessions.data}
        rowKey={(one) => one.id}
        actions={(one) => (
          <ReasonButton
            reason={one.current ? '这是您现在的登录；要离开请用右上角的“退出登录”' : undefined}
            busy={revoke.busy}
            onClick={() => void revoke.run({ id: one.id }, () => void message.success('已结束该会话'))}
          >
            结束
          </ReasonButton>
        )}
      />
      <h2 className="drawer-heading">登录记录</h2>
      <SignInList />
    </>
  )
}
