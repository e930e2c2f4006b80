import { Link } from 'react-router'
import type { WaitingWork } from '#contract/office/work.ts'
import { count } from '#web/lib/format.ts'
import { dueWords, waited, type Pressure } from '#web/lib/waited.ts'
import { Moment } from '#web/parts/Moment.tsx'
import { tasksOf, type Task } from './tasks.ts'

const sections: readonly { pressure: Pressure; title: string }[] = [
  { pressure: 'late', title: '已逾期' },
  { pressure: 'today', title: '今天' },
  { pressure: 'open', title: '在等' },
]

/** How many tasks are named on the page; all of them are in the lists below. */
const shownAtMost = 12

/** 等我处理: one list by urgency along the trace line. The most urgent overdue task alone is loud. */
export function TaskList({ work, now }: { work: readonly WaitingWork[]; now: Date }) {
  if (work.length === 0)
    return (
      <section className="card tasks" aria-label="等我处理">
        <p className="nothing">没有等您处理的事。别人完成上一步后，单据会出现在这里。</p>
      </section>
    )
  const tasks = tasksOf(work, now).slice(0, shownAtMost)
  const loud = tasks[0]?.pressure === 'late' ? tasks[0] : undefined
  return (
    <section className="card tasks" aria-label="等我处理">
      {sections.map(({ pressure, title }) => {
        const here = tasks.filter((task) => task.pressure === pressure)
        if (here.length === 0) return null
        return (
          <div key={pressure} className={`task-section ${pressure}`}>
            <h2>
              {title}
              <b>{here.length}</b>
            </h2>
            <ul>
              {here.map((task) => (
                <TaskRow key={task.path} task={task} isLoud={task === loud} now={now} />
              ))}
            </ul>
          </div>
        )
      })}
      <KindList work={work} />
    </section>
  )
}

function TaskRow({ task, isLoud, now }: { task: Task; isLoud: boolean; now: Date }) {
  const { step, subject, no, document, state, since, due, pressure, path } = task
  return (
    <li className={`task ${pressure}${isLoud ? ' loud' : ''}`}>
      <div className="task-what">
        <span className="task-subject">{subject}</span>
        <span className="quiet">
          {no}
          {'　'}
          {document} · {state}
        </span>
      </div>
      <div className="task-when">
        <Moment at={since} label="自">
          {waited(since, now)}
        </Moment>
        {due !== null && (
          <Moment at={due} label="应于">
            {dueWords(due, now)}
          </Moment>
        )}
      </div>
      <Link className={isLoud ? 'task-go primary' : 'task-go'} to={path} aria-label={`${step} ${subject} ${no}`}>
        {step}
      </Link>
    </li>
  )
}

/** Every kind that waits, with the list of all of them; what somebody else has to do is counted apart. */
function KindList({ work }: { work: readonly WaitingWork[] }) {
  return (
    <div className="task-kinds">
      <h2>全部</h2>
      <ul aria-label="按单据">
        {work.map((kind) => (
          <li key={`${kind.document} ${kind.state} ${kind.path}`}>
            <Link to={kind.path}>
              {kind.document} · {kind.state} <strong>{count(kind.count)}</strong>
            </Link>
            {kind.others > 0 && <span className="quiet">另有 {count(kind.others)} 项须由他人办理</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
