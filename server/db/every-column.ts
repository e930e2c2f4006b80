import type { InsertObject } from 'kysely'
import type { Schema } from './schema.ts'

/** A row as kysely lets it be inserted: what has a default or may be null may be missing. */
type Row<Table extends keyof Schema> = InsertObject<Schema, Table>

type MayBeMissing<Table extends keyof Schema> = {
  [Column in keyof Row<Table>]-?: undefined extends Row<Table>[Column] ? Column : never
}[keyof Row<Table>]

/** What the database gives every row by itself, where the table has it. */
type Housekeeping<Table extends keyof Schema> = Extract<MayBeMissing<Table>, 'id' | 'createdAt' | 'recordedAt' | 'rowVersion'>

/**
 * A row for an insert that states every column, also those that may be null or have a default. A column that is added to the table is then
 * an error at the insert, and not silently empty:
 *
 *     .values({ … } satisfies EveryColumn<'hold', 'liftedAt' | 'liftedBy' | 'conclusion'>)
 *
 * `Later` names the columns that this step leaves to their default or to a later step.
 */
export type EveryColumn<Table extends keyof Schema, Later extends MayBeMissing<Table> = never> = {
  [Column in Exclude<keyof Row<Table>, Later | Housekeeping<Table>>]-?: Row<Table>[Column]
} & { [Column in Housekeeping<Table>]?: Row<Table>[Column] }

/**
 * What a query gives of a row when it must give every column but those named. A column that is added to the table is then an error at the
 * query, and not silently unseen:
 *
 *     (await tx.selectFrom('rawLot').select([…]).executeTakeFirstOrThrow()) satisfies EveryColumnRead<'rawLot', 'enterpriseId'>
 */
export type EveryColumnRead<Table extends keyof Schema, Unread extends keyof Schema[Table] = never> = Record<
  Exclude<keyof Schema[Table], Unread>,
  unknown
>
