import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import { CallError } from '#web/lib/call.ts'
import { fieldErrors, showOnFields } from '#web/lib/field-errors.ts'
import { CallFailure } from './CallFailure.tsx'

/** Shows a refused submit once: on the fields it names, else above the form. */
export function FormFailure({ form, error }: { form: FormInstance; error: Error | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { mine } = fieldErrors(form, error)
    showOnFields(form, mine)
    // In a long form the button is far from the refusal above it.
    if (mine.length === 0) box.current?.scrollIntoView({ block: 'center' })
  }, [form, error])
  if (error === null) return null
  const { mine, rest } = fieldErrors(form, error)
  const allOnFields = error instanceof CallError && error.code === 'invalid_input' && mine.length > 0 && rest.length === 0
  if (allOnFields) return null
  return (
    <div ref={box} className="form-failure">
      <CallFailure error={error} onRetry={undefined} />
      {rest.length > 0 && (
        <ul>
          {rest.map((one) => (
            <li key={one.path + one.message}>{one.message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
