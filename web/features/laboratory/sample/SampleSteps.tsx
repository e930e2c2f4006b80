import { useState } from 'react'
import { sampleActions, sampleLaboratoryApi, type SampleRow } from '#contract/laboratory/sample.ts'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { DisposeDialog } from './DisposeDialog.tsx'
import { ObserveDialog } from './ObserveDialog.tsx'
import { PutBackDialog } from './PutBackDialog.tsx'
import { ReceiveDialog } from './ReceiveDialog.tsx'

/** What can be done with a sample, each step with its dialog. */
export function SampleSteps({ sample, type }: { sample: SampleRow; type?: 'default' }) {
  const [step, setStep] = useState<keyof (typeof sampleActions)['raw']>()
  const close = () => setStep(undefined)
  const api = sampleLaboratoryApi[sample.side]
  const isDue = sample.state !== 'retained' || sample.isRetentionOver
  return (
    <>
      <RowActions
        of={sampleActions[sample.side]}
        row={sample}
        {...(type !== undefined && { type })}
        danger={['lose']}
        on={{
          receive: () => setStep('receive'),
          // What is not due is not offered: its day stands in the row.
          observe: sample.isObservationDue ? () => setStep('observe') : null,
          dispose: isDue ? () => setStep('dispose') : null,
          // Only whole packs go back.
          putBack: type === undefined || sample.packs === null ? null : () => setStep('putBack'),
          lack: type === undefined ? null : () => setStep('lack'),
          lose: type === undefined ? null : () => setStep('lose'),
        }}
      />
      {step === 'receive' && <ReceiveDialog sample={sample} onClose={close} />}
      {step === 'observe' && <ObserveDialog sample={sample} onClose={close} />}
      {step === 'dispose' && <DisposeDialog sample={sample} onClose={close} />}
      {step === 'putBack' && <PutBackDialog sample={sample} onClose={close} />}
      {step === 'lack' && (
        <ReasonDialog
          title={`样品不足 ${sample.sampleNo}`}
          submit="登记样品不足"
          done="已登记，请重新取样"
          endpoint={api.lack}
          id={sample.id}
          onClose={close}
        >
          <p>登记后由取样人重新取样，原取样单保留。</p>
        </ReasonDialog>
      )}
      {step === 'lose' && (
        <ReasonDialog
          title={`样品丢失 ${sample.sampleNo}`}
          submit="登记样品丢失"
          danger
          done="已登记，账上已转出"
          endpoint={api.lose}
          id={sample.id}
          onClose={close}
        >
          <p>登记后账上转出并通知QA；检验未完的，由取样人重新取样。</p>
        </ReasonDialog>
      )}
    </>
  )
}
