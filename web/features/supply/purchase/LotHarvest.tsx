import type { ReceiptLot } from '#contract/supply/receipt.ts'
import { Corrected } from '#web/parts/Corrected.tsx'

/** 采收 of a lot, from one day to another, each with what it was before it was corrected. */
export function LotHarvest({ lot: { harvestFrom, harvestTo, corrections } }: { lot: ReceiptLot }) {
  if (harvestFrom === null) return null
  return (
    <>
      <Corrected by={corrections} field="harvest_from">
        <span className="unbroken">{harvestFrom} 至</span>
      </Corrected>{' '}
      <Corrected by={corrections} field="harvest_to">
        <span className="unbroken">{harvestTo}</span>
      </Corrected>
    </>
  )
}
