import type { CorrectionRow } from '#contract/cases/correction.ts'
import { nameOfField, shownValue } from './show-values.ts'

/** Codes that were scanned for a correction have no earlier value. */
const isAdded = (field: string, record: CorrectionRow['record']) => record === 'shipment' && field !== 'lines'

/** What a correction asks for: the old value struck through, the new one beside it. */
export function ChangedValues({ of: { asked, record } }: { of: Pick<CorrectionRow, 'asked' | 'record'> }) {
  return (
    <ul className="plain list-changes">
      {asked.map(({ field, old, new: is }) => (
        <li key={field}>
          {nameOfField(field, record)}：{isAdded(field, record) || <del>{shownValue(field, old, record)}</del>}{' '}
          {shownValue(field, is, record)}
        </li>
      ))}
    </ul>
  )
}
