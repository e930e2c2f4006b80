import { CallError } from './call.ts'

/** What went wrong, for a place without fields: where the input was wrong, what to do about it is said by its fields alone. */
export function failureText(error: Error): string {
  if (!(error instanceof CallError)) return '页面出了问题，请刷新后重试'
  const told = error.code === 'invalid_input' ? error.errors.map(({ message }) => message) : []
  return told.length === 0 ? error.message : [...new Set(told)].join('；')
}
