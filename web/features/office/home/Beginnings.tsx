import { Link } from 'react-router'
import { beginningStages, type Beginning } from '#contract/office/dashboard.ts'
import { keysOf } from '#contract/kernel/key-of.ts'

/** 第一天: what a factory needs, in the order in which one thing needs the other. What is there ticks itself off; what comes next is the one button. */
export function Beginnings({ steps }: { steps: readonly Beginning[] }) {
  const open = steps.filter(({ done }) => !done)
  const next = open.find(({ path }) => path !== null)
  return (
    <section className="card beginnings" aria-labelledby="beginnings-heading">
      <h2 id="beginnings-heading">
        {open.length === 0 ? '都备齐了' : '开始使用'}
        <small>
          {steps.length} 项中已备好 {steps.length - open.length} 项
        </small>
      </h2>
      {open.length === 0 && (
        <p>
          第一批货到厂后，在<Link to="/yuanliao-caigou">原料采购</Link>办理到货验收。
        </p>
      )}
      <div className="beginning-stages">
        {keysOf(beginningStages).map((stage) => (
          <section key={stage} aria-label={beginningStages[stage]}>
            <h3>{beginningStages[stage]}</h3>
            <ol>
              {steps
                .filter((step) => step.stage === stage)
                .map((step) => (
                  <Line key={step.title} step={step} isNext={step === next} />
                ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  )
}

function Line({ step: { title, why, done, path, how }, isNext }: { step: Beginning; isNext: boolean }) {
  return (
    <li className={done ? 'done' : isNext ? 'next' : undefined}>
      <span className="beginning-sign" aria-hidden="true">
        {done && '✓'}
      </span>
      <span className="beginning-title">
        {path === null ? <span>{title}</span> : <Link to={path}>{title}</Link>}
        {done && <span className="beginning-state">已有</span>}
        {!done && path === null && how === null && <span className="beginning-state">由有权限的同事办理</span>}
      </span>
      {!done && <span className="beginning-why">{how === null ? why : `${why}。${how}`}</span>}
      {isNext && path !== null && (
        <Link className="task-go primary" to={path} aria-label={`下一步：${title}`}>
          下一步
        </Link>
      )}
    </li>
  )
}
