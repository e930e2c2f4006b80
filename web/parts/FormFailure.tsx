import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import { fieldErrors, showOnFields } from '#web/lib/field-errors.ts'
import { CallFailure } from './CallFailure.tsx'

/** What a form is made of, as it was read. */
export type Reading = { error: Error | null; refetch: () => Promise<unknown> }

/** What came of a form: why its submit was refused, and what could not be read for it, which can be read again here. */
export function FormFailure({ form, error, reads = [] }: { form: FormInstance; error: Error | null; reads?: readonly Reading[] }) {
  return (
    <>
      <Refused form={form} error={error} />
      <Unread reads={reads.filter((read) => read.error !== null)} />
    </>
  )
}

/** Shows a refused submit once: on the fields it names, else above the form. */
function Refused({ form, error }: { form: FormInstance; error: Error | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { onFields } = fieldErrors(form, error)
    showOnFields(form, onFields)
    // In a long form the button is far from the refusal above it.
    if (onFields.length === 0) box.current?.scrollIntoView({ block: 'center' })
  }, [form, error])
  if (error === null) return null
  const { onFields, others } = fieldErrors(form, error)
  // Beside its field, and nowhere else.
  if (onFields.length > 0 && others.length === 0) return null
  return (
    <div ref={box} className="form-failure">
      <CallFailure error={error} onRetry={undefined} />
      {others.length > 0 && (
        <ul>
          {others.map((one) => (
            <li key={one.path + one.message}>{one.message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Unread({ reads }: { reads: readonly Reading[] }) {
  const error = reads[0]?.error
  if (!error) return null
  return (
    <div className="form-failure">
      <CallFailure error={error} onRetry={() => reads.forEach((read) => void read.refetch())} />
    </div>
  )
}
