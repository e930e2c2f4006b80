import type { FormInstance } from 'antd'
import type { FieldError } from '#contract/kernel/refusals.ts'
import { CallError } from './call.ts'

const nameOf = (path: string) => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** What the server said about fields, split into errors of this form's fields and all others. */
export function fieldErrors(form: FormInstance, error: Error | null): { onFields: readonly FieldError[]; others: readonly FieldError[] } {
  if (!(error instanceof CallError)) return { onFields: [], others: [] }
  const shown = new Set(form.getFieldsError().map((field) => field.name.join('.')))
  const signer = signerField(error.code)
  const path = signer && [...shown].find(signer)
  if (path !== undefined) return { onFields: [{ path, message: error.message }], others: error.errors }
  const onFields = error.errors.filter((one) => shown.has(one.path))
  // What the refusal itself says to do stands above what it says of the field.
  const says =
    error.code === 'invalid_input' ? [] : onFields.slice(0, 1).map(({ path: first }) => ({ path: first, message: error.message }))
  return { onFields: [...says, ...onFields], others: error.errors.filter((one) => !shown.has(one.path)) }
}

/** The field of a signature that a refusal is about: the server knows whose signature it refused, and not what the form calls it. */
function signerField(code: CallError['code']): ((path: string) => boolean) | undefined {
  if (code === 'wrong_password') return (path) => path.endsWith('signature.password')
  // A second person's name or password: the password is what they typed last and type again.
  if (code === 'signer_unknown') return (path) => path.endsWith('.password') && !path.endsWith('signature.password')
  return code === 'signer_lacks_duty' || code === 'same_person' ? (path) => path.endsWith('.userName') : undefined
}

/** Puts the server's sentences on the form's fields and moves to the first one. */
export function showOnFields(form: FormInstance, errors: readonly FieldError[]) {
  const byField = Map.groupBy(errors, ({ path }) => path)
  form.setFields([...byField].map(([path, said]) => ({ name: nameOf(path), errors: [...new Set(said.map(({ message }) => message))] })))
  if (errors[0]) form.scrollToField(nameOf(errors[0].path), { focus: true, block: 'center' })
}
