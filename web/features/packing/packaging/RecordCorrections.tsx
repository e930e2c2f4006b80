import { fieldNames } from '#contract/office/field-names.ts'
import type { PackagingDetail } from '#contract/packing/packaging.ts'

/** What was corrected in a packaging record: the old value struck through, the new one beside it, on the screen and on paper. */
export function RecordCorrections({ of: corrections }: { of: NonNullable<PackagingDetail['record']>['corrections'] }) {
  return corrections.map(({ correctionNo, field, old, new: is }) => (
    <p key={correctionNo + field}>
      更正 {correctionNo}：{fieldNames[field] ?? field} <del>{old === '' ? '（空）' : old}</del> {is}
    </p>
  ))
}
