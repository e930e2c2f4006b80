import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { dashboardApi } from '#contract/office/dashboard.ts'
import { pages } from '#contract/kernel/pages.ts'
import { workApi } from '#contract/office/work.ts'
import { useSession } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Beginnings } from './Beginnings.tsx'
import { FigureCards } from './FigureCards.tsx'
import { WaitingWork } from './WaitingWork.tsx'
import { WhenNear } from './WhenNear.tsx'

// The charts and what they are drawn with come when the person scrolls to them.
const HomeCharts = lazy(async () => ({ default: (await import('./HomeCharts.tsx')).HomeCharts }))

/** 系统首页: what waits for this person, the numbers of their pages, the links to them, and what is read as a chart. */
export function HomePage() {
  const { user, enterprise, codes } = useSession()
  const waiting = useRead(workApi.waiting, {})
  const figures = useRead(dashboardApi.figures, {})
  const { beginnings = null, lots = [] } = figures.data ?? {}
  // One failure is shown, whichever of the two reads it was.
  const failure = waiting.error ?? figures.error
  const again = () => void Promise.all([waiting, figures].map((read) => read.refetch()))
  const seesTrends = ['15', '21', '19', '110'].some((code) => codes.includes(code))
  return (
    <section className="page" aria-label="系统首页">
      <header className="page-head">
        <h1>您好，{user.name}</h1>
        <span className="quiet">
          {enterprise.name}
          {user.post && `　${user.post}`}
        </span>
      </header>
      {waiting.isPending || figures.isPending ? (
        // Both are drawn at once, so that nothing on the page moves.
        <div className="home-wait" role="status" aria-label="正在读取">
          <div />
          <div />
          <div />
        </div>
      ) : (
        <>
          {beginnings && <Beginnings steps={beginnings} />}
          <h2 className="home-heading">等我处理</h2>
          {failure && <CallFailure error={failure} onRetry={again} />}
          {waiting.data && <WaitingWork work={waiting.data} />}
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
    </section>
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
