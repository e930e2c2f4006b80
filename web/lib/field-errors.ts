import type { FormInstance } from 'antd'
import type { FieldError } from '../../contract/refusals.ts'
import { CallError } from './call.ts'

const nameOf = (path: string) => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** Puts what the server said about fields on those fields, moves to the first one, and returns what no field could take. */
export function putFieldErrors(form: FormInstance, error: Error | null): readonly FieldError[] {
  if (!(error instanceof CallError) || error.errors.length === 0) return []
  const shown = new Set(form.getFieldsError().map((field) => field.name.join('.')))
  const mine = error.errors.filter((one) => shown.has(one.path))
  form.setFields(mine.map((one) => ({ name: nameOf(one.path), errors: [one.message] })))
  if (mine[0]) form.scrollToField(nameOf(mine[0].path), { focus: true, block: 'center' })
  return error.errors.filter((one) => !shown.has(one.path))
}
