import { Link } from 'react-router'
import { oversightDays, type PassRate } from '#contract/office/dashboard.ts'
import { count } from '#web/lib/format.ts'
import { lasted } from '#web/lib/waited.ts'

/** 一次合格率 and OOS: how many of the reported lots conformed at once, what failed, what is still looked into. */
export function PassRates({
  rates,
  oos,
  now,
}: {
  rates: readonly PassRate[]
  oos: { count: number; since: string | null; path: string }
  now: Date
}) {
  return (
    <section className="card" aria-label="合格率与OOS">
      <h2>
        一次合格率<small>近 {oversightDays} 天；括号内为之前</small>
      </h2>
      <ul className="rates">
        {rates.map(({ title, count: all, failed, rate, before, path, failedPath }) => (
          <li key={title}>
            <span>{title}</span>
            <b>
              {rate === null ? '—' : `${rate} %`}
              {before !== null && <small>（{before} %）</small>}
            </b>
            <Link to={path}>{count(all)} 批</Link>
            {/* A verdict, so it may be red, and says so in words. */}
            <Link to={failedPath} className={failed > 0 ? 'late' : undefined}>
              {count(failed)} 批不合格
            </Link>
          </li>
        ))}
        <li>
          <span>OOS</span>
          <b>{count(oos.count)} 件未结论</b>
          <Link to={oos.path}>查看</Link>
          <span className="quiet">{oos.since !== null && `最久 ${lasted(now.getTime() - Date.parse(oos.since))}`}</span>
        </li>
      </ul>
    </section>
  )
}
