import type { CorrectionRecord } from '#contract/cases/correction.ts'
import { correctionFields, packagingFields, shipmentFields } from '#contract/cases/correction-fields.ts'
import { lossKinds } from '#contract/making/production.ts'
import { fieldNames } from '#contract/office/field-names.ts'
import { receiptDoubts } from '#contract/supply/purchase.ts'
import { dateTime, kg } from '#web/lib/format.ts'

const isInstant = (text: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
const lossNames: Record<string, string> = lossKinds
const doubtNames: Record<string, string> = receiptDoubts

/** What a correctable value, or a column that follows one, is called. */
export const nameOfField = (field: string, record: CorrectionRecord | undefined) =>
  (record === 'packaging' ? packagingFields[field] : record === 'shipment' ? shipmentFields[field] : undefined) ??
  correctionFields[field] ??
  fieldNames[field] ??
  field

/** A part of a list: a doubt by its name or a code, a loss, a parameter, a range of labels, or the packs of a lot. */
type Part =
  | string
  | { kind: string; quantity: string }
  | { code: string; name?: string; value: string }
  | { runNo: string; first: number; last: number }
  | { lotNo: string; packs: number }

function shownPart(part: Part): string {
  if (typeof part === 'string') return doubtNames[part] ?? part
  if ('runNo' in part) return `${part.runNo} 第${part.first}–${part.last}号`
  if ('lotNo' in part) return `${part.lotNo} × ${part.packs}`
  return 'kind' in part ? `${lossNames[part.kind] ?? part.kind} ${kg(part.quantity)} kg` : `${part.name ?? part.code} ${part.value}`
}

/** A value of a correction for the eye: masses to the gram, times in the factory's zone, losses, parameters and doubts in words. */
export function shownValue(field: string, text: string | null, record?: CorrectionRecord): string {
  if (text === null || text === '') return '（空）'
  if (nameOfField(field, record).includes('kg')) return kg(text)
  if (isInstant(text)) return dateTime(text)
  if (!text.startsWith('[')) return text
  const parts: Part[] = JSON.parse(text)
  return parts.map(shownPart).join('，') || '（空）'
}
