import { futureMessage, isInFuture } from '#contract/kernel/occurred-at.ts'

/** The rule of a form field that holds when something happened: the server's own. */
export const notInFuture = {
  validator: async (_: unknown, instant: unknown) => {
    if (typeof instant === 'string' && isInFuture(instant)) throw new Error(futureMessage)
  },
}
