import { CalendarOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import { dateTime } from '#web/lib/format.ts'
import { typedDay, typedInstant } from '#web/lib/typed-day.ts'

type Field = { value?: string; onChange?: (value: string) => void; id?: string; disabled?: boolean; 'aria-label'?: string }

/**
 * A calendar day, typed the way people type it and kept as YYYY-MM-DD. When the field is left, a text that is no day is passed
 * on as typed, and the server refuses it. The button opens the browser's own calendar.
 */
export function DayInput({
  value = '',
  onChange,
  min = '1990-01-01',
  max = '2199-12-31',
  ...rest
}: Field & { min?: string; max?: string }) {
  const typing = useTyping(value, onChange, typedDay, (day) => day)
  return (
    <Input
      {...rest}
      {...typing}
      inputMode="numeric"
      autoComplete="off"
      placeholder="YYYY-MM-DD"
      maxLength={20}
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

/** An instant in the factory's time, typed as `YYYY-MM-DD HH:mm`; the value is ISO 8601 with its zone. */
export function InstantInput({ value = '', onChange, ...rest }: Field) {
  const typing = useTyping(value, onChange, typedInstant, shownInstant)
  return (
    <Input
      {...rest}
      {...typing}
      inputMode="numeric"
      autoComplete="off"
      placeholder="YYYY-MM-DD HH:mm"
      maxLength={25}
      suffix={
        <Picker
          type="datetime-local"
          label="从日历选择时间"
          value={typedInstant(shownInstant(value)) ? shownInstant(value).replace(' ', 'T') : ''}
          disabled={rest.disabled}
          onPick={(local) => onChange?.(typedInstant(local) ?? local)}
        />
      }
    />
  )
}

const shownInstant = (value: string) => (/^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(value) ? dateTime(value) : value)

/** The text being typed. `onChange` gets whole values only; leaving the field or Enter settles the value. */
function useTyping(
  value: string,
  onChange: Field['onChange'],
  parse: (typed: string) => string | undefined,
  show: (value: string) => string,
) {
  const [typed, setTyped] = useState(show(value))
  const [known, setKnown] = useState(value)
  // Changed from outside: a reset, the calendar, a draft.
  if (value !== known) {
    setKnown(value)
    setTyped(show(value))
  }
  const report = (next: string) => {
    setKnown(next)
    if (next !== value) onChange?.(next)
  }
  const settle = () => {
    const next = parse(typed) ?? typed
    setTyped(show(next))
    report(next)
  }
  return {
    value: typed,
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value)
      const whole = event.target.value === '' ? '' : parse(event.target.value)
      if (whole !== undefined) report(whole)
    },
    onBlur: settle,
    onPressEnter: settle,
  }
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
