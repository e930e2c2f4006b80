const factoryTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** An exact decimal with grouped thousands and at least `places` decimals; digits beyond that are never hidden. */
export function decimal(value: string, places: number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  if (!match) return value
  const [, sign = '', whole = '', fraction = ''] = match
  const shown = fraction.replace(/0+$/, '').padEnd(places, '0')
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${shown && `.${shown}`}`
}

/** A mass in kg: `1,250.500`. The unit is in the column's title or is added by `kgUnit`. */
export const kg = (value: string) => decimal(value, 3)

/** A mass with its unit: `1,250.500 kg`. */
export const kgUnit = (value: string) => `${kg(value)} kg`

/** A quantity in its unit, without it: `1,250.500` kg, `5,000` pieces. */
export const figure = (value: string, unit: string) => (unit === 'kg' ? kg(value) : decimal(value, 0))

/** A quantity with its unit: `1,250.500 kg`, `5,000 个`. */
export const amount = (value: string, unit: string) => `${figure(value, unit)} ${unit}`

/** A percentage: `96.50 %`. */
export const percent = (value: string, places = 2) => `${decimal(value, places)} %`

/** The calendar day of an instant or of a day, in Asia/Shanghai: `2026-03-05`. */
export const day = (value: string) => (value.length <= 10 ? value : factoryTime.format(new Date(value)).slice(0, 10))

/** An instant to the minute, in Asia/Shanghai: `2026-03-05 14:30`. */
export const dateTime = (value: string) => factoryTime.format(new Date(value)).slice(0, 16)

/** An instant to the second, for signatures and audit. */
export const exactTime = (value: string) => factoryTime.format(new Date(value))
