import { Input } from 'antd'

type Field = { value?: string; onChange?: (value: string) => void; id?: string; disabled?: boolean; 'aria-label'?: string }

/** A calendar day as `YYYY-MM-DD`, typed or picked with the browser's own calendar, which phones and keyboards know. */
export function DayInput({ value = '', onChange, min, max, ...rest }: Field & { min?: string; max?: string }) {
  return (
    <Input
      {...rest}
      type="date"
      min={min ?? '1990-01-01'}
      max={max ?? '2199-12-31'}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** An instant, shown and typed in the factory's time (Asia/Shanghai), kept as ISO 8601 with its zone. */
export function InstantInput({ value = '', onChange, ...rest }: Field) {
  const local = value && shanghai.format(new Date(value)).replace(' ', 'T')
  return (
    <Input
      {...rest}
      type="datetime-local"
      value={local}
      onChange={(event) => onChange?.(event.target.value && `${event.target.value}:00+08:00`)}
    />
  )
}
