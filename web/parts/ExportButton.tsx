import { App, Button } from 'antd'
import { useState } from 'react'
import { CallError } from '#web/lib/call.ts'
import { download } from '#web/lib/download.ts'

/** Keeps a file of the server's making (`url`), or one that is made here (`start`); says so when it cannot. */
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
