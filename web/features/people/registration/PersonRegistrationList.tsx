import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { joiningActions, joiningApi, registrationLooks, registrationState, type RegistrationRow } from '#contract/people/registration.ts'
import { dateTime } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ApprovePersonDialog } from './ApprovePersonDialog.tsx'
import { RefuseRegistrationDialog } from './RefuseRegistrationDialog.tsx'

const columns: readonly Column<RegistrationRow>[] = [
  { title: '姓名', key: 'name', sort: 'name' },
  { title: '岗位', key: 'post' },
  { title: '用户名', key: 'userName', render: (row) => (row.userNameTaken ? `${row.userName}（已被使用）` : row.userName) },
  { title: '电话', key: 'phone' },
  { title: '邮箱', key: 'email' },
  { title: '申请时间', key: 'createdAt', sort: 'createdAt', render: (row) => dateTime(row.createdAt) },
  { title: '审批人', key: 'decidedBy', hidden: true },
  { title: '审批时间', key: 'decidedAt', sort: 'decidedAt', hidden: true, render: (row) => row.decidedAt && dateTime(row.decidedAt) },
  { title: '退回原因', key: 'reason', hidden: true },
  { title: '状态', key: 'state', render: (row) => <StateTag of={registrationLooks} state={row.state} /> },
]

/** People who ask for an account in this enterprise, and what was decided. */
export function RegistrationList({ header }: { header: ReactNode }) {
  const [approving, setApproving] = useState<RegistrationRow>()
  const [refusing, setRefusing] = useState<RegistrationRow>()
  const [history, setHistory] = useState<RegistrationRow>()
  return (
    <ListPage
      key="registration"
      title="注册申请"
      primary={null}
      header={header}
      endpoint={joiningApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索姓名、拼音首字母、用户名或邮箱"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: registrationState.options.map((state) => ({ value: state, label: registrationLooks[state].label })),
        },
      ]}
      actions={(row) => (
        <>
          <RowActions
            of={joiningActions}
            row={row}
            danger={['refuse']}
            on={{ approve: () => setApproving(row), refuse: () => setRefusing(row) }}
          />
          <Button type="link" className="text-action" onClick={() => setHistory(row)}>
            历史
          </Button>
        </>
      )}
      empty="还没有人申请加入本企业；同事在登录页点“注册”，填写本企业的统一社会信用代码后，申请会出现在这里"
    >
      {approving && <ApprovePersonDialog registration={approving} onClose={() => setApproving(undefined)} />}
      {refusing && (
        <RefuseRegistrationDialog
          registration={refusing}
          endpoint={joiningApi.refuse}
          of={refusing.name}
          onClose={() => setRefusing(undefined)}
        />
      )}
      {history && <HistoryDrawer table="registration" id={history.id} title={history.name} onClose={() => setHistory(undefined)} />}
    </ListPage>
  )
}
