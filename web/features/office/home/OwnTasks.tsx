import { Link } from 'react-router'
import type { WaitingWork } from '#contract/office/work.ts'
import { count } from '#web/lib/format.ts'
import { dueWords, lasted } from '#web/lib/waited.ts'
import { Moment } from '#web/parts/Moment.tsx'
import { tasksOf, totalOf } from './tasks.ts'

/** 等您本人: the few most urgent steps of somebody who looks over the work of others. */
export function OwnTasks({ work, now }: { work: readonly WaitingWork[]; now: Date }) {
  const tasks = tasksOf(work, now).slice(0, 6)
  return (
    <section className="card own-tasks" aria-label="等您本人">
      <h2>等您本人{tasks.length > 0 && <Link to="/ucenter?view=work">全部 {count(totalOf(work).count)} 件</Link>}</h2>
      {tasks.length === 0 && <p className="quiet">没有等您本人处理的事。</p>}
      <ul className="endings">
        {tasks.map(({ path, step, subject, no, document, since, due, pressure }) => (
          <li key={path}>
            <Link to={path} aria-label={`${step} ${subject} ${no}`}>
              {step} {subject}
            </Link>
            <span>{document}</span>
            <b className={pressure}>
              {due === null || pressure === 'open' ? (
                <Moment at={since} label="自">
                  {lasted(now.getTime() - Date.parse(since))}
                </Moment>
              ) : (
                <Moment at={due} label="应于">
                  {dueWords(due, now).replace(/（.*/, '')}
                </Moment>
              )}
            </b>
          </li>
        ))}
      </ul>
    </section>
  )
}
