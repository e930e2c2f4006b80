import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  foundingActions,
  foundingApi,
  registrationKinds,
  registrationLooks,
  registrationState,
  type RegistrationRow,
} from '#contract/people/registration.ts'
import { dateTime } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { FoundDialog } from './FoundDialog.tsx'
import { RefuseRegistrationDialog } from './RefuseRegistrationDialog.tsx'

const columns: readonly Column<RegistrationRow>[] = [
  { title: '企业名称', key: 'enterpriseName', sort: 'enterpriseName' },
  { title: '统一社会信用代码', key: 'creditCode' },
  { title: '注册方式', key: 'kind', render: (row) => registrationKinds[row.kind] },
  { title: '证照', key: 'licenceNo', render: (row) => row.licenceNo && `${row.licenceKind} ${row.licenceNo}` },
  { title: '证照文件', key: 'licenceFile', render: (row) => (row.licenceFile === null ? '未提交' : '已提交') },
  { title: '申请人', key: 'name', sort: 'name' },
  { title: '电话', key: 'phone' },
  { title: '邮箱', key: 'email', hidden: true },
  { title: '申请时间', key: 'createdAt', sort: 'createdAt', render: (row) => dateTime(row.createdAt) },
  { title: '审批人', key: 'decidedBy', hidden: true },
  { title: '审批时间', key: 'decidedAt', sort: 'decidedAt', hidden: true, render: (row) => row.decidedAt && dateTime(row.decidedAt) },
  { title: '退回原因', key: 'reason', hidden: true },
  { title: '状态', key: 'state', render: (row) => <StateTag of={registrationLooks} state={row.state} /> },
]

/** Registrations of enterprises, and of people whose enterprise is not here yet. The operator of the platform decides on them. */
export function Registrations({ header }: { header: ReactNode }) {
  const [founding, setFounding] = useState<RegistrationRow>()
  const [refusing, setRefusing] = useState<RegistrationRow>()
  const [history, setHistory] = useState<RegistrationRow>()
  return (
    <ListPage
      key="registration"
      title="入驻申请"
      primary={null}
      header={header}
      endpoint={foundingApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索企业、信用代码、申请人或拼音首字母"
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
            of={foundingActions}
            row={row}
            danger={['refuse']}
            on={{ approve: () => setFounding(row), refuse: () => setRefusing(row) }}
          />
          <Button type="link" className="text-action" onClick={() => setHistory(row)}>
            历史
          </Button>
        </>
      )}
      empty="还没有企业申请入驻；企业在登录页点“注册”后，申请会出现在这里"
    >
      {founding && <FoundDialog registration={founding} onClose={() => setFounding(undefined)} />}
      {refusing && (
        <RefuseRegistrationDialog
          registration={refusing}
          endpoint={foundingApi.refuse}
          of={refusing.enterpriseName}
          onClose={() => setRefusing(undefined)}
        />
      )}
      {history && (
        <HistoryDrawer table="registration" id={history.id} title={history.enterpriseName} onClose={() => setHistory(undefined)} />
      )}
    </ListPage>
  )
}
