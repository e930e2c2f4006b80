import { App, Button } from 'antd'
import { useState } from 'react'
import { CallError } from '../lib/call.ts'
import { download } from '../lib/download.ts'

/** Fetches a file of the server's making and keeps it; says so when it cannot. */
export function ExportButton({ url, children = '导出 Excel' }: { url: string; children?: string }) {
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      await download(url)
    } catch (error) {
      message.error(error instanceof CallError ? error.message : '导出没有成功，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={start}>
      {children}
    </Button>
  )
}
