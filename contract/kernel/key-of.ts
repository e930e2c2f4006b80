import { z } from 'zod'

/** The keys of a table, as what they are and not as any text. `Object.keys` forgets them, since a table may have more keys than its type. */
export const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[]

/** One of the keys of a table: words that have their labels in the contract are not listed a second time. */
export const keyOf = <Key extends string>(table: Record<Key, unknown>, error?: string) => z.enum(keysOf(table), error)
