import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { text } from '#contract/kernel/values.ts'

/** How many rows one export holds; what is filtered further fits. */
export const mostExported = 100_000

export const exportApi = {
  note: endpoint({
    method: 'POST',
    path: '/exports',
    right: 'signed-in',
    summary: '记下一次列表导出（安全日志）；行本身按列表的权限读取',
    input: z.strictObject({
      title: text(60),
      columns: z.array(text(60)).min(1).max(100),
      filters: z.record(z.string().max(40), z.string().max(200)).refine((all) => Object.keys(all).length <= 40, '筛选条件太多'),
      rows: z.int().min(0).max(mostExported),
    }),
    output: z.strictObject({}),
  }),
}
