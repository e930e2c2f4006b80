import { Refusal } from '#contract/kernel/refusals.ts'

/**
 * When something happened, as ISO text: now by the server's clock, unless a person writes it down later. Times run forward:
 * not before `earliest`, not in the future (domain §2.5).
 */
export function occurredAt(given: string | undefined, earliest: string, path: string): string {
  const now = new Date()
  if (given === undefined) return now.toISOString()
  const at = new Date(given)
  if (at > now) throw new Refusal('invalid_input', [{ path, message: '时间不能晚于现在' }])
  if (at < new Date(earliest)) throw new Refusal('invalid_input', [{ path, message: '时间不能早于上一步的时间' }])
  return at.toISOString()
}
