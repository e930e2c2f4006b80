import type { RawStockRow } from '#contract/warehouse/stock.ts'
import { isCounted } from '#contract/warehouse/unit.ts'

/** Whether a lot of counted packaging material is to be looked at now: it came, or its retest day has come. */
export const isToAccept = ({ unit, state, daysToRetest }: Pick<RawStockRow, 'unit' | 'state' | 'daysToRetest'>): boolean =>
  isCounted(unit) && (state === 'quarantine' || state === 'retest_due' || (state === 'released' && (daysToRetest ?? 1) <= 0))
