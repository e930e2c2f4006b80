import type { FormInstance } from 'antd'
import type { FieldError } from '#contract/kernel/refusals.ts'
import { CallError } from './call.ts'

const nameOf = (path: string) => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** What the server said about fields, split into errors of this form's fields and all others. */
export function fieldErrors(form: FormInstance, error: Error | null): { onFields: readonly FieldError[]; others: readonly FieldError[] } {
  if (!(error instanceof CallError)) return { onFields: [], others: [] }
  const shown = new Set(form.getFieldsError().map((field) => field.name.join('.')))
  const signer = signerField(error.code)
  const path = signer && [...shown].find((name) => name.endsWith(signer))
  if (path !== undefined) return { onFields: [{ path, message: error.message }], others: error.errors }
  return { onFields: error.errors.filter((one) => shown.has(one.path)), others: error.errors.filter((one) => !shown.has(one.path)) }
}

/** The field of a signature that a refusal is about: the server knows whose signature it refused, and not what the form calls it. */
function signerField(code: CallError['code']): string | undefined {
  if (code === 'wrong_password') return 'signature.password'
  return code === 'signer_unknown' || code === 'signer_lacks_duty' || code === 'same_person' ? '.userName' : undefined
}

/** Puts the server's sentences on the form's fields and moves to the first one. */
export function showOnFields(form: FormInstance, errors: readonly FieldError[]) {
  form.setFields(errors.map((one) => ({ name: nameOf(one.path), errors: [one.message] })))
  if (errors[0]) form.scrollToField(nameOf(errors[0].path), { focus: true, block: 'center' })
}
