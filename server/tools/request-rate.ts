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
    const current = Math.floor(now / minute)
    if (current !== this.#minute) {
      this.#minute = current
      this.#taken.clear()
    }
    const taken = this.#taken.get(caller) ?? 0
    if (taken >= this.allowed) return false
    this.#taken.set(caller, taken + 1)
    return true
  }
}
