import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { dashboardApi, looksOver } from '#contract/office/dashboard.ts'
import { pages } from '#contract/kernel/pages.ts'
import { workApi, type WaitingWork } from '#contract/office/work.ts'
import { useSession } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { count, dateTime, day } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Beginnings } from './Beginnings.tsx'
import { ClerkHome } from './ClerkHome.tsx'
import { FigureCards } from './FigureCards.tsx'
import { OverseerHome } from './OverseerHome.tsx'
import { totalOf } from './tasks.ts'
import { WhenNear } from './WhenNear.tsx'

import './home.css'

// The list behind a figure comes when one is opened, the charts and what they are drawn with when the person scrolls to them.
const WaitingDrawer = lazy(async () => ({ default: (await import('./WaitingDrawer.tsx')).WaitingDrawer }))
const HomeCharts = lazy(async () => ({ default: (await import('./HomeCharts.tsx')).HomeCharts }))

const greeting = (now: Date) => {
  const hour = Number(dateTime(now.toISOString()).slice(11, 13))
  if (hour < 5 || hour >= 18) return '晚上好'
  if (hour < 12) return '上午好'
  return hour < 14 ? '中午好' : '下午好'
}
const weekday = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', weekday: 'long' })
const dayInWords = (now: Date) => {
  const [, month, date] = day(now.toISOString()).split('-').map(Number)
  return `${month} 月 ${date} 日 ${weekday.format(now)}`
}

/** 系统首页: what waits for this person, or for those whose work they look over; the numbers of their pages, and what is read as a chart. */
export function HomePage() {
  const { codes } = useSession()
  const { query } = useTab()
  const waiting = useRead(workApi.waiting, {})
  const figures = useRead(dashboardApi.figures, {})
  // What an overseer sees besides is asked for at the same time, and drawn with the rest: what came later would push it down.
  const oversees = looksOver(codes)
  const overview = useRead(workApi.overview, oversees ? {} : null)
  const oversight = useRead(dashboardApi.oversight, oversees ? {} : null)
  const { beginnings = null, lots = [] } = figures.data ?? {}
  // One failure is shown, whichever of the two reads it was.
  const failure = waiting.error ?? figures.error
  const again = () => void Promise.all([waiting, figures].map((read) => read.refetch()))
  const seesTrends = ['15', '21', '19', '110'].some((code) => codes.includes(code))
  // The age of what waits is that of the moment it was read.
  const [opened] = useState(() => new Date())
  const now = useMemo(() => (waiting.dataUpdatedAt === 0 ? opened : new Date(waiting.dataUpdatedAt)), [waiting.dataUpdatedAt, opened])
  // What came is drawn in pieces, between which the browser answers.
  const isPending = useDeferredValue([waiting, figures, ...(oversees ? [overview, oversight] : [])].some((read) => read.isPending))
  return (
    <section className="page home" aria-label="系统首页">
      <Greeting now={now} work={waiting.data} />
      {isPending ? (
        // All is drawn at once, so that nothing on the page moves.
        <div className="home-wait" role="status" aria-label="正在读取">
          <div />
          <div />
          <div />
        </div>
      ) : (
        <>
          {beginnings && <Beginnings steps={beginnings} />}
          {failure && <CallFailure error={failure} onRetry={again} />}
          {waiting.data &&
            (oversees ? (
              <OverseerHome work={waiting.data} now={now} overview={overview} oversight={oversight} />
            ) : (
              <ClerkHome work={waiting.data} now={now} />
            ))}
          {figures.data && figures.data.figures.length > 0 && (
            <>
              <h2 className="home-heading">要留意的</h2>
              <FigureCards figures={figures.data.figures} />
            </>
          )}
          <Shortcuts codes={codes} />
          {figures.data && beginnings === null && (lots.length > 0 || seesTrends) && (
            <WhenNear height={600}>
              <Suspense fallback={<div style={{ minHeight: 600 }} />}>
                <HomeCharts lots={lots} seesTrends={seesTrends} />
              </Suspense>
            </WhenNear>
          )}
        </>
      )}
      {(query.has('stage') || query.has('due')) && (
        <Suspense fallback={null}>
          <WaitingDrawer now={now} />
        </Suspense>
      )}
    </section>
  )
}

/** Who is greeted, which day it is, and how much waits for them. */
function Greeting({ now, work }: { now: Date; work: readonly WaitingWork[] | undefined }) {
  const { user, enterprise } = useSession()
  const { count: all, late } = totalOf(work ?? [])
  return (
    <header className="hello">
      <h1>
        {greeting(now)}，{user.name}
      </h1>
      <p>
        {dayInWords(now)}
        {work && all > 0 && ` · 等您处理 ${count(all)} 件`}
        {late > 0 && (
          <>
            ，<b>{count(late)} 件已逾期</b>
          </>
        )}
      </p>
      <p className="quiet">
        {enterprise.name}
        {user.post && `　${user.post}`}
      </p>
    </header>
  )
}

function Shortcuts({ codes }: { codes: readonly string[] }) {
  const open = pages.filter((page) => page.code !== null && codes.includes(page.code))
  return (
    <>
      <h2 className="home-heading">我的页面</h2>
      {open.length === 0 && <p className="nothing">您的角色还没有任何页面权限，请联系管理员在角色管理中授权。</p>}
      {(['饮片管理', '溯源管理', '系统管理'] as const).map((group) => {
        const entries = open.filter((page) => page.group === group)
        return (
          entries.length > 0 && (
            <nav key={group} className="shortcuts" aria-label={`${group}快捷入口`}>
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
    </>
  )
}
