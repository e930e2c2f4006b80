import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Skeleton } from 'antd'
import { Link } from 'react-router'
import {
  daysToConfirm,
  registrationApi,
  registrationKinds,
  registrationLooks,
  type RegistrationStatus as Status,
} from '#contract/people/registration.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { call } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { GateFrame } from './GateFrame.tsx'
import { LicenceUpload } from './LicenceUpload.tsx'

/** The state of a registration, for the person who holds its receipt: what they still have to do, and what was decided. */
export function RegistrationStatus({ receipt }: { receipt: string }) {
  const status = useQuery({
    queryKey: ['registration', receipt],
    queryFn: ({ signal }) => call(registrationApi.status, { receipt }, { signal }),
    refetchInterval: 30_000,
  })
  return (
    <GateFrame title="注册申请的进度" wide>
      {status.isPending && <Skeleton active />}
      {status.error && <CallFailure error={status.error} onRetry={() => void status.refetch()} />}
      {status.data && (
        <>
          <NextStep status={status.data} receipt={receipt} />
          <Facts
            rows={[
              ['状态', <StateTag key="state" of={registrationLooks} state={status.data.state} />],
              ['注册方式', registrationKinds[status.data.kind]],
              ['企业名称', status.data.enterpriseName],
              ['统一社会信用代码', status.data.creditCode],
              ['用户名', status.data.userName],
              ['电子邮箱', status.data.email],
              ...(status.data.kind === 'new' ? ([['证照文件', status.data.licenceFile?.name ?? '']] as const) : []),
              ['提交时间', dateTime(status.data.createdAt)],
              ['邮箱确认时间', status.data.confirmedAt && dateTime(status.data.confirmedAt)],
              ['审批时间', status.data.decidedAt && dateTime(status.data.decidedAt)],
            ]}
          />
          {status.data.ticket !== null && <LicenceUpload ticket={status.data.ticket} replaces={status.data.licenceFile !== null} />}
          {status.data.decidedAt === null && status.data.state !== 'lapsed' && (
            <p className="gate-note">可以收藏本页地址，随时回来查看；请不要转给他人。</p>
          )}
        </>
      )}
      <p className="gate-links">
        <Link to="/register">另行申请</Link>
        <Link to="/login">去登录</Link>
      </p>
    </GateFrame>
  )
}

function NextStep({ status, receipt }: { status: Status; receipt: string }) {
  const { message } = App.useApp()
  const resend = useButtonWrite(registrationApi.resend)
  if (status.state === 'unconfirmed')
    return (
      <Alert
        className="form-failure"
        type="warning"
        showIcon
        title="请先确认邮箱"
        description={
          <>
            <p>
              {`确认邮件已发往 ${status.email}，其中的链接15分钟内有效。没有收到时请看垃圾邮件，或再次发送。${daysToConfirm}天内没有确认的申请会失效。`}
            </p>
            <Button
              size="small"
              loading={resend.busy}
              onClick={() => void resend.run({ receipt }, () => void message.success('确认邮件已再次发送'))}
            >
              再次发送
            </Button>
          </>
        }
      />
    )
  if (status.state === 'pending')
    return (
      <Alert
        className="form-failure"
        type="info"
        showIcon
        title={status.kind === 'new' && status.licenceFile === null ? '邮箱已确认，请上传证照' : '邮箱已确认，正在等待审批'}
        description="审批结果会发到您的邮箱。"
      />
    )
  if (status.state === 'approved')
    return (
      <Alert
        className="form-failure"
        type="success"
        showIcon
        title="已批准"
        description="账号已经开通，用户名见邮件；请用注册时设定的口令登录。"
      />
    )
  if (status.state === 'refused')
    return <Alert className="form-failure" type="error" showIcon title="申请被退回" description={`原因：${status.reason}`} />
  return <Alert className="form-failure" type="warning" showIcon title="申请已失效" description="邮箱没有在期限内确认，请重新申请。" />
}
