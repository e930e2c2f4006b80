import { useState } from 'react'
import type { rawInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { inspectionActions } from '#contract/laboratory/inspection.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { InspectionDrawer } from './InspectionDrawer.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { ReissueDialog } from './ReissueDialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'

type Api = typeof rawInspectionApi | typeof bulkTestApi

/** The file of an inspection for the reviewer and the approver, with their actions below. */
export function ReviewDrawer({ id, api, onClose }: { id: string; api: Api; onClose: () => void }) {
  const [step, setStep] = useState<{ what: 'review' | 'approve' | 'sendBack' | 'refuse' | 'reissue'; file: InspectionFile }>()
  const stay = () => setStep(undefined)
  const footer = (file: InspectionFile) => {
    const { inspection } = file
    const { review, approve, sendBack, refuse, reissue } = inspectionActions[inspection.side]
    return (
      <>
        <RowActions
          of={{ sendBack, refuse, reissue }}
          row={inspection}
          type="default"
          on={{
            sendBack: () => setStep({ what: 'sendBack', file }),
            refuse: () => setStep({ what: 'refuse', file }),
            reissue: () => setStep({ what: 'reissue', file }),
          }}
        />
        <RowActions
          of={{ review, approve }}
          row={inspection}
          type="primary"
          on={{ review: () => setStep({ what: 'review', file }), approve: () => setStep({ what: 'approve', file }) }}
        />
      </>
    )
  }
  return (
    <>
      <InspectionDrawer id={id} endpoint={api.file} footer={footer} onClose={onClose} />
      {step?.what === 'review' && <ReviewDialog file={step.file} endpoint={api.review} onClose={stay} onDone={onClose} />}
      {step?.what === 'approve' && <ApproveDialog file={step.file} endpoint={api.approve} onClose={stay} onDone={onClose} />}
      {step?.what === 'reissue' && step.file.inspection.reportId !== null && (
        <ReissueDialog row={step.file.inspection} reportId={step.file.inspection.reportId} endpoint={api.reissue} onClose={stay} />
      )}
      {step?.what === 'sendBack' && (
        <ReasonDialog title="退回检验" submit="退回" done="已退回检验人" endpoint={api.sendBack} id={id} onClose={onClose} />
      )}
      {step?.what === 'refuse' && (
        <ReasonDialog title="退回检验" submit="退回" done="已退回检验人" endpoint={api.refuse} id={id} onClose={onClose} />
      )}
    </>
  )
}
