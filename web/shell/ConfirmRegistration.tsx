import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { registrationApi } from '#contract/people/registration.ts'
import { CallError, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { GateFrame } from './GateFrame.tsx'

/** What the link in the letter opens: it confirms the applicant's mailbox. It asks for a click, since programs that scan mail also open its links. */
export function ConfirmRegistration({ token }: { token: string }) {
  const navigate = useNavigate()
  const confirm = useWrite(registrationApi.confirm)
  const over = confirm.error instanceof CallError && confirm.error.code === 'link_over'
  return (
    <GateFrame title="确认邮箱">
      {confirm.error && (
        <div className="form-failure">
          <CallFailure error={confirm.error} onRetry={undefined} />
        </div>
      )}
      {over && <p className="gate-note">链接在发出15分钟后失效。请打开提交申请后的进度页，再次发送确认邮件。</p>}
      <p>确认后，注册申请即提交审批。</p>
      <Button
        type="primary"
        size="large"
        block
        loading={confirm.isPending}
        onClick={() =>
          !confirm.isPending &&
          confirm.mutate({ token }, { onSuccess: ({ receipt }) => void navigate(`/register#receipt=${receipt}`, { replace: true }) })
        }
      >
        确认邮箱
      </Button>
      <p className="gate-links">
        <Link to="/register">重新申请</Link>
        <Link to="/login">去登录</Link>
      </p>
    </GateFrame>
  )
}
