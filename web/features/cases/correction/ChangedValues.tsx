import type { CorrectionRow } from '#contract/cases/correction.ts'
import { isCounted } from '#contract/warehouse/unit.ts'
import { nameOfField, shownValue } from './show-values.ts'

/** Codes that were scanned for a correction have no earlier value. */
const isAdded = (field: string, record: CorrectionRow['record']) => record === 'shipment' && field !== 'lines'

/** Of what is counted, the count is what was weighed as well. */
const shownOnce = (asked: CorrectionRow['asked'], unit: CorrectionRow['unit']) =>
  isCounted(unit) ? asked.filter(({ field }) => field !== 'gross') : asked

/** What a correction asks for: the old value struck through, the new one beside it. */
export function ChangedValues({ of: { asked, record, unit } }: { of: Pick<CorrectionRow, 'asked' | 'record' | 'unit'> }) {
  return (
    <ul className="plain list-changes">
      {shownOnce(asked, unit).map(({ field, old, new: is }) => (
        <li key={field}>
          {nameOfField(field, record, unit)}：{isAdded(field, record) || <del>{shownValue(field, old, record, unit)}</del>}{' '}
          {shownValue(field, is, record, unit)}
        </li>
      ))}
    </ul>
  )
}
