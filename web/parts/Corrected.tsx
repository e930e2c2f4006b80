import type { ReactNode } from 'react'
import type { CorrectedValue } from '#contract/cases/corrected-value.ts'

/** A value of a record with what it was before each correction, struck through, on the screen and on paper. */
export function Corrected({
  by,
  field,
  show = (text) => text,
  children,
}: {
  by: readonly CorrectedValue[]
  /** The column of the record, as the corrections name it. */
  field: string
  show?: (text: string) => ReactNode
  children: ReactNode
}) {
  const earlier = by.filter((one) => one.field === field)
  if (earlier.length === 0) return children
  return (
    <EarlierValues
      was={earlier.map(({ correctionNo, old }) => ({ correctionNo, text: old === null || old === '' ? '（空）' : show(old) }))}
    >
      {children}
    </EarlierValues>
  )
}

/** What a value was, oldest first, each struck through; then what it is, and the numbers of the corrections. */
export function EarlierValues({ was, children }: { was: readonly { correctionNo: string; text: ReactNode }[]; children: ReactNode }) {
  return (
    <span className="put-right">
      {was.map(({ correctionNo, text }) => (
        <span key={correctionNo}>
          <del title={`更正 ${correctionNo}`}>{text}</del>{' '}
        </span>
      ))}
      {children}
      {was.map(({ correctionNo }) => (
        <span key={correctionNo}>
          {' '}
          <small className="quiet unbroken">{correctionNo}</small>
        </span>
      ))}
    </span>
  )
}
