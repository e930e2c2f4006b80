import type { CorrectionRecord } from '#contract/cases/correction.ts'
import { correctionFields, packagingFields } from '#contract/cases/correction-fields.ts'
import { lossKinds } from '#contract/making/production.ts'
import { dateTime } from '#web/lib/format.ts'

const isInstant = (text: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
const lossNames: Record<string, string> = lossKinds

/** What a correctable value is called. */
export const nameOfField = (field: string, record: CorrectionRecord) =>
  (record === 'packaging' ? packagingFields[field] : undefined) ?? correctionFields[field] ?? field

/** A value of a correction for the eye: times in the factory's zone, losses and parameters in words. */
export function shownValue(text: string | null): string {
  if (text === null || text === '') return '—'
  if (isInstant(text)) return dateTime(text)
  if (!text.startsWith('[')) return text
  const parts: {
    kind?: string
    quantity?: string
    code?: string
    name?: string
    value?: string
    runNo?: string
    first?: number
    last?: number
  }[] = JSON.parse(text)
  const words = parts.map(({ kind, quantity, code, name, value, runNo, first, last }) =>
    runNo !== undefined
      ? `${runNo} 第${first}–${last}号`
      : kind === undefined
        ? `${name ?? code} ${value}`
        : `${lossNames[kind] ?? kind} ${quantity} kg`,
  )
  return words.join('，') || '—'
}
