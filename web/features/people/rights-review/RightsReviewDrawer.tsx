import { App, Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import type { SignatureInput } from '#contract/kernel/values.ts'
import {
  reviewActions,
  reviewDecisions,
  reviewLooks,
  rightsReviewApi,
  type ReviewFile,
  type ReviewLine,
} from '#contract/people/rights-review.ts'
import { useActor } from '#web/lib/actor.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { nameOfRight } from '#web/parts/right-names.ts'
import { RowActions } from '#web/parts/RowActions.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { DecideDialog } from './DecideDialog.tsx'

/** The duties among the rights; a page code alone only lets read. */
const dutiesOf = ({ rights }: ReviewLine) => rights.filter((right) => right.includes(':')).map(nameOfRight)

const columns: readonly Column<ReviewLine>[] = [
  { title: '账号', key: 'name', render: ({ name, userName }) => `${name}（${userName}）` },
  { title: '岗位', key: 'post' },
  { title: '角色', key: 'roles', render: ({ roles }) => roles.map(({ name }) => name).join('、') },
  { title: '职责', key: 'rights', width: 18, render: (line) => dutiesOf(line).join('、') || '只能查看' },
  { title: '最近使用', key: 'lastSeenAt', render: ({ lastSeenAt }) => (lastSeenAt === null ? '从未' : dateTime(lastSeenAt)) },
  { title: '决定', key: 'decision', width: 16, render: decisionOf },
  { title: '执行', key: 'carriedAt', render: ({ carriedAt, carriedByName }) => carriedAt && `${carriedByName} ${dateTime(carriedAt)}` },
]

function decisionOf({ decision, roles, takenRoleIds, reason, decidedByName }: ReviewLine) {
  if (decision === null) return <span className="tag tag-waiting">未决定</span>
  const taken = roles.filter(({ id }) => takenRoleIds.includes(id)).map(({ name }) => name)
  return [reviewDecisions[decision], taken.join('、'), reason, decidedByName].filter(Boolean).join('，')
}

type Step = 'submit' | 'approve' | 'sendBack' | 'cancel' | 'history' | { decide: readonly ReviewLine[] }

/** One review: every account, and what is decided about it. */
export function RightsReviewDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(rightsReviewApi.read, { id })
  const [step, setStep] = useState<Step>()
  const file = read.data
  const stay = () => setStep(undefined)
  return (
    <Drawer
      open
      size={1200}
      title={file ? `权限复核 ${file.reviewNo}` : '权限复核'}
      onClose={onClose}
      extra={
        <span className="page-tools">
          <PaperButton papers={[{ kind: 'rights_review', id }]} />
          <Button onClick={() => setStep('history')}>签名与历史</Button>
        </span>
      }
      footer={
        file && (
          <div className="drawer-foot">
            <RowActions
              of={reviewActions}
              row={file}
              type="default"
              danger={['sendBack', 'cancel']}
              on={{
                decide: null,
                carryOut: null,
                submit: () => setStep('submit'),
                approve: () => setStep('approve'),
                sendBack: () => setStep('sendBack'),
                cancel: () => setStep('cancel'),
              }}
            />
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {file && <FileView file={file} onDecide={(lines) => setStep({ decide: lines })} />}
      {file && (step === 'submit' || step === 'approve') && <SignDialog file={file} step={step} onClose={stay} />}
      {file && (step === 'sendBack' || step === 'cancel') && (
        <ReasonDialog
          title={`${reviewActions[step].label} ${file.reviewNo}`}
          submit={reviewActions[step].label}
          danger
          endpoint={rightsReviewApi[step]}
          id={id}
          done={step === 'cancel' ? '已取消，权限不变' : '已退回重新决定；已执行的不变'}
          onClose={stay}
        />
      )}
      {file && step === 'history' && <HistoryDrawer table="rights_review" id={id} title={file.reviewNo} onClose={stay} />}
      {typeof step === 'object' && <DecideDialog reviewId={id} lines={step.decide} onClose={stay} />}
    </Drawer>
  )
}

function FileView({ file, onDecide }: { file: ReviewFile; onDecide: (lines: readonly ReviewLine[]) => void }) {
  const actor = useActor()
  const { message } = App.useApp()
  const carryOut = useButtonWrite(rightsReviewApi.carryOut)
  const open = file.lines.filter(({ decision, accountId }) => decision === null && accountId !== actor.id)
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={reviewLooks} state={file.state} />],
          ['事由', file.occasion],
          ['账号', `${file.accounts} 个，未决定 ${file.undecided} 个，收回或停用 ${file.changed} 个`],
          ['开始', `${file.begunBy.name}　${dateTime(file.begunAt)}`],
          ['提交', file.submittedBy && file.submittedAt && `${file.submittedBy.name}　${dateTime(file.submittedAt)}`],
          ['批准', file.approvedBy && file.approvedAt && `${file.approvedBy.name}　${dateTime(file.approvedAt)}`],
          ...(file.reason === '' ? [] : ([['退回或取消的原因', file.reason]] as const)),
        ]}
      />
      {file.state === 'open' && open.length > 1 && (
        <p>
          <DutyButton type="default" duty="31:manage" onClick={() => onDecide(open)}>
            {`其余 ${open.length} 个一并决定`}
          </DutyButton>
        </p>
      )}
      <DataTable
        caption="复核的账号"
        columns={columns}
        rows={file.lines}
        rowKey={(line) => line.id}
        actions={(line) => {
          if (line.accountId === actor.id) return file.state === 'open' ? <span className="quiet">由另一位管理员决定</span> : null
          if (file.state === 'open' && line.carriedAt === null)
            return (
              <DutyButton type="link" duty="31:manage" onClick={() => onDecide([line])}>
                {line.decision === null ? '决定' : '更改'}
              </DutyButton>
            )
          if (file.state === 'approved' && line.decision !== 'keep' && line.carriedAt === null)
            return (
              <DutyButton
                type="link"
                duty="31:manage"
                onClick={() => void carryOut.run({ id: file.id, lineId: line.id }, () => void message.success(`${line.name} 已执行`))}
              >
                执行
              </DutyButton>
            )
          return null
        }}
      />
    </>
  )
}

function SignDialog({ file, step, onClose }: { file: ReviewFile; step: 'submit' | 'approve'; onClose: () => void }) {
  const { message } = App.useApp()
  const write = useWrite(rightsReviewApi[step])
  return (
    <StepDialog<{ signature: SignatureInput }>
      title={`${reviewActions[step].label} ${file.reviewNo}`}
      submit={`签名并${step === 'submit' ? '提交' : '批准'}`}
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ signature }) =>
        write.mutate(
          { id: file.id, signature },
          {
            onSuccess: ({ uncarried }) => {
              message.success(step === 'submit' ? '已提交批准' : uncarried === 0 ? '已批准，复核完成' : `已批准，${uncarried} 项待执行`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {file.accounts} 个账号，收回或停用 {file.changed} 个，其余保留。
      </p>
      <SignatureFields meaning={reviewActions[step].signs} />
    </StepDialog>
  )
}
