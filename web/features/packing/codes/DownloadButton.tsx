import { App } from 'antd'
import { useState } from 'react'
import type { RangeRow } from '#contract/packing/codes.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { useHolds } from '#web/lib/actor.ts'
import { CallError } from '#web/lib/call.ts'
import { download } from '#web/lib/download.ts'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'

/** Fetches the codes of a range as CSV; their links lead to where this browser is, unless the installation has an address of its own. */
export function DownloadButton({ range }: { range: RangeRow }) {
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const mayPrint = useHolds('21:print')
  const start = async () => {
    setBusy(true)
    try {
      await download(`/api/code-ranges/${range.id}/codes?origin=${encodeURIComponent(location.origin)}`)
    } catch (error) {
      message.error(error instanceof CallError ? error.message : '下载没有成功，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <ReasonButton reason={mayPrint ? undefined : refusals.no_permission} busy={busy} onClick={() => void start()}>
      下载 CSV
    </ReasonButton>
  )
}
