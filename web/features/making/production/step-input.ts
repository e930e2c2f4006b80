import type { z } from 'zod'
import { only } from '#contract/kernel/certain.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { ProductionRecord } from '#contract/making/production-record.ts'

/** A step as the order's process version sets it. */
export const processStepOf = ({ process }: ProductionRecord, no: number) => only(process.steps.filter((step) => step.no === no))

type Bins = z.output<typeof productionApi.bins.output>

type Usual = z.output<typeof productionApi.usual.output>

/** What every dialog of the page gets. */
export type StepInput = { record: ProductionRecord; bins: Bins; usual: Usual; onClose: () => void }

/** How a dialog names the batch it is about. */
export const nameOf = ({ productName, batchNo, orderNo }: ProductionRecord) => `${productName} ${batchNo ?? orderNo}`
