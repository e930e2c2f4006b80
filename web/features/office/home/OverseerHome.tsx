import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { oversightDays, type dashboardApi } from '#contract/office/dashboard.ts'
import type { StageCount, WaitingWork, workApi } from '#contract/office/work.ts'
import { count } from '#web/lib/format.ts'
import { lasted } from '#web/lib/waited.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Endings } from './Endings.tsx'
import { took } from './took.ts'
import { LeadTimes } from './LeadTimes.tsx'
import { OwnTasks } from './OwnTasks.tsx'
import { PassRates } from './PassRates.tsx'
import { Pressing } from './Pressing.tsx'

type Overview = z.output<typeof workApi.overview.output>
type Oversight = z.output<typeof dashboardApi.oversight.output>
type Read<T> = { data: T | undefined; error: Error | null; refetch: () => Promise<unknown> }

/** The home of somebody who looks over the work of others: what is overdue and where it waits, how long steps take, what passes, what ends. */
export function OverseerHome({
  work,
  now,
  overview,
  oversight,
}: {
  work: readonly WaitingWork[]
  now: Date
  overview: Read<Overview>
  oversight: Read<Oversight>
}) {
  const failure = overview.error ?? oversight.error
  const { data } = oversight
  return (
    <div className="overseer">
      {failure && <CallFailure error={failure} onRetry={() => void Promise.all([overview.refetch(), oversight.refetch()])} />}
      <Tiles work={overview.data} sight={data} now={now} />
      {overview.data && <Stages stages={overview.data.stages} now={now} />}
      <div className="home-two">
        <div className="home-main">
          {overview.data && <Pressing rows={overview.data.pressing} total={overview.data.late + overview.data.today} now={now} />}
          {data && (
            <div className="home-half">
              <LeadTimes rows={data.leadTimes} />
              <PassRates rates={data.passRates} oos={data.oos} now={now} />
            </div>
          )}
        </div>
        <div className="home-side">
          <OwnTasks work={work} now={now} />
          {data && (data.papers !== null || data.endings.length > 0) && <Endings rows={data.endings} today={now} />}
        </div>
      </div>
    </div>
  )
}

function Tiles({ work, sight, now }: { work: Overview | undefined; sight: Oversight | undefined; now: Date }) {
  const whole = sight?.leadTimes.find(({ title }) => title === '到货至放行')
  const passed = sight?.passRates[0]
  return (
    <section className="card tiles" aria-label="概况" aria-busy={work === undefined || sight === undefined}>
      <Tile title="逾期" to="/dashboard?due=late" value={work && count(work.late)} unit="件" tone={work && work.late > 0 ? 'late' : 'open'}>
        {work && `共 ${count(work.count)} 件在等`}
      </Tile>
      {whole && (
        <Tile
          title="到货至放行"
          to={whole.path}
          value={whole.median === null ? '—' : took(whole.median)[0]}
          unit={whole.median === null ? '' : took(whole.median)[1]}
        >
          {whole.median === null
            ? `近 ${oversightDays} 天没有`
            : `中位数${whole.before === null ? '' : `；之前 ${took(whole.before).join(' ')}`}`}
        </Tile>
      )}
      {passed && (
        <Tile title="一次合格率" to={passed.path} value={passed.rate ?? '—'} unit={passed.rate === null ? '' : '%'}>
          近 {oversightDays} 天，{count(passed.count)} 批中 {count(passed.count - passed.failed)} 批
        </Tile>
      )}
      {sight && (
        <Tile title="OOS" to={sight.oos.path} value={count(sight.oos.count)} unit="件" tone={sight.oos.count > 0 ? 'today' : 'open'}>
          {sight.oos.since === null ? '没有未结的' : `未结论，最久 ${lasted(now.getTime() - Date.parse(sight.oos.since))}`}
        </Tile>
      )}
      {sight?.papers && (
        <Tile
          title="本企业证照"
          to={sight.papers.path}
          value={count(sight.papers.count)}
          unit="项"
          tone={sight.papers.count > 0 ? 'today' : 'open'}
        >
          90 天内到期、已过期或未登记
        </Tile>
      )}
    </section>
  )
}

function Tile({
  title,
  to,
  value,
  unit,
  tone = 'open',
  children,
}: {
  title: string
  to: string
  value: string | undefined
  unit: string
  tone?: 'late' | 'today' | 'open'
  children: ReactNode
}) {
  return (
    <Link className={`tile ${tone}`} to={to}>
      <span>{title}</span>
      <b>
        {value ?? '…'}
        <i>{unit}</i>
      </b>
      <small>{children}</small>
    </Link>
  )
}

/** 停在哪里: the factory's way as the trace line; each node counts what waits there and opens it. */
function Stages({ stages, now }: { stages: readonly StageCount[]; now: Date }) {
  return (
    <section className="card" aria-label="停在哪里">
      <h2>
        停在哪里<small>圈里是在等的件数，点开看清单</small>
      </h2>
      <ol className="stages">
        {stages.map((stage) => (
          // What keeps the way in order stands beside it.
          <li key={stage.stage} className={`${lookOf(stage)}${stage.stage === 'order' ? ' beside' : ''}`}>
            <Link to={stage.path}>
              <b>{count(stage.count)}</b>
              <span>{stage.title}</span>
              <small>{standing(stage, now)}</small>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

function lookOf({ count: all, late, today }: StageCount): string {
  if (late > 0) return 'late'
  if (today > 0) return 'today'
  return all === 0 ? 'none' : 'open'
}

function standing({ count: all, late, today, since }: StageCount, now: Date): string {
  if (all === 0 || since === null) return '没有'
  // A line may break between the two, not inside one.
  const longest = `最久 ${lasted(now.getTime() - Date.parse(since)).replace(/ 天 .*/, ' 天')}`.replaceAll(' ', '\u00a0')
  if (late > 0) return `${late}\u00a0件逾期 ${longest}`
  return today > 0 ? `${today} 件今天到期` : longest
}
