import { App } from 'antd'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { useWrite } from './call.ts'

/** A write started by a button alone: there is no dialog to show what went wrong, so a message does. */
export function useButtonWrite<E extends Endpoint>(endpoint: E) {
  const { message } = App.useApp()
  const write = useWrite(endpoint)
  const run = async (input: z.input<E['input']>, done?: (output: z.output<E['output']>) => void) => {
    try {
      const output = await write.mutateAsync(input)
      done?.(output)
    } catch (error) {
      message.error(error instanceof Error ? error.message : '操作没有成功，请重试')
    }
  }
  return { run, busy: write.isPending }
}
