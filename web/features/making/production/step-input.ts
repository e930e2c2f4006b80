import type { z } from 'zod'
import type { productionApi } from '#contract/making/production-api.ts'
import type { ProductionRecord } from '#contract/making/production-record.ts'

export type Bins = z.output<typeof productionApi.bins.output>

/** What every dialog of the page is given. */
export type StepInput = { record: ProductionRecord; bins: Bins; onClose: () => void }

/** How a dialog names the batch it is about. */
export const nameOf = ({ productName, batchNo, orderNo }: ProductionRecord) => `${productName} ${batchNo ?? orderNo}`
