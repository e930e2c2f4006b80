import { App, Button, Drawer } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  activities,
  authorisationActions,
  authorisationApi,
  authorisationLooks,
  authorisationState,
  type AuthorisationRow,
} from '#contract/people/authorisation.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime, day } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ValidUntil } from '#web/parts/ValidUntil.tsx'
import { AuthorisationRuleNote } from './AuthorisationRuleNote.tsx'
import { GiveAuthorisationDialog } from './GiveAuthorisationDialog.tsx'

const columns: readonly Column<AuthorisationRow>[] = [
  { title: '姓名', key: 'person', render: (row) => row.person.name },
  { title: '岗位', key: 'post', render: (row) => row.person.post },
  { title: '工作', key: 'activity', render: (row) => activities[row.activity].label },
  { title: '有效期至', key: 'validUntil', sort: 'validUntil', render: (row) => until(row) },
  { title: '依据的培训', key: 'training', width: 18, render: (row) => row.training.course },
  { title: '培训有效至', key: 'trainingUntil', render: (row) => trainedUntil(row) },
  { title: '授权人', key: 'givenBy', render: (row) => row.givenBy.name },
  { title: '批准人', key: 'approvedBy', render: (row) => row.approvedBy?.name },
  { title: '提出时间', key: 'givenAt', sort: 'givenAt', hidden: true, render: (row) => dateTime(row.givenAt) },
  { title: '状态', key: 'state', render: (row) => <StateTag of={authorisationLooks} state={row.state} /> },
]

/** Only what is in force can run out. */
const until = (row: AuthorisationRow) =>
  row.state === 'valid' ? <ValidUntil day={row.validUntil} /> : <span className="unbroken">{row.validUntil}</span>

/** Of the latest training of its kind: another one renews it. */
const trainedUntil = ({ state, training: { validUntil } }: AuthorisationRow) =>
  validUntil === null ? '长期' : state === 'valid' ? <ValidUntil day={validUntil} /> : <span className="unbroken">{validUntil}</span>

type Step = 'approve' | 'renew' | keyof typeof endings
const endings = {
  refuse: { endpoint: authorisationApi.refuse, done: '已退回' },
  takeBack: { endpoint: authorisationApi.takeBack, done: '已撤回' },
  suspend: { endpoint: authorisationApi.suspend, done: '已暂停；恢复须重新授权' },
  withdraw: { endpoint: authorisationApi.withdraw, done: '已撤销' },
} as const

/** 上岗授权: who may do what, until when, given by one and approved by another. */
export function AuthorisationList({ header }: { header: ReactNode }) {
  const [open, setOpen] = useState<{ step: Step; row: AuthorisationRow }>()
  const [isGiving, setGiving] = useState(false)
  const [opened, setOpened] = useState<AuthorisationRow>()
  const close = () => setOpen(undefined)
  const onStep = (step: Step, row: AuthorisationRow) => () => setOpen({ step, row })
  return (
    <ListPage
      key="authorisation"
      title="上岗授权"
      primary={
        <DutyButton duty="31:qualify" onClick={() => setGiving(true)}>
          提出授权
        </DutyButton>
      }
      header={
        <>
          {header}
          <AuthorisationRuleNote />
        </>
      }
      endpoint={authorisationApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索姓名、用户名或拼音首字母"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: authorisationState.options.map((state) => ({ value: state, label: authorisationLooks[state].label })),
        },
        { key: 'activity', label: '工作', options: Object.entries(activities).map(([value, { label }]) => ({ value, label })) },
      ]}
      actions={(row) => (
        <>
          <Button type="link" className="text-action" onClick={() => setOpened(row)}>
            详情
          </Button>
          <RowActions
            of={authorisationActions}
            row={row}
            danger={['refuse', 'takeBack', 'suspend', 'withdraw']}
            on={{
              approve: onStep('approve', row),
              refuse: onStep('refuse', row),
              takeBack: onStep('takeBack', row),
              renew: onStep('renew', row),
              suspend: onStep('suspend', row),
              withdraw: onStep('withdraw', row),
            }}
          />
        </>
      )}
      empty="还没有上岗授权；先登记考核合格的培训，再提出授权"
    >
      {isGiving && <GiveAuthorisationDialog onClose={() => setGiving(false)} />}
      {open?.step === 'renew' && <GiveAuthorisationDialog before={open.row} onClose={close} />}
      {open?.step === 'approve' && <ApproveDialog row={open.row} onClose={close} />}
      {open !== undefined && open.step !== 'renew' && open.step !== 'approve' && (
        <ReasonDialog
          title={`${authorisationActions[open.step].label} ${open.row.person.name} 的${activities[open.row.activity].label}授权`}
          submit={authorisationActions[open.step].label}
          danger
          endpoint={endings[open.step].endpoint}
          id={open.row.id}
          done={endings[open.step].done}
          onClose={close}
        />
      )}
      {opened && <AuthorisationDrawer row={opened} onClose={() => setOpened(undefined)} />}
    </ListPage>
  )
}

function ApproveDialog({ row, onClose }: { row: AuthorisationRow; onClose: () => void }) {
  const { message } = App.useApp()
  const approve = useWrite(authorisationApi.approve)
  return (
    <StepDialog<{ signature: { password: string; comment: string } }>
      title={`批准 ${row.person.name}：${activities[row.activity].label}`}
      submit="批准"
      error={approve.error}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={({ signature }) =>
        approve.mutate(
          { id: row.id, signature },
          {
            onSuccess: () => {
              message.success(`${row.person.name} 的授权已生效`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {row.givenBy.name} 提出，依据 {day(row.training.heldOn)} 的“{row.training.course}”，有效期至 {row.validUntil}。
      </p>
      <SignatureFields meaning={authorisationActions.approve.signs} />
    </StepDialog>
  )
}

function AuthorisationDrawer({ row, onClose }: { row: AuthorisationRow; onClose: () => void }) {
  const [isHistory, setHistory] = useState(false)
  return (
    <Drawer
      open
      size={560}
      title={`${row.person.name} · ${activities[row.activity].label}`}
      onClose={onClose}
      extra={
        <>
          <PaperButton papers={[{ kind: 'authorisation', id: row.id }]} /> <Button onClick={() => setHistory(true)}>历史与签名</Button>
        </>
      }
    >
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={authorisationLooks} state={row.state} />],
          ['有效期至', until(row)],
          ['依据的培训', `${day(row.training.heldOn)} ${row.training.course}`],
          ['培训有效至', trainedUntil(row)],
          ['依据说明', row.basis],
          ['授权', `${row.givenBy.name}，${dateTime(row.givenAt)}`],
          ['批准', row.approvedBy && row.approvedAt && `${row.approvedBy.name}，${dateTime(row.approvedAt)}`],
          ['退回、暂停或撤销的原因', row.endReason],
        ]}
      />
      {isHistory && <HistoryDrawer table="authorisation" id={row.id} title={row.person.name} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}
