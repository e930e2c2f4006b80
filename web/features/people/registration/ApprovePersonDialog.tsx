import { App, Form, Input, Select } from 'antd'
import { joiningApi, type RegistrationRow } from '#contract/people/registration.ts'
import { userApi } from '#contract/people/user.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { userName: string; roleIds?: string[] }

/** Approves an applicant: under which user name, and with which roles. */
export function ApprovePersonDialog({ registration, onClose }: { registration: RegistrationRow; onClose: () => void }) {
  const { message } = App.useApp()
  const roles = useRead(userApi.roleChoices, {})
  const approve = useWrite(joiningApi.approve)
  const { id, name, post, phone, email, userName, userNameTaken } = registration
  return (
    <StepDialog<Values>
      title={`批准 ${name} 加入`}
      submit="批准"
      error={approve.error}
      reads={[roles]}
      busy={approve.isPending}
      initial={{ userName, roleIds: [] }}
      onClose={onClose}
      onSubmit={({ userName, roleIds = [] }) =>
        approve.mutate(
          { id, userName, roleIds },
          {
            onSuccess: (approved) => {
              message.success(`${approved.name} 的账号已开通，已发邮件告知`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['岗位', post],
          ['电话', phone],
          ['邮箱', `${email}（已确认）`],
        ]}
      />
      <p className="quiet">请先核实确是本企业人员。口令由申请人自己设定，批准后即可登录。</p>
      <Form.Item
        name="userName"
        label="用户名"
        extra={userNameTaken ? '申请的用户名已被使用，请另取一个，邮件会告知申请人' : '建立后不能更改'}
        rules={[{ required: true, whitespace: true, message: '请填写用户名' }]}
      >
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="roleIds" label="角色" extra="没有角色的账号只能登录和查看个人中心">
        <Select
          mode="multiple"
          loading={roles.isPending}
          placeholder="选择一个或几个角色"
          optionFilterProp="label"
          options={(roles.data ?? []).map((role) => ({ value: role.id, label: role.name }))}
        />
      </Form.Item>
    </StepDialog>
  )
}
