import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { instant } from '#contract/kernel/values.ts'

/** A place in the product: the path of a page, with the query its list is opened with. */
export const link = z.string().regex(/^\/[a-z-]+(\?.*)?$/)

/** One kind of document in one state, and what this person may do about it. */
const waitingWork = z.strictObject({
  /** 采购单、原料请验单 …, and what the state is called */
  document: z.string(),
  state: z.string(),
  /** 批准、取样 …, and the duties under which it is done */
  steps: z.array(z.string()),
  duties: z.array(z.string()),
  /** The list of them all: `count` and `others` together are its length. */
  path: link,
  /** How many this person may deal with. */
  count: z.int(),
  /** How many more are in the same state that another person has to deal with (separation of duties, or another's draft). */
  others: z.int(),
  /** The oldest few of `count`, oldest first. */
  oldest: z.array(z.strictObject({ no: z.string(), subject: z.string(), since: instant, path: link })),
})
export type WaitingWork = z.infer<typeof waitingWork>

/** How many documents of a kind are named one by one. */
export const namedAtMost = 5

export const workApi = {
  waiting: endpoint({
    method: 'GET',
    path: '/work/waiting',
    right: 'signed-in',
    summary: '等我处理：按职责列出等待本人处理的单据，最早的在前；须由他人处理的不计',
    input: z.strictObject({}),
    output: z.array(waitingWork),
  }),
}
