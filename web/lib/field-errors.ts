import type { FormInstance } from 'antd'
import type { FieldError } from '#contract/kernel/refusals.ts'
import { CallError } from './call.ts'

const nameOf = (path: string) => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** What the server said about fields, split into errors of this form's fields and all others. */
export function fieldErrors(form: FormInstance, error: Error | null): { onFields: readonly FieldError[]; others: readonly FieldError[] } {
  if (!(error instanceof CallError)) return { onFields: [], others: [] }
  const shown = new Set(form.getFieldsError().map((field) => field.name.join('.')))
  return { onFields: error.errors.filter((one) => shown.has(one.path)), others: error.errors.filter((one) => !shown.has(one.path)) }
}

/** Puts the server's sentences on the form's fields and moves to the first one. */
export function showOnFields(form: FormInstance, errors: readonly FieldError[]) {
  form.setFields(errors.map((one) => ({ name: nameOf(one.path), errors: [one.message] })))
  if (errors[0]) form.scrollToField(nameOf(errors[0].path), { focus: true, block: 'center' })
}
