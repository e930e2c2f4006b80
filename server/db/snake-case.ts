import { CamelCasePlugin, PostgresQueryCompiler, type UnknownRow } from 'kysely'
import pg from 'pg'
import type { RowForm } from './flight.ts'
import { types } from './pool.ts'

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

const camelCaseTypes = new pg.TypeOverrides(types)
const { JSON: json, JSONB: jsonb } = pg.types.builtins
// And the arrays of both.
for (const type of [json, jsonb, 199, 3807]) {
  const parse = pg.types.getTypeParser(type)
  camelCaseTypes.setTypeParser(type, (text: string) => spelling.nested({ value: parse(text) })['value'])
}

/**
 * Under this a row of a page has how many rows the list has (`rows_in_all`). Neither the contract nor the text of an answer meets it (a deep comparison does), and
 * it need not be taken away: an object that loses a field becomes a slow one.
 */
export const rowsInAll = Symbol('rows in all')

const nameOf = (column: string) => (column === 'rows_in_all' ? rowsInAll : spelling.inProgram(column))

/** Rows with names as the program spells them, those within JSON as well. Kysely's plugin makes each row a second time. */
export const camelCaseRows: RowForm = { nameOf, types: camelCaseTypes }
