import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { userActions, userApi, userLooks, userState, type OneTimePassword, type UserRow } from '#contract/people/user.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { DisableDialog } from '#web/parts/DisableDialog.tsx'
import { DutyHolders } from './DutyHolders.tsx'
import { OneTimeDialog } from './OneTimeDialog.tsx'
import { SignInRule } from './SignInRule.tsx'
import { AuthorisationList } from '#web/features/people/authorisation/AuthorisationList.tsx'
import { TrainingList } from '#web/features/people/authorisation/TrainingList.tsx'
import { DeputyList } from '#web/features/people/deputy/DeputyList.tsx'
import { RegistrationList } from '#web/features/people/registration/PersonRegistrationList.tsx'
import { ProposalList } from '#web/features/people/proposal/ProposalList.tsx'
import { RightsReviewList } from '#web/features/people/rights-review/RightsReviewList.tsx'
import { SecretList } from '#web/features/people/secret/SecretList.tsx'
import { TokenList } from '#web/features/people/token/TokenList.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import { UserFormDrawer } from './UserFormDrawer.tsx'
import { UserTags } from './UserTags.tsx'

const rolesOf = ({ roles, proposedRoles }: UserRow) =>
  [...roles.map((role) => role.name), ...proposedRoles.map((role) => `${role.name}（待批准）`)].join('、')

const columns: readonly Column<UserRow>[] = [
  { title: '用户名', key: 'userName', sort: 'userName' },
  { title: '姓名', key: 'name', sort: 'name' },
  { title: '岗位', key: 'post', sort: 'post' },
  { title: '角色', key: 'roles', render: rolesOf },
  { title: '电话', key: 'phone', hidden: true },
  { title: '邮箱', key: 'email', hidden: true },
  { title: '两步验证', key: 'secondFactor', hidden: true, render: (user) => (user.secondFactor ? '已开启' : '未开启') },
  { title: '最近使用', key: 'lastSeenAt', sort: 'lastSeenAt', render: (user) => user.lastSeenAt && dateTime(user.lastSeenAt) },
  { title: '建立时间', key: 'createdAt', sort: 'createdAt', hidden: true, render: (user) => dateTime(user.createdAt) },
  { title: '状态', key: 'state', render: (user) => <UserTags user={user} /> },
]

const isView = (by: string | null) =>
  by !== null && ['duty', 'token', 'registration', 'proposal', 'secret', 'authorisation', 'training', 'deputy', 'review'].includes(by)

/** 用户管理: who may sign in, with which roles, and who holds which duty. */
export function UserPage() {
  const { query, setQuery } = useTab()
  const [writing, setWriting] = useState<UserRow | 'new'>()
  const [disabling, setDisabling] = useState<UserRow>()
  const [shown, setShown] = useState<OneTimePassword>()
  const roles = useRead(userApi.roleChoices, {})
  const enable = useButtonWrite(userApi.enable)
  const unlock = useButtonWrite(userApi.unlock)
  const opened = query.get('view')
  const by = query.get('by')
  const views = <UserViews />
  if (by === 'duty') return <DutyHolders header={views} />
  if (by === 'registration') return <RegistrationList header={views} />
  if (by === 'token') return <TokenList header={views} />
  if (by === 'proposal') return <ProposalList header={views} />
  if (by === 'secret') return <SecretList header={views} />
  if (by === 'authorisation') return <AuthorisationList header={views} />
  if (by === 'deputy') return <DeputyList header={views} />
  if (by === 'review') return <RightsReviewList header={views} />
  if (by === 'training') return <TrainingList header={views} />
  return (
    <ListPage
      title="用户管理"
      primary={
        <DutyButton duty="31:manage" onClick={() => setWriting('new')}>
          新建账号
        </DutyButton>
      }
      header={
        <div className="user-views">
          {views}
          <SignInRule />
        </div>
      }
      endpoint={userApi.list}
      columns={columns}
      rowKey={(user) => user.id}
      searchHint="搜索用户名、姓名或拼音首字母"
      filters={[
        { key: 'state', label: '状态', options: userState.options.map((state) => ({ value: state, label: userLooks[state].label })) },
        { key: 'roleId', label: '角色', options: (roles.data ?? []).map((role) => ({ value: role.id, label: role.name })) },
      ]}
      actions={(user) => (
        <>
          <Button type="link" className="text-action" onClick={() => setQuery({ view: user.id })}>
            详情
          </Button>
          <RowActions
            of={userActions}
            row={user}
            danger={['disable']}
            on={{
              edit: () => setWriting(user),
              unlock: user.locked ? () => void unlock.run({ id: user.id }) : null,
              disable: () => setDisabling(user),
              enable: () => void enable.run({ id: user.id }),
              // These are in the drawer.
              giveOneTimePassword: null,
              sendReset: null,
              requirePasswordChange: null,
              removeSecondFactor: null,
              endSessions: null,
            }}
          />
        </>
      )}
      empty="还没有账号"
    >
      {writing && (
        <UserFormDrawer {...(writing !== 'new' && { user: writing })} onCreated={setShown} onClose={() => setWriting(undefined)} />
      )}
      {disabling && (
        <DisableDialog
          endpoint={userApi.disable}
          id={disabling.id}
          name={`${disabling.name}（${disabling.userName}）`}
          done={`${disabling.name} 已停用，其会话已全部结束`}
          onClose={() => setDisabling(undefined)}
        >
          <p>停用后立即不能登录和签名；已有的签名和记录不变，以后可以重新启用。</p>
        </DisableDialog>
      )}
      {opened && <UserDrawer id={opened} onPassword={setShown} onClose={() => setQuery({ view: null })} />}
      {shown && <OneTimeDialog given={shown} onClose={() => setShown(undefined)} />}
    </ListPage>
  )
}

/** The views of this page: accounts, who holds which duty, registrations, tokens of programs. */
function UserViews() {
  const { query, setQuery } = useTab()
  const by = query.get('by')
  return (
    <div className="view-switch">
      <Segmented
        aria-label="查看方式"
        value={isView(by) ? by : 'user'}
        options={[
          { value: 'user', label: '账号' },
          { value: 'duty', label: '职责分工' },
          { value: 'authorisation', label: '上岗授权' },
          { value: 'training', label: '培训记录' },
          { value: 'deputy', label: '代理' },
          { value: 'registration', label: '注册申请' },
          { value: 'proposal', label: '授权提请' },
          { value: 'review', label: '权限复核' },
          { value: 'secret', label: '口令确认' },
          { value: 'token', label: '接口令牌' },
        ]}
        onChange={(view) =>
          setQuery({
            by: view === 'user' ? null : view,
            q: null,
            page: null,
            state: null,
            sort: null,
            roleId: null,
            activity: null,
            result: null,
          })
        }
      />
    </div>
  )
}
