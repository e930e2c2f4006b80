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

/** What the form says beside a deviation, and what follows once it is told. */
export const caseHint = '填写后开偏差；QA结案后再做本步骤，该批审核前冻结'
export const caseOpened = (caseNo: string) => `已开偏差 ${caseNo}，QA结案后再做本步骤`

/** Whether quality assurance has ended a case about this step, or about the end of production (null). */
export const hasEndedCase = ({ found }: ProductionRecord, stepNo: number | null): boolean =>
  found.some((one) => one.stepNo === stepNo && (one.caseState === 'closed' || one.caseState === 'unfounded'))

/** The way on after a step (0: before the first): to the next one, or to the end of production. */
export function nextStep({ id, orderNo, process }: ProductionRecord, doneNo: number): Next {
  const next = process.steps.find(({ no }) => no > doneNo)
  return {
    label: next === undefined ? '完成生产' : `开始工序：${next.name}`,
    right: next === undefined ? productionActions.finish.duty : productionActions.startStep.duty,
    to: `/yinpian-shengchan?q=${orderNo}&do=${next === undefined ? 'finish' : 'startStep'}.${id}`,
  }
}
