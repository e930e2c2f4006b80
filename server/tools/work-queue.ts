import { Refusal } from '#contract/kernel/refusals.ts'

export type Limits = {
  /** How many pieces of work run at once. */
  atOnce: number
  /** How many more may wait for their turn. */
  waiting: number
  /** How long one waits at most, ms. */
  patience: number
}

/**
 * Heavy work in turns, first come, first served: what runs at once is bounded, and so is what waits. What finds no room, or waits too long, is
 * refused as `imports_busy` and has cost nothing.
 */
export class WorkQueue {
  readonly #limits: Limits
  #running = 0
  #waiting: (() => void)[] = []
  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Does the work when its turn has come. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1
      return Promise.resolve()
    }
    if (this.#waiting.length >= this.#limits.waiting) return Promise.reject(new Refusal('imports_busy'))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const begin = () => {
      clearTimeout(late)
      resolve()
    }
    const late = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other !== begin)
      reject(new Refusal('imports_busy'))
    }, this.#limits.patience)
    this.#waiting.push(begin)
    return promise
  }
}
