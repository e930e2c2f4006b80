import { duties } from '#contract/kernel/duties.ts'
import { differenceOf } from '#contract/people/role.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { conflictsOf } from '#contract/kernel/separation.ts'
import { nameOfRight } from '#web/parts/right-names.ts'

/** What saving would change: rights given, rights taken, rights the person loses themselves, and separations of duty of which the role would hold both sides. */
export function RoleDifference({ before, after, lost }: { before: readonly string[]; after: readonly string[]; lost: readonly string[] }) {
  const { added, taken } = differenceOf(before, after)
  return (
    <div className="role-difference">
      <Names title={`增加 ${added.length} 项`} rights={added} />
      <Names title={`去掉 ${taken.length} 项`} rights={taken} />
      {added.length + taken.length === 0 && <p>权限没有变化。</p>}
      {lost.length > 0 && (
        <>
          <strong className="broken">您自己将失去其中 {lost.length} 项，保存后立即生效，可能需要别的管理员才能恢复。</strong>
          <Names title="您将失去" rights={lost} />
        </>
      )}
      <Conflicts rights={after} />
    </div>
  )
}

function Names({ title, rights }: { title: string; rights: readonly string[] }) {
  if (rights.length === 0) return null
  return (
    <>
      <strong>{title}</strong>
      <ul>
        {rights.map((right) => (
          <li key={right}>{nameOfRight(right)}</li>
        ))}
      </ul>
    </>
  )
}

/** The separations of duty of which a person with these rights holds both sides. */
export function Conflicts({ rights }: { rights: readonly string[] }) {
  const both = conflictsOf(rights)
  if (both.length === 0) return null
  return (
    <>
      <strong>含 {both.length} 组应由两人分担的职责（可以保存；同一批次或单据上，系统仍要求另一人）</strong>
      <ul>
        {both.map(({ duties: [one, other], refusal }) => (
          <li key={`${one} ${other}`}>
            {duties[one]} / {duties[other]}：<span className="quiet">{refusals[refusal]}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
