import { App, Button, Segmented } from 'antd'
import { useState } from 'react'
import { roleActions, roleApi, roleLooks, roleState, type RoleRow } from '#contract/people/role.ts'
import { conflictsOf } from '#contract/kernel/separation.ts'
import { useHolds } from '#web/lib/actor.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ProposalList } from '#web/features/people/proposal/ProposalList.tsx'
import { RoleDrawer } from './RoleDrawer.tsx'
import { RoleFormDrawer } from './RoleFormDrawer.tsx'

const columns: readonly Column<RoleRow>[] = [
  { title: '角色', key: 'name', sort: 'name' },
  { title: '类型', key: 'state', render: (role) => <StateTag of={roleLooks} state={role.state} /> },
  { title: '持有账号', key: 'holderCount', align: 'right', sort: 'holderCount' },
  { title: '页面', key: 'pages', align: 'right', render: (role) => role.rights.filter((right) => !right.includes(':')).length },
  { title: '职责', key: 'duties', align: 'right', render: (role) => role.rights.filter((right) => right.includes(':')).length },
  {
    title: '职责分离',
    key: 'conflicts',
    render: (role) => {
      const both = conflictsOf(role.rights).length
      return both > 0 ? <span className="tag tag-warning">含 {both} 组对立职责</span> : null
    },
  },
  {
    title: '待批准',
    key: 'proposedRights',
    render: (role) =>
      role.proposedRights.length > 0 ? <span className="tag tag-waiting">{role.proposedRights.length} 项权限待批准</span> : null,
  },
  { title: '建立时间', key: 'createdAt', sort: 'createdAt', hidden: true, render: (role) => dateTime(role.createdAt) },
]

/** 角色管理: which pages and duties a role gives, and who has it. */
export function RolePage() {
  const { message, modal } = App.useApp()
  const { query, setQuery } = useTab()
  const [writing, setWriting] = useState<{ edit: RoleRow } | { copy: RoleRow } | 'new'>()
  const remove = useButtonWrite(roleApi.remove)
  const opened = query.get('view')
  const mayDecide = useHolds('31')
  const views = mayDecide && (
    <Segmented
      aria-label="查看方式"
      style={{ marginBottom: 12 }}
      value={query.get('by') === 'proposal' ? 'proposal' : 'role'}
      options={[
        { value: 'role', label: '角色' },
        { value: 'proposal', label: '授权提请' },
      ]}
      onChange={(view) => setQuery({ by: view === 'role' ? null : view, q: null, page: null, state: null, sort: null })}
    />
  )
  const askToRemove = (role: RoleRow) =>
    modal.confirm({
      title: `删除角色“${role.name}”？`,
      content: '没有账号持有它。删除后不能恢复，历史中仍可查到。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '再看看',
      onOk: () => remove.run({ id: role.id }, () => void message.success(`${role.name} 已删除`)),
    })
  if (mayDecide && query.get('by') === 'proposal') return <ProposalList header={views} />
  return (
    <ListPage
      title="角色管理"
      header={views}
      primary={
        <DutyButton duty="32:manage" onClick={() => setWriting('new')}>
          新建角色
        </DutyButton>
      }
      endpoint={roleApi.list}
      columns={columns}
      rowKey={(role) => role.id}
      searchHint="搜索角色名称"
      filters={[
        { key: 'state', label: '类型', options: roleState.options.map((state) => ({ value: state, label: roleLooks[state].label })) },
      ]}
      actions={(role) => (
        <>
          <Button type="link" className="text-action" onClick={() => setQuery({ view: role.id })}>
            详情
          </Button>
          <ActionButton action={roleActions.edit} row={role} onClick={() => setWriting({ edit: role })} />
          <DutyButton duty="32:manage" type="link" onClick={() => setWriting({ copy: role })}>
            复制
          </DutyButton>
          <ActionButton action={roleActions.remove} row={role} danger onClick={() => askToRemove(role)} />
        </>
      )}
      empty="还没有角色"
    >
      {writing === 'new' && <RoleFormDrawer onClose={() => setWriting(undefined)} />}
      {writing !== 'new' && writing && 'copy' in writing && <RoleFormDrawer copyOf={writing.copy} onClose={() => setWriting(undefined)} />}
      {writing !== 'new' && writing && 'edit' in writing && <RoleFormDrawer role={writing.edit} onClose={() => setWriting(undefined)} />}
      {opened && <RoleDrawer id={opened} onClose={() => setQuery({ view: null })} />}
    </ListPage>
  )
}
