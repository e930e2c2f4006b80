import { Link } from 'react-router'
import { oversightDays, type LeadTime } from '#contract/office/dashboard.ts'
import { count } from '#web/lib/format.ts'
import { took } from './took.ts'

/** 各步用时: the median of each step as a bar from zero, a line where it was before. Each opens what it was reckoned from. */
export function LeadTimes({ rows }: { rows: readonly LeadTime[] }) {
  const steps = rows.filter(({ title }) => title !== '到货至放行')
  const longest = Math.max(0.1, ...steps.flatMap(({ median, before }) => [Number(median ?? 0), Number(before ?? 0)]))
  const share = (days: string) => `${(100 * Number(days)) / longest}%`
  return (
    <section className="card" aria-label="各步用时">
      <h2>
        各步用时<small>近 {oversightDays} 天中位数；竖线为之前</small>
      </h2>
      <ul className="leads">
        {steps.map(({ title, count: taken, median, before, path }) => (
          <li key={title}>
            <Link
              to={path}
              aria-label={`${title} ${median === null ? '没有' : took(median).join(' ')}${before === null ? '' : `，之前 ${took(before).join(' ')}`}，${count(taken)} 次`}
            >
              <span>{title}</span>
              <span className="lead-bar" aria-hidden="true">
                {median !== null && <i style={{ width: share(median) }} />}
                {before !== null && <u style={{ left: share(before) }} />}
              </span>
              <b>{median === null ? '—' : took(median).join(' ')}</b>
              <small>{count(taken)} 次</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
