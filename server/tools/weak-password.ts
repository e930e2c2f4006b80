import { Refusal } from '#contract/kernel/refusals.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Refuses a new password that is among the first to be tried, or that holds the user name; `path` is its field. */
export function refuseWeakPassword(password: string, userName: string, path: string): void {
  if (isCommonPassword(password) || password.toLowerCase().includes(userName))
    throw new Refusal('weak_password', [{ path, message: '请换一个更难猜的口令' }])
}
