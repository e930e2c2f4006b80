import { App, Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { linkMinutes } from '#contract/people/mailbox.ts'
import { securityEvents, userActions, userApi, type OneTimePassword, type UserDetail } from '#contract/people/user.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useRead } from '#web/lib/call.ts'
import { device } from '#web/lib/device.ts'
import { dateTime, exactTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { UserTags } from './UserTags.tsx'

const sessionColumns: readonly Column<UserDetail['sessions'][number]>[] = [
  { title: '登录时间', key: 'createdAt', render: (one) => dateTime(one.createdAt) },
  { title: '最近使用', key: 'lastSeenAt', render: (one) => dateTime(one.lastSeenAt) },
  { title: '网络地址', key: 'address' },
  { title: '设备', key: 'userAgent', render: (one) => device(one.userAgent) },
]

const eventColumns: readonly Column<UserDetail['events'][number]>[] = [
  { title: '时间', key: 'at', render: (one) => exactTime(one.at) },
  { title: '事件', key: 'event', render: (one) => [securityEvents[one.event] ?? one.event, one.reason].filter(Boolean).join('：') },
  { title: '操作人', key: 'by', render: (one) => one.by ?? '本人' },
  { title: '网络地址', key: 'address' },
]

/** One account: where it is signed in, what the security log says of it, and what can be done about its password. */
export function UserDrawer({ id, onPassword, onClose }: { id: string; onPassword: (given: OneTimePassword) => void; onClose: () => void }) {
  const user = useRead(userApi.read, { id })
  const [history, setHistory] = useState(false)
  return (
    <Drawer
      open
      size={860}
      title={user.data ? `账号 ${user.data.userName}` : '账号'}
      onClose={onClose}
      extra={<Button onClick={() => setHistory(true)}>历史</Button>}
    >
      {user.isPending && <Skeleton active />}
      {user.error && <CallFailure error={user.error} onRetry={() => void user.refetch()} />}
      {user.data && (
        <>
          <Facts
            rows={[
              ['状态', <UserTags key="state" user={user.data} />],
              ['姓名', user.data.name],
              ['岗位', user.data.post],
              ['角色', user.data.roles.map((role) => role.name).join('、')],
              ...(user.data.proposedRoles.length === 0
                ? []
                : ([['待批准的角色', user.data.proposedRoles.map((role) => role.name).join('、')]] as const)),
              ['电话', user.data.phone],
              ['邮箱', user.data.email && `${user.data.email}（${user.data.emailConfirmed ? '已确认' : '未确认'}）`],
              ['建立时间', dateTime(user.data.createdAt)],
              ['两步验证', user.data.secondFactor ? '已开启' : '未开启'],
              ...(user.data.oneTimeUntil === null ? [] : ([['一次性口令有效至', dateTime(user.data.oneTimeUntil)]] as const)),
            ]}
          />
          <PasswordSteps user={user.data} onPassword={onPassword} />
          <h2 className="drawer-heading">登录中的会话</h2>
          {user.data.sessions.length === 0 ? (
            <p className="quiet">没有登录中的会话</p>
          ) : (
            <DataTable caption="登录中的会话" columns={sessionColumns} rows={user.data.sessions} rowKey={(one) => one.id} />
          )}
          <h2 className="drawer-heading">安全日志（最近50条）</h2>
          {user.data.events.length === 0 ? (
            <p className="quiet">还没有记录</p>
          ) : (
            <DataTable caption="安全日志" columns={eventColumns} rows={user.data.events} rowKey={(one) => String(one.id)} />
          )}
        </>
      )}
      {history && user.data && <HistoryDrawer table="account" id={id} title={user.data.userName} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

function PasswordSteps({ user, onPassword }: { user: UserDetail; onPassword: (given: OneTimePassword) => void }) {
  const { message, modal } = App.useApp()
  const give = useButtonWrite(userApi.giveOneTimePassword)
  const require = useButtonWrite(userApi.requirePasswordChange)
  const end = useButtonWrite(userApi.endSessions)
  const unlock = useButtonWrite(userApi.unlock)
  const sendReset = useButtonWrite(userApi.sendReset)
  const { id, name, email } = user
  const [removing, setRemoving] = useState(false)
  const askToGive = () =>
    modal.confirm({
      title: `为 ${name} 发一次性口令？`,
      content:
        '原口令与全部会话随即失效，未保存的工作会丢失。新口令24小时内有效，只显示一次。本人邮箱或另一位管理员确认之前，本人不能签名。',
      okText: '发放',
      cancelText: '再看看',
      onOk: () => give.run({ id }, onPassword),
    })
  return (
    <p className="tags steps">
      <RowActions
        of={userActions}
        row={user}
        type="default"
        on={{
          giveOneTimePassword: askToGive,
          sendReset: () => void sendReset.run({ id }, () => void message.success(`重置链接已发往 ${email}，${linkMinutes}分钟内有效`)),
          requirePasswordChange: () => void require.run({ id }, () => void message.success(`已要求 ${name} 改口令，改好之前不能签名`)),
          removeSecondFactor: () => setRemoving(true),
          unlock: () => void unlock.run({ id }, () => void message.success(`${name} 可以重新登录和签名`)),
          endSessions: () => void end.run({ id }, () => void message.success(`${name} 的会话已全部结束`)),
          // These are in the list.
          edit: null,
          disable: null,
          enable: null,
        }}
      />
      {removing && (
        <ReasonDialog
          title={`解除 ${name} 的两步验证`}
          submit="解除"
          danger
          endpoint={userApi.removeSecondFactor}
          id={id}
          done={`${name} 的两步验证已解除，其会话已结束`}
          onClose={() => setRemoving(false)}
        >
          <p>
            请先确认是本人要求，如手机遗失。解除后只凭口令就能登录，其会话全部结束，本人会收到通知；本人邮箱或另一位管理员确认之前，本人不能签名。
          </p>
        </ReasonDialog>
      )}
    </p>
  )
}
