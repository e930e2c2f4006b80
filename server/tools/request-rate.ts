const minute = 60_000

/** Counts requests of each caller by the minute, in this process's memory: what is too much is refused before it does any work. */
export class RequestRate {
  readonly allowed: number
  #minute = 0
  #taken = new Map<string, number>()
  constructor(allowed: number) {
    this.allowed = allowed
  }

  /** Whether one more request of `caller` fits into this minute; if so it is counted. */
  take(caller: string, now = Date.now()): boolean {
    if (this.isFull(caller, now)) return false
    this.#taken.set(caller, (this.#taken.get(caller) ?? 0) + 1)
    return true
  }

  /** Whether none more does. Counts nothing. */
  isFull(caller: string, now = Date.now()): boolean {
    const current = Math.floor(now / minute)
    if (current !== this.#minute) {
      this.#minute = current
      this.#taken.clear()
    }
    return (this.#taken.get(caller) ?? 0) >= this.allowed
  }
}
