// Separators that no text a person enters can hold (decision 0034).
const [columnEnd, rowEnd] = ['\u001f', '\u001e']

/**
 * Rows as one text, for statements that return thousands of them, by the SQL of each column. JSON objects cost the database twice as much to make, and
 * the driver's rows cost the server more still (decision 0049). All values are text; null is ''. The type names the columns, in their order.
 */
export function textRows<Row extends readonly string[]>(...columns: { readonly [Place in keyof Row]: string }) {
  const row = `concat(${columns.join(`, e'\\x1f', `)})`
  return {
    /** The SQL that writes the rows, in an order where one matters. */
    sql: (order?: string) => `string_agg(${row}, e'\\x1e'${order === undefined ? '' : ` order by ${order}`})`,
    read(text: string | null): Row[] {
      if (text === null) return []
      return text.split(rowEnd).map((line) => {
        const values: readonly string[] = line.split(columnEnd)
        if (!hasAsMany(values, columns)) throw new Error(`a row has ${values.length} columns instead of ${columns.length}`)
        return values
      })
    },
  }
}

/** What a row is, its own statement says: as many texts as it has columns. */
const hasAsMany = <Row extends readonly string[]>(
  values: readonly string[],
  columns: { readonly [Place in keyof Row]: string },
): values is Row => values.length === columns.length
