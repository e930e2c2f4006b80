import { App, Form, Input } from 'antd'
import type { Right } from '#contract/kernel/duties.ts'
import { differenceOf, roleApi, type RoleRow } from '#contract/people/role.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { isRight } from '#web/parts/right-names.ts'
import { RightsField } from './RightsField.tsx'
import { RoleDifference } from './RoleDifference.tsx'

type Values = { name: string; rights?: Right[] }

/** 新建、复制或修改角色; the difference is shown before it is saved. */
export function RoleFormDrawer({ role, copyOf, onClose }: { role?: RoleRow; copyOf?: RoleRow; onClose: () => void }) {
  const { message, modal } = App.useApp()
  const detail = useRead(roleApi.read, role ? { id: role.id } : null)
  const create = useWrite(roleApi.create)
  const edit = useWrite(roleApi.edit)

  const save = ({ name, rights = [] }: Values, saved: () => void) => {
    const done = {
      onSuccess: ({ proposedRights }: RoleRow) => {
        saved()
        message.success(
          proposedRights.length > 0
            ? `${name} 已保存；${proposedRights.length} 项签名或管理权限待另一位管理员批准`
            : role
              ? `${name} 已保存，持有人的下一次操作即按新权限`
              : `${name} 已建立，请到用户管理授予账号`,
        )
        onClose()
      },
    }
    if (role) edit.mutate({ id: role.id, rowVersion: role.rowVersion, name, rights }, done)
    else create.mutate({ name, rights }, done)
  }
  const submit = (values: Values, saved: () => void) => {
    const { rights = [] } = values
    const otherRights = detail.data?.isMine ? detail.data.myOtherRights : undefined
    const lost = !role || !otherRights ? [] : differenceOf(role.rights, rights).taken.filter((right) => !otherRights.includes(right))
    modal.confirm({
      title: role ? `保存“${values.name}”的修改？` : `建立角色“${values.name}”？`,
      content: (
        <>
          {role && role.holderCount > 0 && <p>有 {role.holderCount} 个账号持有该角色；新增的签名和管理权限由另一位管理员批准后生效。</p>}
          <RoleDifference before={role?.rights ?? []} after={rights} lost={lost} />
        </>
      ),
      width: 640,
      okText: '保存',
      okButtonProps: { danger: lost.length > 0 },
      cancelText: '再看看',
      onOk: () => save(values, saved),
    })
  }

  const source = role ?? copyOf
  return (
    <FormDrawer<Values>
      title={role ? `修改角色 ${role.name}` : copyOf ? `复制角色 ${copyOf.name}` : '新建角色'}
      submit="查看变化并保存"
      draftName={role?.id ?? (copyOf ? `copy-${copyOf.id}` : 'new')}
      initial={{ name: role?.name ?? (copyOf ? `${copyOf.name} 副本` : ''), rights: source?.rights.filter(isRight) ?? [] }}
      error={create.error ?? edit.error}
      reads={[detail]}
      busy={create.isPending || edit.isPending || (role !== undefined && detail.isPending)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label="角色名称" rules={[{ required: true, whitespace: true, message: '请填写角色名称' }]}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="rights" label="页面与职责">
        <RightsField />
      </Form.Item>
    </FormDrawer>
  )
}
