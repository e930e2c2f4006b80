import type { CorrectionRecord } from '#contract/cases/correction.ts'
import { correctionFields, packagingFields, samplingFields, shipmentFields } from '#contract/cases/correction-fields.ts'
import { lossKinds } from '#contract/making/production.ts'
import { fieldNames } from '#contract/office/field-names.ts'
import { receiptDoubts } from '#contract/supply/purchase.ts'
import { isCounted, type MaterialUnit } from '#contract/warehouse/unit.ts'
import { dateTime, figure, kg } from '#web/lib/format.ts'

const isInstant = (text: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
const lossNames: Record<string, string> = lossKinds
const doubtNames: Record<string, string> = receiptDoubts

/** What a correctable value, or a column that follows one, is called; of what is counted in its own unit. */
export function nameOfField(field: string, record: CorrectionRecord | undefined, unit: MaterialUnit = 'kg'): string {
  if (isCounted(unit) && (field === 'gross' || field === 'net')) return `数量 (${unit})`
  const name = (record === undefined ? undefined : ownFields[record]?.[field]) ?? correctionFields[field] ?? fieldNames[field] ?? field
  return isCounted(unit) ? name.replace('kg', unit) : name
}

/** The records in which a word means another thing than elsewhere. */
const ownFields: Partial<Record<CorrectionRecord, Record<string, string>>> = {
  packaging: packagingFields,
  shipment: shipmentFields,
  sampling: samplingFields,
}

/** A part of a list: a doubt by its name or a code, a loss, a parameter, a range of labels, a container, what came back or the packs of a lot. */
type Part =
  | string
  | { kind: string; quantity: string }
  | { code: string; name?: string; value: string }
  | { runNo: string; first: number; last: number }
  | { lotNo: string; gross: string; tare: string; net: string; piece?: number }
  | { lotNo: string; quantity: string }
  | { lotNo: string; packs: number }

const pieceText = ({ piece, lotNo }: { piece?: number; lotNo: string }) => (piece === undefined ? lotNo : `第${piece}件 ${lotNo}`)

function shownPart(part: Part): string {
  if (typeof part === 'string') return doubtNames[part] ?? part
  if ('runNo' in part) return `${part.runNo} 第${part.first}–${part.last}号`
  if ('net' in part) return `${pieceText(part)} 毛重 ${kg(part.gross)}、皮重 ${kg(part.tare)}、净重 ${kg(part.net)} kg`
  if ('lotNo' in part) return `${part.lotNo} ${'packs' in part ? `× ${part.packs}` : `${kg(part.quantity)} kg`}`
  return 'kind' in part ? `${lossNames[part.kind] ?? part.kind} ${kg(part.quantity)} kg` : `${part.name ?? part.code} ${part.value}`
}

/** A value of a correction for the eye: masses to the gram, times in the factory's zone, losses, parameters and doubts in words. */
export function shownValue(field: string, text: string | null, record?: CorrectionRecord, unit: MaterialUnit = 'kg'): string {
  if (text === null || text === '') return '（空）'
  if (isCounted(unit) && nameOfField(field, record, unit).includes(`(${unit})`)) return figure(text, unit)
  if (nameOfField(field, record).includes('kg')) return kg(text)
  if (isInstant(text)) return dateTime(text)
  if (!text.startsWith('[')) return text
  const parts: Part[] = JSON.parse(text)
  return parts.map(shownPart).join('，') || '（空）'
}

/** The parts of two lists that are not the same in both, each with its place; what is no list of containers stays as it is. */
export function differingParts(field: string, old: string | null, is: string | null): [old: string | null, is: string | null] {
  if (field !== 'weighings' || old === null || is === null) return [old, is]
  const [before, after]: object[][] = [JSON.parse(old), JSON.parse(is)]
  const numbered = (parts: object[] = []) => parts.map((part, index) => ({ piece: index + 1, ...part }))
  const differs = (_: object, index: number) => JSON.stringify(before?.[index]) !== JSON.stringify(after?.[index])
  return [JSON.stringify(numbered(before).filter(differs)), JSON.stringify(numbered(after).filter(differs))]
}
