import type { CorrectionRow } from '#contract/cases/correction.ts'
import { nameOfField, shownValue } from './show-values.ts'

/** What a correction asks for: the old value struck through, the new one beside it. */
export function ChangedValues({ of: changes }: { of: CorrectionRow['asked'] }) {
  return (
    <ul className="plain list-changes">
      {changes.map(({ field, old, new: is }) => (
        <li key={field}>
          {nameOfField(field)}：<del>{shownValue(field, old)}</del> {shownValue(field, is)}
        </li>
      ))}
    </ul>
  )
}
