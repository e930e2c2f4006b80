import { sql, type RawBuilder } from 'kysely'
import type { Action } from '#contract/kernel/action.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { PageCode, PagePath } from '#contract/kernel/pages.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'

/**
 * The documents of one life that can wait for a person. A feature exports those of its own tables from its `waiting.ts`; the home page lists
 * them. Which state waits for which duty is in the table of the actions (`awaitedIn`) and nowhere else.
 */
export type Waiting = {
  /** What the trade calls one of them. */
  document: string
  actions: readonly Action<{ state: string }>[]
  looks: Record<string, StateLook>
  /** The lists in which they are found, by page; a duty's own page comes before any other. */
  lists: Partial<Record<PageCode, Endpoint>>
  /** Where they are found when it is not the page that the code is named after. */
  path?: PagePath
  /** What the page is opened with: for all that are in a state, and for one of them. */
  all: (state: string) => Record<string, string>
  one: (no: string) => Record<string, string>
  /**
   * Those in one of `states`: no, subject, since (when it got there, as near as the row says), and the standing that the actions'
   * rules are asked about.
   */
  select: (states: readonly string[]) => RawBuilder<unknown>
}

/** The documents of a life whose rules ask about `Standing`, which is what `select` gives. */
export const waitingIn = <Standing extends { state: string }>(
  given: Omit<Waiting, 'actions' | 'all' | 'one'> & { actions: Record<string, Action<Standing>> } & Partial<Pick<Waiting, 'all' | 'one'>>,
): Waiting => ({
  all: (state) => ({ state }),
  one: (no) => ({ q: no }),
  ...given,
  // The rules ask about the same standing that `select` builds, which no type can see through the database.
  actions: Object.values(given.actions) as unknown as Waiting['actions'],
})

/** `column = anyOf(states)` */
export const anyOf = (states: readonly string[]) => sql`any (${states}::text[])`
