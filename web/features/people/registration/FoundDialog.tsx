import { App, Button, Form, Input } from 'antd'
import { foundingApi, type RegistrationRow } from '#contract/people/registration.ts'
import { useWrite } from '#web/lib/call.ts'
import { download } from '#web/lib/download.ts'
import { day } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Shows what a new enterprise handed in, and approves it with its applicant as administrator. */
export function FoundDialog({ registration, onClose }: { registration: RegistrationRow; onClose: () => void }) {
  const { message } = App.useApp()
  const approve = useWrite(foundingApi.approve)
  const { id, enterpriseName, creditCode, licenceKind, licenceNo, licenceValidUntil, licenceFile, name, post, phone, email } = registration
  const open = () =>
    void download(`/api/platform-registrations/${id}/licence`).catch((error: unknown) =>
      message.error(error instanceof Error ? error.message : '下载没有成功，请重试'),
    )
  return (
    <StepDialog<{ userName: string }>
      title={`批准 ${enterpriseName} 入驻`}
      submit="批准入驻"
      error={approve.error}
      busy={approve.isPending}
      initial={{ userName: registration.userName }}
      onClose={onClose}
      onSubmit={({ userName }) =>
        approve.mutate(
          { id, userName },
          {
            onSuccess: () => {
              message.success(`${enterpriseName} 已入驻，已发邮件告知申请人`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['统一社会信用代码', creditCode],
          ['证照', `${licenceKind} ${licenceNo}`],
          ['有效期至', licenceValidUntil === null ? '长期' : day(licenceValidUntil)],
          [
            '证照文件',
            <Button key="file" type="link" className="text-action" onClick={open}>
              下载 {licenceFile?.name}
            </Button>,
          ],
          ['申请人', `${name} ${post}`],
          ['电话', phone],
          ['邮箱', `${email}（已确认）`],
        ]}
      />
      <p className="quiet">请核对证照与企业信息。批准后建立该企业及其角色，申请人成为其管理员；双方数据互不可见。</p>
      <Form.Item
        name="userName"
        label="管理员用户名"
        extra={registration.userNameTaken ? '申请的用户名已被使用，请另取一个，邮件会告知申请人' : '建立后不能更改'}
        rules={[{ required: true, whitespace: true, message: '请填写用户名' }]}
      >
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
    </StepDialog>
  )
}
