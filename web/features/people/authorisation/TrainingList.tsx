import { Button, Drawer } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  trainingActions,
  trainingApi,
  trainingLooks,
  trainingResults,
  trainingStates,
  type TrainingRow,
} from '#contract/people/training.ts'
import { dateTime, day, decimal } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ValidUntil } from '#web/parts/ValidUntil.tsx'
import { TrainingRuleDrawer } from './TrainingRuleDrawer.tsx'
import { RecordTrainingDialog } from './RecordTrainingDialog.tsx'

const columns: readonly Column<TrainingRow>[] = [
  { title: '姓名', key: 'person', render: (row) => row.person.name },
  { title: '类别', key: 'kindLabel' },
  { title: '培训内容', key: 'course', width: 20 },
  { title: '变更', key: 'change', render: (row) => row.change?.caseNo },
  { title: '培训日期', key: 'heldOn', sort: 'heldOn', render: (row) => day(row.heldOn) },
  { title: '有效期至', key: 'validUntil', render: (row) => until(row) },
  { title: '学时', key: 'classHours', align: 'right', render: (row) => decimal(row.classHours, 1) },
  { title: '培训人', key: 'trainer' },
  { title: '考核', key: 'result', render: (row) => trainingResults[row.result] },
  { title: '登记人', key: 'recordedBy', hidden: true, render: (row) => row.recordedBy.name },
  { title: '登记时间', key: 'recordedAt', sort: 'recordedAt', hidden: true, render: (row) => dateTime(row.recordedAt) },
  { title: '状态', key: 'state', render: (row) => <StateTag of={trainingLooks} state={row.state} /> },
]

/** What is voided or was not passed runs out no more. */
const until = ({ state, result, validUntil }: TrainingRow) =>
  validUntil === null ? (
    '长期'
  ) : state === 'kept' && result === 'passed' ? (
    <ValidUntil day={validUntil} />
  ) : (
    <span className="unbroken">{validUntil}</span>
  )

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** 培训记录: who was taught what; an authorisation rests on one of these. */
export function TrainingList({ header }: { header: ReactNode }) {
  const [isRecording, setRecording] = useState(false)
  const [isRules, setRules] = useState(false)
  const [voiding, setVoiding] = useState<TrainingRow>()
  const [opened, setOpened] = useState<TrainingRow>()
  return (
    <ListPage
      key="training"
      title="培训记录"
      primary={
        <>
          <Button onClick={() => setRules(true)}>培训有效期</Button>
          <DutyButton duty="31:qualify" onClick={() => setRecording(true)}>
            登记培训
          </DutyButton>
        </>
      }
      header={header}
      endpoint={trainingApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索姓名、用户名或培训内容"
      filters={[
        { key: 'state', label: '状态', options: trainingStates.map((state) => ({ value: state, label: trainingLooks[state].label })) },
        { key: 'result', label: '考核', options: optionsOf(trainingResults) },
      ]}
      actions={(row) => (
        <>
          <Button type="link" className="text-action" onClick={() => setOpened(row)}>
            详情
          </Button>
          <RowActions of={trainingActions} row={row} danger={['void']} on={{ void: () => setVoiding(row) }} />
        </>
      )}
      empty="还没有培训记录；登记考核合格的培训后，才能以它为依据提出上岗授权"
    >
      {isRules && <TrainingRuleDrawer onClose={() => setRules(false)} />}
      {isRecording && <RecordTrainingDialog onClose={() => setRecording(false)} />}
      {voiding && (
        <ReasonDialog
          title={`作废 ${voiding.person.name} 的“${voiding.course}”`}
          submit="作废"
          danger
          endpoint={trainingApi.void}
          id={voiding.id}
          done="已作废；以它为依据的授权已暂停"
          onClose={() => setVoiding(undefined)}
        >
          <p>记录仍可查看。以它为依据的授权随即暂停，待批准的退回；恢复须另有合格的培训并重新授权。</p>
        </ReasonDialog>
      )}
      {opened && <TrainingDrawer row={opened} onClose={() => setOpened(undefined)} />}
    </ListPage>
  )
}

function TrainingDrawer({ row, onClose }: { row: TrainingRow; onClose: () => void }) {
  return (
    <Drawer
      open
      title={`${row.person.name} · ${row.course}`}
      size={560}
      onClose={onClose}
      extra={<PaperButton papers={[{ kind: 'training_record', id: row.id }]} />}
    >
      <Facts
        rows={[
          ['类别', row.kindLabel],
          ['培训日期', day(row.heldOn)],
          ['有效期至', until(row)],
          ['学时', decimal(row.classHours, 1)],
          ['培训人', row.trainer],
          ['考核', trainingResults[row.result]],
          ['说明', row.remark],
          ['登记', `${row.recordedBy.name}，${dateTime(row.recordedAt)}`],
          ['作废原因', row.voidReason],
        ]}
      />
      <Attachments of="training" id={row.id} usual="证书" />
    </Drawer>
  )
}
