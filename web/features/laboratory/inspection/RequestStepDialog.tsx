import type { bulkInspectionApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionRow } from '#contract/laboratory/inspection.ts'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'
import { SampleDrawer } from './SampleDrawer.tsx'

const requestSteps = ['accept', 'return', 'cancel', 'sample'] as const
/** A step before the laboratory has the sample. */
export type RequestStep = (typeof requestSteps)[number]
export const isRequestStep = (what: string): what is RequestStep => requestSteps.some((step) => step === what)

/** Asks for the input of one step between request and sample; the same for 原料请验 and 成品请验. */
export function RequestStepDialog({
  step,
  row,
  api,
  onClose,
}: {
  step: RequestStep
  row: InspectionRow
  api: typeof rawInspectionApi | typeof bulkInspectionApi
  onClose: () => void
}) {
  switch (step) {
    case 'accept':
      return <AcceptDialog row={row} endpoint={api.accept} onClose={onClose} />
    case 'return':
      return (
        <ReasonDialog
          title={`退回请验 ${row.requestNo}`}
          submit="退回"
          done="已退回请验人"
          endpoint={api.return}
          id={row.id}
          onClose={onClose}
        />
      )
    case 'cancel':
      return (
        <ReasonDialog
          title={`取消请验 ${row.requestNo}`}
          submit="取消请验"
          done="请验已取消"
          endpoint={api.cancel}
          id={row.id}
          onClose={onClose}
        />
      )
    case 'sample':
      return <SampleDrawer row={row} api={api} onClose={onClose} />
  }
}
