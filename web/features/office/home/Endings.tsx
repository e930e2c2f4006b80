import { Link } from 'react-router'
import type { Ending } from '#contract/office/dashboard.ts'
import { day } from '#web/lib/format.ts'
import { shortDay } from '#web/lib/waited.ts'

const kinds: Record<Ending['kind'], string> = { paper: '本企业证照', retest: '复验', expiry: '成品到期' }

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** 到期与复验: own papers, lots to test again, packs near their last good day; what is missing or over comes first. */
export function Endings({ rows, today }: { rows: readonly Ending[]; today: Date }) {
  return (
    <section className="card" aria-label="到期与复验">
      <h2>到期与复验</h2>
      {rows.length === 0 && <p className="quiet">没有要到期的。</p>}
      <ul className="endings">
        {rows.slice(0, 10).map((row) => (
          <li key={`${row.kind} ${row.title} ${row.on ?? ''}`}>
            <Link to={row.path}>{row.title}</Link>
            <span>
              {kinds[row.kind]}
              {row.on !== null && ` · ${shortDay(row.on, today)}`}
            </span>
            <Left of={row} today={day(today.toISOString())} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Left({ of: { on, missing }, today }: { of: Ending; today: string }) {
  if (missing) return <b className="late">未登记</b>
  if (on === null) return <b>长期</b>
  const days = daysBetween(today, on)
  if (days < 0) return <b className="late">已过 {-days} 天</b>
  return <b className={days <= 30 ? 'today' : undefined}>余 {days} 天</b>
}
