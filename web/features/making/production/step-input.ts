import type { z } from 'zod'
import { only } from '#contract/kernel/certain.ts'
import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { ProductionRecord } from '#contract/making/production-record.ts'
import type { Next } from '#web/parts/use-told.tsx'

/** A step as the order's process version sets it. */
export const processStepOf = ({ process }: ProductionRecord, no: number) => only(process.steps.filter((step) => step.no === no))

type Bins = z.output<typeof productionApi.bins.output>

type Usual = z.output<typeof productionApi.usual.output>

/** What every dialog of the page gets. */
export type StepInput = { record: ProductionRecord; bins: Bins; usual: Usual; onClose: () => void }

/** How a dialog names the batch it is about. */
export const nameOf = ({ productName, batchNo, orderNo }: ProductionRecord) => `${productName} ${batchNo ?? orderNo}`

/** The way on after a step (0: before the first): to the next one, or to the end of production. */
export function nextStep({ id, orderNo, process }: ProductionRecord, doneNo: number): Next {
  const next = process.steps.find(({ no }) => no > doneNo)
  return {
    label: next === undefined ? '完成生产' : `开始工序：${next.name}`,
    right: next === undefined ? productionActions.finish.duty : productionActions.startStep.duty,
    to: `/yinpian-shengchan?q=${orderNo}&do=${next === undefined ? 'finish' : 'startStep'}.${id}`,
  }
}
