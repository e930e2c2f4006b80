import { App } from 'antd'
import { useState, type ReactNode } from 'react'
import { proposalActions, proposalApi, proposalLooks, proposalState, standingFor, type ProposalRow } from '#contract/people/proposal.ts'
import { useActor } from '#web/lib/actor.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { dateTime } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { nameOfRight } from '#web/parts/right-names.ts'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'

const receiverOf = ({ person, holderCount }: ProposalRow) =>
  person === null ? `持有该角色的 ${holderCount} 个账号` : `${person.name}（${person.userName}）`
const rightsOf = ({ rights }: ProposalRow) => rights.map(nameOfRight).join('、')

const columns: readonly Column<ProposalRow>[] = [
  { title: '角色', key: 'role', render: (row) => row.role.name },
  { title: '授予', key: 'person', render: receiverOf },
  { title: '签名与管理权限', key: 'rights', render: rightsOf },
  { title: '提请人', key: 'proposedBy', render: (row) => row.proposedBy.name },
  { title: '提请时间', key: 'proposedAt', sort: 'proposedAt', render: (row) => dateTime(row.proposedAt) },
  { title: '处理人', key: 'decidedBy', hidden: true, render: (row) => row.decidedBy?.name },
  { title: '处理时间', key: 'decidedAt', sort: 'decidedAt', hidden: true, render: (row) => row.decidedAt && dateTime(row.decidedAt) },
  { title: '退回原因', key: 'reason', hidden: true },
  { title: '状态', key: 'state', render: (row) => <StateTag of={proposalLooks} state={row.state} /> },
]

/** Rights that one administrator proposed and another one approves. */
export function ProposalList({ header }: { header: ReactNode }) {
  const { message, modal } = App.useApp()
  const actor = useActor()
  const approve = useButtonWrite(proposalApi.approve)
  const [refusing, setRefusing] = useState<ProposalRow>()
  const askToApprove = (row: ProposalRow) =>
    modal.confirm({
      title: row.person === null ? `批准角色“${row.role.name}”增加权限？` : `批准授予 ${row.person.name} 角色“${row.role.name}”？`,
      content: `由 ${row.proposedBy.name} 提请，${receiverOf(row)} 将有：${rightsOf(row)}。下一次操作即生效。`,
      okText: '批准',
      cancelText: '再看看',
      onOk: () => approve.run({ id: row.id }, () => void message.success('已批准，权限随即生效')),
    })
  return (
    <ListPage
      key="proposal"
      title="授权提请"
      primary={null}
      header={header}
      endpoint={proposalApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索角色、用户名或姓名"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: proposalState.options.map((state) => ({ value: state, label: proposalLooks[state].label })),
        },
      ]}
      actions={(row) => (
        <RowActions
          of={proposalActions}
          row={standingFor(row, actor.id)}
          danger={['refuse']}
          on={{ approve: () => askToApprove(row), refuse: () => setRefusing(row) }}
        />
      )}
      empty="没有提请批准的权限；授予带签名职责或管理权限的角色时，会先出现在这里"
    >
      {refusing && (
        <ReasonDialog
          title={`退回“${refusing.role.name}”的提请`}
          submit="退回"
          danger
          endpoint={proposalApi.refuse}
          id={refusing.id}
          done="已退回，权限不变"
          onClose={() => setRefusing(undefined)}
        >
          <p>退回后权限不变，提请人会收到通知；需要时可以重新提请。</p>
        </ReasonDialog>
      )}
    </ListPage>
  )
}
