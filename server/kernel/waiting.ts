import { sql, type RawBuilder } from 'kysely'
import type { Action } from '#contract/kernel/action.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
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
  one: (named: { id: string; no: string }) => Record<string, string>
  /**
   * The dialog that the page opens for a step: the word that `do` in the address says. By default that of the step itself. Null where `one` opens
   * what there is to open.
   */
  dialogOf: (step: Action<{ state: string }>) => string | null
  /**
   * Of these documents: id, no, subject, and standing where the kept row has none. Which of them wait, since when and until when is kept by the
   * views and triggers of `server/db/definitions/waiting.sql`.
   */
  select: (ids: readonly string[]) => RawBuilder<unknown>
  /** Which of these (an array in SQL) wait for nobody after all, for a reason that comes without a step of their own. */
  unfit?: (ids: RawBuilder<unknown>) => RawBuilder<unknown>
}

type Given<Standing extends { state: string }> = Omit<Waiting, 'actions' | 'all' | 'one' | 'dialogOf'> & {
  actions: Record<string, Action<Standing>>
  /** The dialogs that are not named as their step is; `itself` where `one` opens it. */
  opens?: Record<string, string> | 'itself'
} & Partial<Pick<Waiting, 'all' | 'one'>>

/** The documents of a life whose rules ask about `Standing`, which is what `select` gives. */
export function waitingIn<Standing extends { state: string }>({ actions: table, opens = {}, ...given }: Given<Standing>): Waiting {
  // The rules ask about the same standing that `select` builds, which no type can see through the database.
  const named = table as unknown as Record<string, Action<{ state: string }>>
  return {
    all: (state) => ({ state }),
    one: ({ no }) => ({ q: no }),
    ...given,
    actions: Object.values(named),
    dialogOf(step) {
      if (opens === 'itself') return null
      const name = keysOf(named).find((key) => named[key] === step)
      return name === undefined ? null : (opens[name] ?? name)
    },
  }
}

/** `id = anyOf(ids)` */
export const anyOf = (ids: readonly string[]) => sql`any (${ids}::uuid[])`
