import type { ToldTime } from './told-time.ts'

type Entry = { daysAgo: number; hour: number; work: () => Promise<void> }

/** What will have come of an entry once its day is lived; to ask earlier is a mistake of the plan. */
export type Outcome<Result> = () => Result

/** The plan of a year: what happens on which day, in any order. It is lived from its first day to its last. */
export class Agenda {
  readonly #entries: Entry[] = []

  /** Plans a piece of work for an hour of the day so many days ago, in Shanghai. */
  on<Result>(daysAgo: number, hour: number, work: () => Promise<Result>): Outcome<Result> {
    let outcome: { result: Result } | undefined
    this.#entries.push({ daysAgo: Math.round(daysAgo), hour, work: async () => void (outcome = { result: await work() }) })
    return () => {
      if (outcome === undefined) throw new Error(`what was planned for ${daysAgo} days ago has not happened yet`)
      return outcome.result
    }
  }

  async live(time: ToldTime): Promise<void> {
    const inOrder = this.#entries.toSorted((one, other) => other.daysAgo - one.daysAgo || one.hour - other.hour)
    for (const { daysAgo, hour, work } of inOrder) {
      time.turnTo(daysAgo, hour)
      await work()
    }
    time.arriveAtNow()
  }
}
