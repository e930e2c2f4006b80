import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { CallError } from '#web/lib/call.ts'
import { GateFrame } from './GateFrame.tsx'

/** What is shown when the start failed: the server did not say who is signed in, or the program did not load. It needs no library. */
export function StartFailure() {
  const error = useRouteError()
  useEffect(() => {
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <GateFrame title="无法打开">
      <div role="alert" className="gate-failure">
        {error instanceof CallError ? error.message : '页面没有加载成功，可能是网络中断，或系统刚刚更新。'}
        {error instanceof CallError && error.requestId && (
          <p>
            请求编号 <code>{error.requestId}</code>
          </p>
        )}
      </div>
      <button type="button" className="gate-button" onClick={() => location.reload()}>
        重新加载
      </button>
    </GateFrame>
  )
}
