/** How many pages are kept: those that are scanned most are always among them. */
const keptAtMost = 200

type Kept<Page> = { version: string; page: Promise<Page> }

/**
 * The pages of the lots that are looked at, each for the version of everything it is made of. Whoever asks brings the version that stands at
 * that moment, so a page that became wrong is never given out, whichever process changed what.
 */
export class KeptPages<Page> {
  readonly #pages = new Map<string, Kept<Page>>()

  /** The page of this version, made when it is not there. Who comes meanwhile waits for the same making. */
  async of(lotId: string, version: string, make: () => Promise<Page>): Promise<Page> {
    const kept = this.#pages.get(lotId)
    this.#pages.delete(lotId) // what is asked for moves to the end, what nobody asks for to the front
    const page = kept?.version === version ? kept.page : make()
    this.#pages.set(lotId, { version, page })
    for (const [oldest] of this.#pages) {
      if (this.#pages.size <= keptAtMost) break
      this.#pages.delete(oldest)
    }
    try {
      return await page
    } catch (error) {
      if (this.#pages.get(lotId)?.page === page) this.#pages.delete(lotId)
      throw error
    }
  }
}
