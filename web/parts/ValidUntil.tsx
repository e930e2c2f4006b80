import { validityLooks, validityOf } from '#contract/supply/licence.ts'
import { today } from '#web/lib/format.ts'

/** The last day on which something holds, marked when it is near or past; `none` is shown where there is no end. */
export function ValidUntil({ day, none = '长期' }: { day: string | null; none?: string }) {
  if (day === null) return none
  const near = validityOf(day, today())
  if (near === 'good') return <span className="unbroken">{day}</span>
  const { label, tone } = validityLooks[near]
  return (
    <span className="tags">
      <span className="unbroken">{day}</span>
      <span className={`tag tag-${tone}`}>{label}</span>
    </span>
  )
}
