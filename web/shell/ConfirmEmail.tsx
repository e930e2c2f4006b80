import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { mailboxApi } from '#contract/people/mailbox.ts'
import { useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { GateFrame } from './GateFrame.tsx'

/** What the link in the letter opens: it confirms a person's mailbox. It asks for a click, since programs that scan mail also open its links. */
export function ConfirmEmail({ token }: { token: string }) {
  const confirm = useWrite(mailboxApi.confirmEmail)
  return (
    <GateFrame title="确认邮箱">
      {confirm.error && (
        <div className="form-failure">
          <CallFailure error={confirm.error} onRetry={undefined} />
        </div>
      )}
      {confirm.isSuccess ? (
        <Alert
          className="form-failure"
          type="success"
          showIcon
          role="status"
          title="邮箱已确认"
          description={`${confirm.data.email} 可以用来重置口令和接收安全通知。`}
        />
      ) : (
        <>
          <p>请确认这是您本人账号的邮箱。</p>
          <Button
            type="primary"
            size="large"
            block
            loading={confirm.isPending}
            onClick={() => !confirm.isPending && confirm.mutate({ token })}
          >
            确认邮箱
          </Button>
        </>
      )}
      <p className="gate-links">
        <Link to="/ucenter">进入个人中心</Link>
      </p>
    </GateFrame>
  )
}
