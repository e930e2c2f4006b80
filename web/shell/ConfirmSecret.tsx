import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { mailboxApi } from '#contract/people/mailbox.ts'
import { useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { GateFrame } from './GateFrame.tsx'

/** What the link in the letter opens: the person says that an administrator reset their account at their own wish. It asks for a click. */
export function ConfirmSecret({ token }: { token: string }) {
  const confirm = useWrite(mailboxApi.confirmSecret)
  return (
    <GateFrame title="确认账号更改">
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
          title="已确认"
          description={`账号 ${confirm.data.userName} 可以签名了。请用只有您自己知道的口令。`}
        />
      ) : (
        <>
          <p>管理员更改了您的账号（新口令或两步验证）。如果是您本人要求的，请确认；如果不是，请不要确认，并立即联系其他管理员。</p>
          <Button
            type="primary"
            size="large"
            block
            loading={confirm.isPending}
            onClick={() => !confirm.isPending && confirm.mutate({ token })}
          >
            是我本人要求的
          </Button>
        </>
      )}
      <p className="gate-links">
        <Link to="/login">去登录</Link>
      </p>
    </GateFrame>
  )
}
