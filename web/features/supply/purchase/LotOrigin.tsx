import type { ReceiptLot } from '#contract/supply/receipt.ts'
import { EarlierValues } from '#web/parts/Corrected.tsx'

const parts = ['province', 'city', 'county', 'town', 'village']

/** 产地 of a lot with what each correction struck out of it. Town and village, which the line leaves out, are shown once they were corrected. */
export function LotOrigin({ lot }: { lot: Pick<ReceiptLot, 'originText' | 'corrections'> }) {
  const changes = lot.corrections.filter(({ field }) => parts.includes(field))
  if (changes.length === 0) return lot.originText
  const inOrder = (correctionNo: string) =>
    parts.flatMap((part) => changes.find((one) => one.correctionNo === correctionNo && one.field === part)?.old ?? [])
  const nowIn = (part: string) => changes.findLast(({ field }) => field === part)?.new ?? ''
  return (
    <EarlierValues
      was={[...new Set(changes.map(({ correctionNo }) => correctionNo))].map((correctionNo) => ({
        correctionNo,
        text: inOrder(correctionNo).join('') || '（空）',
      }))}
    >
      {lot.originText}
      {nowIn('town')}
      {nowIn('village')}
    </EarlierValues>
  )
}
