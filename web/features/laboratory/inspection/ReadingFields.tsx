import { Input } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import { calculate, type Formula, type Readings } from '#contract/laboratory/formula.ts'
import { asTyped, benchCell, goOn } from './go-on.ts'
import './inspection.css'

/**
 * The readings of an item with a formula, one column for each parallel, as on the paper form; below them the value, calculated as it is typed by the
 * server's own function.
 */
export function ReadingFields({
  label,
  formula,
  limit,
  unit,
  parallels,
  moisture,
  kept = 0,
  wrong = new Set(),
  value = [],
  onScan,
  onChange = () => {},
}: {
  /** What is measured, for those who hear the page. */
  label: string
  formula: Formula
  limit: string
  unit: string
  parallels: number
  /** The moisture that is taken off: undefined where it is needed and missing, null where none is taken off. */
  moisture: string | null | undefined
  /** So many parallels are saved and only read. */
  kept?: number
  /** The fields of which the server said something: `0.dish`. */
  wrong?: ReadonlySet<string>
  value?: readonly Readings[]
  /** Takes the number of an instrument that was scanned into a reading; says whether it was one. */
  onScan?: (text: string) => boolean
  onChange?: (value: Readings[]) => void
}) {
  const columns = Array.from({ length: Math.max(parallels, value.length) }, (_, at) => value[at] ?? {})
  const names = keysOf(formula.readings)
  const values = columns.map((one) => calculate(formula, one, moisture ?? null, limit))
  const isFilled = (one: Readings) => names.every((name) => (one[name] ?? '') !== '')
  return (
    <div className="reading-frame">
      <table className="readings">
        <thead>
          <tr>
            <th scope="col">{formula.chapter}</th>
            {columns.map((_, at) => (
              <th key={at} scope="col">
                第{at + 1}份
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const { label: title = name, letter = '', unit: of = '' } = formula.readings[name] ?? {}
            return (
              <tr key={name}>
                <th scope="row">
                  {title} {letter}
                  {of && <small className="quiet">（{of}）</small>}
                </th>
                {columns.map((one, at) => (
                  <td key={at}>
                    <Input
                      aria-label={`${label} 第${at + 1}份 ${title}${of && `（${of}）`}`}
                      {...((wrong.has(`${at}.${name}`) ||
                        (isFilled(one) && values[at]?.errors.some((error) => error.reading === name))) && {
                        status: 'error' as const,
                        'aria-invalid': true as const,
                      })}
                      disabled={at < kept}
                      inputMode="decimal"
                      autoComplete="off"
                      maxLength={16}
                      value={one[name] ?? ''}
                      {...benchCell}
                      onPressEnter={(event) => {
                        event.preventDefault()
                        if (event.ctrlKey) return
                        if (onScan?.(one[name] ?? '')) onChange(columns.with(at, { ...one, [name]: '' }))
                        else goOn(event.currentTarget)
                      }}
                      onChange={(event) => onChange(columns.with(at, { ...one, [name]: asTyped(event.target.value, of) }))}
                    />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr aria-live="polite">
            <th scope="row">{moisture === null ? '计算值' : `计算值（水分 ${moisture === undefined ? '未录入' : `${moisture}%`}）`}</th>
            {columns.map((one, at) => (
              <td key={at}>
                {moisture !== undefined && isFilled(one) && values[at]?.value !== undefined ? `${values[at].value}${unit}` : '—'}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <small className="quiet reading-sentence">{formula.sentence}</small>
      {columns.map((one, at) =>
        isFilled(one) && moisture !== undefined
          ? values[at]?.errors.map(({ reading, message }) => (
              <p key={`${at}${reading}${message}`} className="reading-error" role="alert">
                第{at + 1}份：{message}
              </p>
            ))
          : null,
      )}
    </div>
  )
}
