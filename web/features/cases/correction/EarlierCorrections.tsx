import type { CorrectionRecord, CorrectionSubject } from '#contract/cases/correction.ts'
import { differingParts, nameOfField, shownValue } from './show-values.ts'

/** What was corrected before, correction by correction. */
export function EarlierCorrections({
  subject: { earlier, unit },
  record,
}: {
  subject: Pick<CorrectionSubject, 'earlier' | 'unit'>
  record: CorrectionRecord
}) {
  const numbers = [...new Set(earlier.map(({ correctionNo }) => correctionNo))]
  if (numbers.length === 0) return null
  return (
    <ul className="plain quiet earlier-corrections" aria-label="已更正过">
      {numbers.map((correctionNo) => (
        <li key={correctionNo}>
          已更正 {correctionNo}：
          {earlier
            .filter((one) => one.correctionNo === correctionNo && !followsAlong.includes(one.field))
            .map(({ field, ...values }) => {
              const [old, is] = differingParts(field, values.old, values.new)
              return `${nameOfField(field, record, unit)} ${shownValue(field, old, record, unit)} → ${shownValue(field, is, record, unit)}`
            })
            .join('；')}
        </li>
      ))}
    </ul>
  )
}

/** Columns that follow another one that was corrected. */
const followsAlong = ['line_net', 'county_code', 'doubts', 'doubt_reason']
