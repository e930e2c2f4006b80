import { productionApi } from '#contract/making/production-api.ts'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { nameOf, type StepInput } from './step-input.ts'

/** Asks why production is interrupted. */
export function PauseDialog({ record, onClose }: StepInput) {
  return (
    <ReasonDialog
      title={`暂停 ${nameOf(record)}`}
      submit="暂停"
      endpoint={productionApi.pause}
      id={record.id}
      done="已暂停"
      onClose={onClose}
    >
      <p className="quiet">请写明原因，如停电、设备故障。</p>
    </ReasonDialog>
  )
}
