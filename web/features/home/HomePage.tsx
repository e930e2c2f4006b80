import { Button, Skeleton } from 'antd'
import { Link } from 'react-router'
import { accountApi, type Notification } from '../../../contract/account.ts'
import { pages } from '../../../contract/pages.ts'
import { useSession } from '../../lib/actor.ts'
import { useButtonWrite } from '../../lib/button-write.ts'
import { useRead } from '../../lib/call.ts'
import { count, dateTime } from '../../lib/format.ts'
import { CallFailure } from '../../parts/CallFailure.tsx'

/** 系统首页: what waits for this person, and the ways to their pages. */
export function HomePage() {
  const { user, enterprise, codes } = useSession()
  const waiting = useRead(accountApi.notifications, { box: 'unread', pageSize: 10 })
  const move = useButtonWrite(accountApi.moveNotifications)
  const shortcuts = pages.filter((page) => page.code !== null && codes.includes(page.code))
  return (
    <section className="page" aria-label="系统首页">
      <header className="page-head">
        <h1>您好，{user.name}</h1>
        <span className="quiet">
          {enterprise.name}
          {user.post && `　${user.post}`}
        </span>
      </header>

      <h2 className="home-heading">等我处理</h2>
      {waiting.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {waiting.error && <CallFailure error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {waiting.data?.rows.length === 0 && <p className="nothing">没有等您处理的事。别人完成上一步后，会有消息送到这里。</p>}
      {waiting.data && waiting.data.rows.length > 0 && (
        <>
          <ul className="waiting">
            {waiting.data.rows.map((one) => (
              <Waiting key={one.id} one={one} onRead={() => void move.run({ ids: [one.id], to: 'read' })} />
            ))}
          </ul>
          {waiting.data.total > waiting.data.rows.length && (
            <p>
              <Link to="/ucenter?view=messages">全部 {count(waiting.data.total)} 条</Link>
            </p>
          )}
        </>
      )}

      <h2 className="home-heading">我的页面</h2>
      {shortcuts.length === 0 && <p className="nothing">您的角色还没有任何页面权限，请联系管理员在角色管理中授权。</p>}
      {(['饮片管理', '溯源管理', '系统管理'] as const).map((group) => {
        const entries = shortcuts.filter((page) => page.group === group)
        return (
          entries.length > 0 && (
            <nav key={group} className="shortcuts" aria-label={group}>
              <h3>{group}</h3>
              <ul>
                {entries.map((page) => (
                  <li key={page.path}>
                    <Link to={page.path}>{page.title}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          )
        )
      })}
    </section>
  )
}

function Waiting({ one, onRead }: { one: Notification; onRead: () => void }) {
  return (
    <li>
      <div>
        {one.path ? <Link to={one.path}>{one.title}</Link> : <strong>{one.title}</strong>}
        {one.body && <p>{one.body}</p>}
      </div>
      <time dateTime={one.createdAt}>{dateTime(one.createdAt)}</time>
      <Button type="link" className="text-action" onClick={onRead} aria-label={`标为已读：${one.title}`}>
        标为已读
      </Button>
    </li>
  )
}
