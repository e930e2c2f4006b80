import { App, Form, Input, Select } from 'antd'
import { conflictsOf } from '#contract/kernel/separation.ts'
import { userApi, type OneTimePassword, type UserRow } from '#contract/people/user.ts'
import { useActor } from '#web/lib/actor.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'

type Values = { userName: string; name: string; post?: string; phone?: string; email?: string; roleIds?: string[] }

/** 新建或修改账号. */
export function UserFormDrawer({
  user,
  onCreated,
  onClose,
}: {
  user?: UserRow
  onCreated: (given: OneTimePassword) => void
  onClose: () => void
}) {
  const actor = useActor()
  const roles = useRead(userApi.roleChoices, {})
  const isOwn = user?.id === actor.id
  const { save, error, busy } = useSave(user, onCreated, onClose)
  const rightsOf = (roleIds: readonly string[]) => [
    ...new Set((roles.data ?? []).flatMap((role) => (roleIds.includes(role.id) ? role.rights : []))),
  ]

  return (
    <FormDrawer<Values>
      title={user ? `修改 ${user.name}（${user.userName}）` : '新建账号'}
      submit="保存"
      draftName={user?.id ?? 'new'}
      initial={user ? { ...user, roleIds: user.roles.map((role) => role.id) } : {}}
      error={error}
      reads={[roles]}
      busy={busy}
      onSubmit={save}
      onClose={onClose}
    >
      {!user && (
        <Form.Item
          name="userName"
          label="用户名"
          extra="字母、数字和 . _ -，或汉字；全角与大写会自动转换，建立后不能更改"
          rules={[{ required: true, whitespace: true, message: '请填写用户名' }]}
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      )}
      <div className="form-columns">
        <Form.Item name="name" label="姓名" rules={[{ required: true, whitespace: true, message: '请填写姓名' }]}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="post" label="岗位">
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="phone" label="电话">
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
        <Form.Item name="email" label="邮箱" rules={[{ type: 'email', message: '邮箱格式不正确' }]}>
          <Input maxLength={120} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item
        name="roleIds"
        label="角色"
        extra={
          isOwn
            ? '自己的角色由另一位管理员更改'
            : '没有角色的账号只能登录和查看个人中心；带签名职责或管理权限的角色由另一位管理员批准后生效'
        }
      >
        <Select
          disabled={isOwn}
          mode="multiple"
          loading={roles.isPending}
          placeholder="选择一个或几个角色"
          optionFilterProp="label"
          // The roles that the account has are known before the others are read.
          options={(roles.data ?? user?.roles ?? []).map((role) => ({ value: role.id, label: role.name }))}
        />
      </Form.Item>
      <ConflictNote rightsOf={rightsOf} />
    </FormDrawer>
  )
}

/** Makes an account and shows its one-time password, or saves the changes of one. */
function useSave(user: UserRow | undefined, onCreated: (given: OneTimePassword) => void, onClose: () => void) {
  const { message } = App.useApp()
  const create = useWrite(userApi.create)
  const edit = useWrite(userApi.edit)
  const save = ({ userName, name, post = '', phone = '', email = '', roleIds = [] }: Values, saved: () => void) => {
    const profile = { name, post, phone, email, roleIds }
    if (user === undefined)
      return create.mutate(
        { userName, ...profile },
        {
          onSuccess: (given) => {
            saved()
            onClose()
            onCreated(given)
          },
        },
      )
    return edit.mutate(
      { id: user.id, rowVersion: user.rowVersion, ...profile },
      {
        onSuccess: ({ proposedRoles }) => {
          saved()
          message.success(
            proposedRoles.length > 0
              ? `${name} 已保存；${proposedRoles.map((role) => role.name).join('、')} 待另一位管理员批准`
              : `${name} 已保存，下一次操作即按新角色`,
          )
          onClose()
        },
      },
    )
  }
  return { save, error: create.error ?? edit.error, busy: create.isPending || edit.isPending }
}

/** How many separations of duty the chosen roles hold both sides of. */
function ConflictNote({ rightsOf }: { rightsOf: (roleIds: readonly string[]) => readonly string[] }) {
  return (
    <Form.Item noStyle dependencies={['roleIds']}>
      {({ getFieldValue }) => {
        const roleIds: string[] | undefined = getFieldValue('roleIds')
        const both = conflictsOf(rightsOf(roleIds ?? []))
        return (
          both.length > 0 && (
            <p className="quiet">所选角色合起来含 {both.length} 组应由两人分担的职责；同一批次或单据上，系统仍要求另一人完成另一步。</p>
          )
        )
      }}
    </Form.Item>
  )
}
