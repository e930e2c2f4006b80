import { CalendarOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useRef } from 'react'
import { dateTime } from '../lib/format.ts'
import { typedDay, typedInstant } from '../lib/typed-day.ts'

type Field = { value?: string; onChange?: (value: string) => void; id?: string; disabled?: boolean; 'aria-label'?: string }

/**
 * A calendar day, typed the way people type it and kept as YYYY-MM-DD; what is no day stays as typed, for the field to
 * complain. The browser's own calendar opens from the button.
 */
export function DayInput({
  value = '',
  onChange,
  min = '1990-01-01',
  max = '2199-12-31',
  ...rest
}: Field & { min?: string; max?: string }) {
  const tidy = () => onChange?.(typedDay(value) ?? value)
  return (
    <Input
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder="YYYY-MM-DD"
      maxLength={20}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={tidy}
      onPressEnter={tidy}
      suffix={
        <Picker
          type="date"
          label="从日历选择"
          min={min}
          max={max}
          value={typedDay(value) ?? ''}
          disabled={rest.disabled}
          onPick={(day) => onChange?.(day)}
        />
      }
    />
  )
}

/** An instant in the factory's time, typed as `YYYY-MM-DD HH:mm` and kept as ISO 8601 with its zone. */
export function InstantInput({ value = '', onChange, ...rest }: Field) {
  const isInstant = /^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(value)
  const shown = isInstant ? dateTime(value) : value
  const tidy = () => onChange?.(typedInstant(shown) ?? value)
  return (
    <Input
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder="YYYY-MM-DD HH:mm"
      maxLength={25}
      value={shown}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={tidy}
      onPressEnter={tidy}
      suffix={
        <Picker
          type="datetime-local"
          label="从日历选择时间"
          value={isInstant ? shown.replace(' ', 'T') : ''}
          disabled={rest.disabled}
          onPick={(local) => onChange?.(typedInstant(local) ?? local)}
        />
      }
    />
  )
}

/** The browser shows its own date fields in the order of its own language; only its calendar is used, not its field. */
function Picker({
  type,
  label,
  min,
  max,
  value,
  disabled,
  onPick,
}: {
  type: 'date' | 'datetime-local'
  label: string
  min?: string
  max?: string
  value: string
  disabled: boolean | undefined
  onPick: (value: string) => void
}) {
  const native = useRef<HTMLInputElement>(null)
  return (
    <span className="picker">
      <input
        ref={native}
        type={type}
        tabIndex={-1}
        aria-hidden="true"
        min={min}
        max={max}
        value={value}
        onChange={(event) => event.target.value && onPick(event.target.value)}
      />
      <button type="button" aria-label={label} disabled={disabled} onClick={() => native.current?.showPicker()}>
        <CalendarOutlined />
      </button>
    </span>
  )
}
