import { App } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { CallError } from '#web/lib/call.ts'
import { readAllRows, type AskedList } from './all-rows.ts'

/** How many rows a printed list holds at most: forty sheets. The paper says when there are more. */
export const mostOnPaper = 1000

/** What prints alone, and not the list below it. */
const alone = '.ant-drawer-open:not(.sidebar-drawer), .ant-modal, dialog[open]'

/**
 * All rows of the list while it is put on paper; undefined on the screen. The browser does not wait for an answer once it prints, so the rows are
 * read when Ctrl-P is pressed, and then it prints. Its own menu prints what the screen shows.
 */
export function useRowsOnPaper<Row, In extends z.ZodObject>(
  list: AskedList<Row, In>,
  /** Whether the screen shows a part of the rows. */
  isPart: boolean,
): readonly Row[] | undefined {
  const { message } = App.useApp()
  const [rows, setRows] = useState<readonly Row[]>()
  const isReading = useRef(false)
  const printAll = async () => {
    isReading.current = true
    const told = message.loading('正在读取要打印的记录', 0)
    try {
      const all = await readAllRows(list, mostOnPaper)
      told()
      flushSync(() => setRows(all))
      print()
    } catch (error) {
      told()
      message.error(error instanceof CallError ? error.message : '没有读取到要打印的记录，请重试')
    } finally {
      isReading.current = false
    }
  }
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'p'
    if (!isPrint || !isPart || document.querySelector(alone) !== null) return
    event.preventDefault()
    if (!isReading.current) void printAll()
  })
  // Listened to once: a listener that is replaced while the browser says that printing is over does not hear it.
  useEffect(() => {
    const press = (event: KeyboardEvent) => hear(event)
    const forget = () => setRows(undefined)
    addEventListener('keydown', press)
    addEventListener('afterprint', forget)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('afterprint', forget)
    }
  }, [])
  return rows
}
