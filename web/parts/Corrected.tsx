import { Fragment, type ReactNode } from 'react'
import type { CorrectedValue } from '#contract/cases/corrected-value.ts'

/** A value of a record with what it was before each correction, struck through, on the screen and on paper. */
export function Corrected({
  by,
  field,
  show = (text) => text,
  children,
}: {
  by: readonly CorrectedValue[]
  /** Columns of the record, as the corrections name them. */
  field: string | readonly string[]
  show?: (text: string) => ReactNode
  children: ReactNode
}) {
  const earlier = by.filter((one) => (typeof field === 'string' ? one.field === field : field.includes(one.field)))
  return (
    <>
      {earlier.map(({ correctionNo, field: changed, old }) => (
        <Fragment key={correctionNo + changed}>
          <del title={`更正 ${correctionNo}`}>{old === null || old === '' ? '（空）' : show(old)}</del>{' '}
        </Fragment>
      ))}
      {children}
      {earlier.length > 0 && <small className="quiet"> {[...new Set(earlier.map(({ correctionNo }) => correctionNo))].join('、')}</small>}
    </>
  )
}
