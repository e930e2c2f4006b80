import { releaseChecks, type ReleaseCheckLine } from '#contract/release/pack-lot.ts'

const answers = {
  true: { tone: 'good', label: '通过' },
  false: { tone: 'bad', label: '未通过' },
  null: { tone: 'waiting', label: '待确认' },
} as const

/** 放行审核单, line by line: what the records say about each point. */
export function ReleaseChecklist({ lines }: { lines: readonly ReleaseCheckLine[] }) {
  return (
    <ul className="checks">
      {lines.map(({ item, passed, note }) => {
        const { tone, label } = answers[`${passed}`]
        return (
          <li key={item}>
            <span className={`tag tag-${tone}`}>{label}</span> {releaseChecks[item]} <small className="quiet">{note}</small>
          </li>
        )
      })}
    </ul>
  )
}
