import { App } from 'antd'
import { useState, type ReactNode } from 'react'
import { deputyActions, deputyApi, deputyLooks, deputyState, type DeputyRow } from '#contract/people/deputy.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { nameOfRight } from '#web/parts/right-names.ts'
import { RowActions } from '#web/parts/RowActions.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { GiveDeputyDialog } from './GiveDeputyDialog.tsx'

const dutiesOf = ({ duties }: DeputyRow) => duties.map(nameOfRight).join('、')
const daysOf = ({ validFrom, validUntil }: DeputyRow) => `${validFrom} 至 ${validUntil}`

const columns: readonly Column<DeputyRow>[] = [
  { title: '被代理人', key: 'principal', render: (row) => row.principal.name },
  { title: '代理人', key: 'deputy', render: (row) => row.deputy.name },
  { title: '代理的职责', key: 'duties', width: 24, render: dutiesOf },
  { title: '自', key: 'validFrom', sort: 'validFrom' },
  { title: '至', key: 'validUntil', sort: 'validUntil' },
  { title: '原因', key: 'reason' },
  { title: '提出人', key: 'givenBy', render: (row) => row.givenBy.name },
  { title: '提出时间', key: 'givenAt', sort: 'givenAt', hidden: true, render: (row) => dateTime(row.givenAt) },
  { title: '确认人', key: 'confirmedBy', render: (row) => row.confirmedBy?.name },
  { title: '退回或结束的原因', key: 'endReason', hidden: true },
  { title: '状态', key: 'state', render: (row) => <StateTag of={deputyLooks} state={row.state} /> },
]

type Open = { step: 'confirm' | 'refuse' | 'end'; row: DeputyRow }

/** 代理: who stands in for whom, when, under which duties. */
export function DeputyList({ header }: { header: ReactNode }) {
  const [open, setOpen] = useState<Open>()
  const [isGiving, setGiving] = useState(false)
  const close = () => setOpen(undefined)
  return (
    <ListPage
      key="deputy"
      title="代理"
      primary={
        <DutyButton duty="31:qualify" onClick={() => setGiving(true)}>
          提出代理
        </DutyButton>
      }
      header={header}
      endpoint={deputyApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索姓名或用户名"
      filters={[
        { key: 'state', label: '状态', options: deputyState.options.map((state) => ({ value: state, label: deputyLooks[state].label })) },
      ]}
      actions={(row) => (
        <RowActions
          of={deputyActions}
          row={row}
          danger={['refuse', 'end']}
          on={{
            confirm: () => setOpen({ step: 'confirm', row }),
            refuse: () => setOpen({ step: 'refuse', row }),
            end: () => setOpen({ step: 'end', row }),
          }}
        />
      )}
      empty="没有代理；有人出差或休假时，可由本人在个人中心或由质量部门在此提出"
    >
      {isGiving && <GiveDeputyDialog onClose={() => setGiving(false)} />}
      {open?.step === 'confirm' && <ConfirmDialog row={open.row} onClose={close} />}
      {open !== undefined && open.step !== 'confirm' && (
        <ReasonDialog
          title={`${deputyActions[open.step].label} ${open.row.deputy.name} 代理 ${open.row.principal.name}`}
          submit={deputyActions[open.step].label}
          danger
          endpoint={deputyApi[open.step]}
          id={open.row.id}
          done={open.step === 'end' ? '代理已结束' : '已退回'}
          onClose={close}
        />
      )}
    </ListPage>
  )
}

function ConfirmDialog({ row, onClose }: { row: DeputyRow; onClose: () => void }) {
  const { message } = App.useApp()
  const confirm = useWrite(deputyApi.confirm)
  return (
    <StepDialog<{ signature: { password: string; comment: string } }>
      title={`确认 ${row.deputy.name} 代理 ${row.principal.name}`}
      submit="确认"
      error={confirm.error}
      busy={confirm.isPending}
      onClose={onClose}
      onSubmit={({ signature }) =>
        confirm.mutate(
          { id: row.id, signature },
          {
            onSuccess: () => {
              message.success('代理已确认')
              onClose()
            },
          },
        )
      }
    >
      <p>
        {daysOf(row)}，{row.reason}。代理的职责：{dutiesOf(row)}。签名将写明“{row.deputy.name}（代 {row.principal.name}）”。
      </p>
      <SignatureFields meaning={deputyActions.confirm.signs} />
    </StepDialog>
  )
}
