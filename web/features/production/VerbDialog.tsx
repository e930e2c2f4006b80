import { Modal, Skeleton } from 'antd'
import { productionApi } from '../../../contract/production-api.ts'
import { useRead } from '../../lib/call.ts'
import { CallFailure } from '../../parts/CallFailure.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { FinishDialog } from './FinishDialog.tsx'
import { FinishStepDialog } from './FinishStepDialog.tsx'
import { IssueDialog } from './IssueDialog.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { StartStepDialog } from './StartStepDialog.tsx'

const dialogs = {
  approve: ApproveDialog,
  issue: IssueDialog,
  startStep: StartStepDialog,
  finishStep: FinishStepDialog,
  pause: PauseDialog,
  finish: FinishDialog,
  review: ReviewDialog,
  cancel: CancelDialog,
}
export type Verb = keyof typeof dialogs

/** Fetches the batch record a step needs, then asks for the step's inputs. */
export function VerbDialog({ verb, id, onClose }: { verb: Verb; id: string; onClose: () => void }) {
  const record = useRead(productionApi.read, { id })
  const bins = useRead(productionApi.bins, { id })
  const error = record.error ?? bins.error
  if (record.data && bins.data) {
    const Dialog = dialogs[verb]
    return <Dialog record={record.data} bins={bins.data} onClose={onClose} />
  }
  return (
    <Modal open title="批生产记录" footer={null} onCancel={onClose}>
      {error ? <CallFailure error={error} onRetry={() => void Promise.all([record.refetch(), bins.refetch()])} /> : <Skeleton active />}
    </Modal>
  )
}
