import { Link } from 'react-router'
import { accountApi } from '#contract/people/account.ts'
import { ownRecordApi } from '#contract/people/own-record.ts'
import type { WaitingWork } from '#contract/office/work.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, day } from '#web/lib/format.ts'
import { shortDay } from '#web/lib/waited.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Moment } from '#web/parts/Moment.tsx'
import { TaskList } from './TaskList.tsx'

/** The home of somebody with tasks: one list by urgency, beside it what they were told and what they signed today. */
export function ClerkHome({ work, now }: { work: readonly WaitingWork[]; now: Date }) {
  return (
    <div className="home-two">
      <TaskList work={work} now={now} />
      <div className="home-side">
        <Messages now={now} />
        <SignedToday now={now} />
      </div>
    </div>
  )
}

/** The latest unread messages; opening one reads it. */
function Messages({ now }: { now: Date }) {
  const messages = useRead(accountApi.notifications, { box: 'unread', page: 1, pageSize: 5 })
  const move = useButtonWrite(accountApi.moveNotifications)
  return (
    <section className="card" aria-label="消息">
      <h2>
        消息<Link to="/ucenter?view=messages">全部</Link>
      </h2>
      {messages.error && <CallFailure error={messages.error} onRetry={() => void messages.refetch()} />}
      {messages.data?.rows.length === 0 && <p className="quiet">没有未读消息。</p>}
      <ul className="side-list">
        {messages.data?.rows.map((one) => (
          <li key={one.id}>
            <Link to={one.path} onClick={() => void move.run({ ids: [one.id], to: 'read' })}>
              {one.title}
            </Link>
            <Moment at={one.createdAt}>{shortDay(one.createdAt, now)}</Moment>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the person signed today. */
function SignedToday({ now }: { now: Date }) {
  const signatures = useRead(ownRecordApi.signatures, { page: 1, pageSize: 20 })
  const today = (signatures.data?.rows ?? []).filter(({ signedAt }) => day(signedAt) === day(now.toISOString()))
  if (today.length === 0) return null
  return (
    <section className="card" aria-label="今天签名">
      <h2>
        今天签名<Link to="/ucenter?view=signatures">全部</Link>
      </h2>
      <ul className="side-list">
        {today.slice(0, 6).map(({ id, meaning, document, no, path, signedAt }) => (
          <li key={id}>
            {path === null ? (
              <span>
                {meaning} {document} {no}
              </span>
            ) : (
              <Link to={path}>
                {meaning} {document} {no}
              </Link>
            )}
            <Moment at={signedAt}>{dateTime(signedAt).slice(11)}</Moment>
          </li>
        ))}
      </ul>
    </section>
  )
}
