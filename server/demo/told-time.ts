import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { realClock, type Clock } from '#tools/clock.ts'

/** The time of the people who walk: what it is for them, and how they spend it. */
export type Time = Clock & {
  /** Lets so many hours pass. Where time is real nobody waits. */
  spend(hours: number): void
}

export const realTime: Time = { ...realClock, spend: () => {} }

/**
 * The clock of the demo's maker: it is turned to a day gone by, people spend their hours on it, and it never runs ahead of the real one. It is
 * handed to `buildApp` and to the people who walk there, and to nobody else (decision 0037).
 */
export class ToldTime implements Time {
  #at: number | undefined

  now(): Date {
    const real = Date.now()
    return new Date(this.#at === undefined ? real : Math.min(this.#at, real))
  }

  spend(hours: number): void {
    if (this.#at !== undefined) this.#at += hours * 3_600_000
  }

  /** Turns to an hour of the day so many days ago, in Shanghai. */
  turnTo(daysAgo: number, hour = 8.5): void {
    const day = addDays(dayInShanghai(new Date()), -daysAgo)
    this.#at = Date.parse(`${day}T00:00:00+08:00`) + hour * 3_600_000
  }

  /** The past is told: from now on it is the real clock. */
  arriveAtNow(): void {
    this.#at = undefined
  }
}
