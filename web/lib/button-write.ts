import { App } from 'antd'
import { useRef } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { useWrite } from './call.ts'

/** A write started by a button alone: there is no dialog to show what went wrong, so a message does. */
export function useButtonWrite<E extends Endpoint>(endpoint: E) {
  const { message } = App.useApp()
  const write = useWrite(endpoint)
  const running = useRef(new Set<string>())
  const run = async (input: z.input<E['input']>, done?: (output: z.output<E['output']>) => void) => {
    const text = JSON.stringify(input)
    if (running.current.has(text)) return // a second click, which has nothing to add
    running.current.add(text)
    try {
      const output = await write.mutateAsync(input)
      done?.(output)
    } catch (error) {
      message.error(error instanceof Error ? error.message : '操作没有成功，请重试')
    }
    running.current.delete(text)
  }
  return { run, busy: write.isPending }
}
