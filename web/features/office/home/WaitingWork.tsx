import { Link } from 'react-router'
import type { WaitingWork as Work } from '#contract/office/work.ts'
import { count, day } from '#web/lib/format.ts'

/** 等我处理: kind by kind, what has waited longest first; each leads to its row, the heading to all of them. */
export function WaitingWork({ work }: { work: readonly Work[] }) {
  if (work.length === 0) return <p className="nothing">没有等您处理的事。别人完成上一步后，单据会出现在这里。</p>
  return (
    <ul className="work" aria-label="等我处理">
      {work.map((kind) => (
        <li key={`${kind.document} ${kind.state} ${kind.path}`}>
          <h3>
            <Link to={kind.path}>
              {kind.document} · {kind.state}
            </Link>
            <strong>{count(kind.count)}</strong>
          </h3>
          <p className="quiet">
            {kind.steps.join('、')}
            {kind.others > 0 && `；另有 ${count(kind.others)} 项须由他人办理`}
          </p>
          <ul>
            {kind.oldest.map((one) => (
              <li key={one.no}>
                <Link to={one.path}>{one.no}</Link>
                <span title={one.subject}>{one.subject}</span>
                <time dateTime={one.since}>{day(one.since)}</time>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
