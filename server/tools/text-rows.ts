import { elementAt } from '#contract/kernel/certain.ts'

// Separators that no text a person enters can hold (decision 0034).
const [columnEnd, valueEnd] = ['\u001f', '\u001e']

/** One list of texts for each column of a row, all of one length. */
export type TextColumns<Row extends readonly string[]> = { readonly [Place in keyof Row]: readonly Row[Place][] }

/**
 * Rows as one text, for statements that return thousands of them, by the SQL of each column. Column by column: rows put together by `concat` cost the
 * database half as much again and the server a split for each, JSON objects twice as much, and the driver's rows more still (decisions 0049, 0133). All values
 * are text; null is ''. The type names the columns, in their order.
 */
export function textRows<Row extends readonly string[]>(...columns: { readonly [Place in keyof Row]: string }) {
  const readColumns = (text: string | null): TextColumns<Row> => {
    const lists: readonly (readonly string[])[] =
      text === null ? columns.map(() => []) : text.split(columnEnd).map((list) => list.split(valueEnd))
    if (!areColumns(lists, columns))
      throw new Error(`columns of ${lists.map(({ length }) => length).join(', ')} values instead of ${columns.length} of one length`)
    return lists
  }
  return {
    /** The SQL that writes the rows, in an order where one matters. No two rows may be alike in it: each column is put into that order for itself. */
    sql(order?: string) {
      const inOrder = order === undefined ? '' : ` order by ${order}`
      return columns.map((column) => `string_agg(coalesce((${column})::text, ''), e'\\x1e'${inOrder})`).join(` || e'\\x1f' || `)
    },
    /** What the rows say, column by column: nothing is made for each row. */
    readColumns,
    read(text: string | null): Row[] {
      const lists = readColumns(text)
      const [first = []] = lists
      return first.map((_, place) => {
        const row = lists.map((list) => elementAt(list, place))
        if (!isRow(row, columns)) throw new RangeError(`a row of ${row.length} values instead of ${columns.length}`)
        return row
      })
    },
  }
}

type OfEach<Row extends readonly string[]> = { readonly [Place in keyof Row]: string }

/** Which columns a row has, its own statement says: as many as are written, each with a value for each row. */
const areColumns = <Row extends readonly string[]>(
  lists: readonly (readonly string[])[],
  columns: OfEach<Row>,
): lists is TextColumns<Row> => lists.length === columns.length && lists.every(({ length }) => length === lists[0]?.length)
const isRow = <Row extends readonly string[]>(values: readonly string[], columns: OfEach<Row>): values is Row =>
  values.length === columns.length
