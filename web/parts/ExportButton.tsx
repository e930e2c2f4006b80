import { App, Button } from 'antd'
import { useState } from 'react'
import { CallError } from '#web/lib/call.ts'
import { download } from '#web/lib/download.ts'

/** Saves a file that the server makes (`url`), or one that is made here (`start`). A failure becomes a message. */
export function ExportButton({
  children = '导出 Excel',
  ...from
}: { children?: string } & ({ url: string } | { start: () => Promise<void> })) {
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await ('url' in from ? download(from.url) : from.start())
    } catch (error) {
      message.error(error instanceof CallError ? error.message : '导出没有成功，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void run()}>
      {children}
    </Button>
  )
}
