import { Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { productionApi } from '#contract/making/production-api.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { FinishDialog } from './FinishDialog.tsx'
import { FinishStepDialog } from './FinishStepDialog.tsx'
import { GiveBackDialog } from './GiveBackDialog.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { IssueDialog } from './IssueDialog.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { ReplacePartDialog } from './ReplacePartDialog.tsx'
import { ResumeDialog } from './ResumeDialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { SendBackDialog } from './SendBackDialog.tsx'
import { StartStepDialog } from './StartStepDialog.tsx'
import { SupplementDialog } from './SupplementDialog.tsx'
import { TerminateDialog } from './TerminateDialog.tsx'
import type { StepInput } from './step-input.ts'

const dialogs = {
  approve: ApproveDialog,
  issue: IssueDialog,
  supplement: SupplementDialog,
  giveBack: GiveBackDialog,
  startStep: StartStepDialog,
  finishStep: FinishStepDialog,
  handOver: HandOverDialog,
  replacePart: ReplacePartDialog,
  pause: PauseDialog,
  resume: ResumeDialog,
  finish: FinishDialog,
  sendBack: SendBackDialog,
  answer: AnswerDialog,
  review: ReviewDialog,
  cancel: CancelDialog,
  terminate: TerminateDialog,
}
/** A step of the order that asks for inputs. */
export type ProductionDialog = keyof typeof dialogs

/**
 * Fetches the batch record as it is now, then asks for the step's inputs. A dialog keeps the record that it was opened with, so that
 * nothing changes while a person types. If another person was faster, the server refuses the step.
 */
export function ProductionStepDialog({ dialog, id, onClose }: { dialog: ProductionDialog; id: string; onClose: () => void }) {
  const record = useRead(productionApi.read, { id })
  const bins = useRead(productionApi.bins, { id })
  const usual = useRead(productionApi.usual, { id })
  const [opened, setOpened] = useState<Omit<StepInput, 'onClose'>>()
  const isFresh = record.isFetchedAfterMount && bins.isFetchedAfterMount
  if (opened === undefined && isFresh && record.data && bins.data && usual.data)
    setOpened({ record: record.data, bins: bins.data, usual: usual.data })
  if (opened) {
    const Dialog = dialogs[dialog]
    return <Dialog {...opened} onClose={onClose} />
  }
  const error = record.error ?? bins.error ?? usual.error
  return (
    <Modal open title="批生产记录" footer={null} onCancel={onClose}>
      {error ? (
        <CallFailure error={error} onRetry={() => void Promise.all([record.refetch(), bins.refetch(), usual.refetch()])} />
      ) : (
        <Skeleton active />
      )}
    </Modal>
  )
}
