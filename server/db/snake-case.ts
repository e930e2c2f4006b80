import { CamelCasePlugin, PostgresDialect, PostgresQueryCompiler, type KyselyPlugin, type UnknownRow } from 'kysely'

/** The two spellings of a name, each worked out once. */
class Spelling extends CamelCasePlugin {
  inDatabase = (name: string) => this.snakeCase(name)
  inProgram = (name: string) => this.camelCase(name)
  nested = (row: UnknownRow) => this.mapRow(row)
}
const spelling = new Spelling()

/** Writes names as the database spells them while a statement is written. Kysely's plugin copies the whole tree of a statement to rename what is in it. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(spelling.inDatabase(name))
  }
}

/** PostgreSQL, with names in snake_case there and in camelCase here (`camelCaseRows`). */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler()
  }
}

/** Names columns as the program spells them, and the fields of what is nested in them. The rows of one answer have the same columns. */
export const camelCaseRows: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult({ result }) {
    const [first] = result.rows
    if (first === undefined) return Promise.resolve(result)
    const columns = Object.keys(first).map((column) => ({ column, name: spelling.inProgram(column) }))
    const rows = result.rows.map((row) => {
      const named: UnknownRow = {}
      for (const { column, name } of columns) {
        const value = row[column]
        named[name] = typeof value === 'object' && value !== null ? spelling.nested({ value })['value'] : value
      }
      return named
    })
    return Promise.resolve({ ...result, rows })
  },
}
