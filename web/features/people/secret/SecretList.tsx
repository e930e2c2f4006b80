import { useState, type ReactNode } from 'react'
import {
  confirmations,
  secretActions,
  secretApi,
  secretKinds,
  secretLooks,
  secretState,
  standingOf,
  type SecretRow,
} from '#contract/people/secret.ts'
import { dateTime } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ConfirmSecretDialog } from './ConfirmSecretDialog.tsx'

const columns: readonly Column<SecretRow>[] = [
  { title: '用户名', key: 'userName', render: (row) => row.person.userName },
  { title: '姓名', key: 'name', render: (row) => row.person.name },
  { title: '事项', key: 'what', render: (row) => secretKinds[row.what] },
  { title: '设置人', key: 'setBy', render: (row) => row.setBy.name },
  { title: '设置时间', key: 'setAt', sort: 'setAt', render: (row) => dateTime(row.setAt) },
  {
    title: '确认邮件',
    key: 'hasMailbox',
    hidden: true,
    render: (row) => (row.hasMailbox && row.what !== 'email' ? '已发往本人邮箱' : '没有'),
  },
  {
    title: '确认',
    key: 'confirmedHow',
    render: (row) => row.confirmedHow && [confirmations[row.confirmedHow], row.confirmedBy?.name].filter(Boolean).join('：'),
  },
  { title: '核实方式', key: 'note', hidden: true },
  {
    title: '确认时间',
    key: 'confirmedAt',
    sort: 'confirmedAt',
    hidden: true,
    render: (row) => row.confirmedAt && dateTime(row.confirmedAt),
  },
  { title: '状态', key: 'state', render: (row) => <StateTag of={secretLooks} state={row.state} /> },
]

/** What administrators set for other people, and by what it became sure that the person has it. */
export function SecretList({ header }: { header: ReactNode }) {
  const [confirming, setConfirming] = useState<SecretRow>()
  return (
    <ListPage
      key="secret"
      title="口令确认"
      primary={null}
      header={header}
      endpoint={secretApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索用户名或姓名"
      filters={[
        { key: 'state', label: '状态', options: secretState.options.map((state) => ({ value: state, label: secretLooks[state].label })) },
      ]}
      actions={(row) => <RowActions of={secretActions} row={standingOf(row)} on={{ confirm: () => setConfirming(row) }} />}
      empty="没有管理员为他人设置过口令"
    >
      {confirming && <ConfirmSecretDialog secret={confirming} onClose={() => setConfirming(undefined)} />}
    </ListPage>
  )
}
