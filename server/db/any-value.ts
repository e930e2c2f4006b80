import { sql, type RawBuilder } from 'kysely'

/**
 * A value whose statement is planned once for all its values (decision 0106): asked as a query of its own, it cannot be looked at while planning, which in a
 * large factory takes longer than running. Not where a rare value wants another plan than a frequent one.
 */
export const anyValue = (value: string, type: 'date' | 'timestamptz'): RawBuilder<unknown> => sql`(select ${value}::${sql.raw(type)})`
