import { Alert, Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { CallError, isFault, isOffline } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'

/** What went wrong, the way out, and the number an administrator needs to find it in the log. */
export function CallFailure({ error, onRetry, extra }: { error: Error; onRetry: (() => void) | undefined; extra?: ReactNode }) {
  // Only a fault of the system is looked up in the log; a refusal says itself what to do.
  const requestId = error instanceof CallError && isFault(error) ? error.requestId : undefined
  return (
    <Alert
      type="error"
      showIcon
      title={failureText(error)}
      description={requestId ? <RequestNumber id={requestId} /> : onRetry && isOffline(error) && '网络恢复后会自动重试。'}
      action={
        <>
          {extra}
          {onRetry && (
            <Button size="small" onClick={onRetry}>
              重试
            </Button>
          )}
        </>
      }
    />
  )
}

/** A request id that can be copied; selectable text besides, since a page over plain http has no clipboard. */
function RequestNumber({ id }: { id: string }) {
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id)
      setCopied('已复制')
    } catch {
      setCopied('请选中编号后复制')
    }
  }
  return (
    <span>
      请求编号 <code>{id}</code>{' '}
      <Button type="link" className="text-action" onClick={copy}>
        复制
      </Button>{' '}
      <span role="status">{copied}</span>
    </span>
  )
}
