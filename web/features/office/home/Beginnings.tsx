import { Link } from 'react-router'
import type { Beginning } from '#contract/office/dashboard.ts'

/** 先做什么: what a factory needs before its first lot, in order; what exists already is ticked. */
export function Beginnings({ steps }: { steps: readonly Beginning[] }) {
  return (
    <section className="beginnings" aria-labelledby="beginnings-heading">
      <h2 id="beginnings-heading">还没有批次，先把这些准备好</h2>
      <ol>
        {steps.map(({ title, why, done, path }) => (
          <li key={title} className={done ? 'done' : undefined}>
            {path ? <Link to={path}>{title}</Link> : <span>{title}</span>}
            <span className="quiet">{why}</span>
            <span>{done ? '已有' : path ? '待办' : '由有权限的同事办理'}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
