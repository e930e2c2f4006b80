import { z } from 'zod'
import { elementAt } from './certain.ts'
import { keysOf } from './key-of.ts'

/** Many rows as one list for each field, all of one length. */
export type Columns<Row> = { [Field in keyof Row]: Row[Field][] }

/** Thousands of rows of one shape, sent as columns: the names of the fields are said once. */
export const inColumns = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  z.strictObject(
    // What is made of each entry of a shape has the shape's keys, which `fromEntries` cannot say.
    Object.fromEntries(Object.entries(shape).map(([field, type]) => [field, z.array(type)])) as {
      [Field in keyof Shape]: z.ZodArray<Shape[Field]>
    },
  )

export const columnsOf = <Row extends object>({ shape }: z.ZodObject<Record<keyof Row & string, z.ZodType>>, rows: readonly Row[]) =>
  Object.fromEntries(keysOf(shape).map((field) => [field, rows.map((row) => row[field])])) as Columns<Row>

/** The rows that were sent as columns. */
export function rowsIn<Row extends object>(columns: Columns<Row>): Row[] {
  const lists = Object.entries<unknown[]>(columns)
  const [, first] = elementAt(lists, 0)
  return first.map((_, place) => Object.fromEntries(lists.map(([field, values]) => [field, values[place]])) as Row)
}
