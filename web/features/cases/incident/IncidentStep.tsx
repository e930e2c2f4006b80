import { incidentApi } from '#contract/cases/incident-api.ts'
import type { IncidentFile } from '#contract/cases/incident-file.ts'
import { ClassifyDialog } from './ClassifyDialog.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { SignDialog } from './SignDialog.tsx'
import { TextDialog } from './TextDialog.tsx'

export type IncidentStepName =
  | 'classify'
  | 'record'
  | 'submit'
  | 'approve'
  | 'sendBack'
  | 'report'
  | 'answer'
  | 'close'
  | 'unfounded'
  | 'reopen'

/** The dialog of one step of a case. */
export function IncidentStep({ file, step, onClose }: { file: IncidentFile; step: IncidentStepName; onClose: () => void }) {
  const { incident } = file
  const { id, caseNo, rowVersion } = incident
  switch (step) {
    case 'classify':
      return <ClassifyDialog file={file} onClose={onClose} />
    case 'record':
      return <RecordDialog file={file} onClose={onClose} />
    case 'report':
      return <ReportDialog incident={incident} onClose={onClose} />
    case 'submit':
      return (
        <SignDialog
          {...{ incident, step, onClose }}
          endpoint={incidentApi.submit}
          done={`${caseNo} 已提交，待质量负责人批准`}
          inputOf={({ at, signature }) => ({ ...at, signature })}
        />
      )
    case 'approve':
      return (
        <SignDialog
          {...{ incident, step, onClose }}
          endpoint={incidentApi.approve}
          done={`${caseNo} 已批准`}
          inputOf={({ at, signature }) => ({ ...at, signature })}
        >
          <p>同意根本原因与措施；批次逐批处置，措施确认有效后由QA关闭。</p>
        </SignDialog>
      )
    case 'close':
      return (
        <SignDialog
          {...{ incident, step, onClose }}
          asks="结论"
          endpoint={incidentApi.close}
          done={`${caseNo} 已关闭，冻结已解除`}
          inputOf={({ at, text = '', signature }) => ({ ...at, conclusion: text, signature })}
        >
          <p>处置为可继续使用的批次随关闭解除冻结。</p>
        </SignDialog>
      )
    case 'unfounded':
      return (
        <SignDialog
          {...{ incident, step, onClose }}
          asks="理由"
          isByTwo
          endpoint={incidentApi.unfounded}
          done={`${caseNo} 已结束：不成立`}
          inputOf={({ at, text = '', signature, approver = { userName: '', password: '' } }) => ({
            ...at,
            reason: text,
            signature,
            approver,
          })}
        >
          <p>本事件加入的批次全部解除冻结。</p>
        </SignDialog>
      )
    case 'reopen':
      return (
        <SignDialog
          {...{ incident, step, onClose }}
          asks="原因"
          endpoint={incidentApi.reopen}
          done={`${caseNo} 已重新调查`}
          inputOf={({ at, text = '', signature }) => ({ ...at, reason: text, signature })}
        >
          <p>已处置的批次不变；仍有疑问的批次请重新加入。</p>
        </SignDialog>
      )
    case 'sendBack':
      return (
        <TextDialog<typeof incidentApi.sendBack.input, { text: string }>
          title={`退回调查 ${caseNo}`}
          submit="退回"
          label="还缺什么"
          most={300}
          endpoint={incidentApi.sendBack}
          inputOf={({ text }) => ({ id, reason: text })}
          done={`${caseNo} 已退回调查`}
          onClose={onClose}
        />
      )
    case 'answer':
      return (
        <TextDialog<typeof incidentApi.answer.input, { text: string }>
          title={`答复 ${caseNo}`}
          submit="答复"
          label="答复内容"
          most={1000}
          {...(file.answer !== null && { initial: { text: file.answer } })}
          endpoint={incidentApi.answer}
          inputOf={({ text }) => ({ id, rowVersion, answer: text })}
          done="答复已保存"
          onClose={onClose}
        >
          <p className="quiet">
            {file.answerLink === null ? '请另行告知反映人。' : '反映人凭链接看到这段文字；请勿写内部姓名和未查实的内容。'}
          </p>
        </TextDialog>
      )
  }
}
