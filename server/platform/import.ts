import { sql } from 'kysely'
import type { z } from 'zod'
import { buffer } from 'node:stream/consumers'
import type { Endpoint } from '../../contract/endpoint.ts'
import {
  headingOf,
  importOf,
  inputOfRow,
  matchHeading,
  mostErrors,
  type Checked,
  type ImportColumn,
  type ImportSheet,
  type RowError,
} from '../../contract/import.ts'
import { workbookType } from '../../contract/attachment.ts'
import { refusals, Refusal, type FieldError } from '../../contract/refusals.ts'
import { giveReason } from './give-reason.ts'
import type { Installation } from './installation.ts'
import { isPassing, problemOf } from './problem.ts'
import { serve, serveFile, type Actor, type Handler, type Route, type Tx } from './serve.ts'
import { readWorkbook, workbookOf } from './spreadsheet.ts'

/** Template, check and commit of one kind of record. Each row goes through the very step that a person's form goes through. */
export function importRoutes<E extends Endpoint>({ files }: Installation, sheet: ImportSheet & { create: E }, create: Handler<E>): Route[] {
  const api = importOf(sheet)
  const rowsOf = async (tx: Tx, digest: string) => {
    const found = await tx.selectFrom('storedFile').select('mediaType').where('digest', '=', digest).executeTakeFirst()
    if (found?.mediaType !== workbookType) throw new Refusal('file_unknown')
    return readRows(sheet.columns, await readWorkbook(await buffer(await files.open(digest))))
  }
  const one = (tx: Tx, actor: Actor, input: unknown) => create(tx, actor, sheet.create.input.parse(input) as z.output<E['input']>)
  return [
    serveFile(api.template, async () => ({
      fileName: `${sheet.title}导入模板.xlsx`,
      contentType: workbookType,
      body: await templateOf(sheet),
    })),
    serve(api.check, async (tx, actor, { digest }) => {
      const rows = await rowsOf(tx, digest)
      // Everything is done as it would be, and undone: what only the database knows is found as well.
      await sql`savepoint trial`.execute(tx)
      const checked = await tryRows(tx, actor, sheet.columns, rows, one)
      await sql`rollback to savepoint trial`.execute(tx)
      return checked
    }),
    serve(api.commit, async (tx, actor, { digest, name }) => {
      const rows = await rowsOf(tx, digest)
      await giveReason(tx, `Excel 导入：${name}`)
      const { errorRows, errors } = await tryRows(tx, actor, sheet.columns, rows, one)
      if (errorRows > 0)
        throw new Refusal(
          'sheet_has_errors',
          errors.slice(0, 20).map(({ row, column, reason }) => ({ path: `第${row}行${column && ` ${column}`}`, message: reason })),
        )
      await tx
        .insertInto('spreadsheetImport')
        .values({ enterpriseId: actor.enterpriseId, subject: sheet.subject, digest, name, rows: rows.length, importedBy: actor.id })
        .execute()
      return { rows: rows.length }
    }),
  ]
}

/** One row of the sheet as it was typed: its number there, and the text of each column. */
type SheetRow = { row: number; textOf: (column: ImportColumn) => string | null }

function readRows(columns: readonly ImportColumn[], [heading = [], ...rest]: (string | null)[][]): SheetRow[] {
  const { at, missing, unknown, twice } = matchHeading(columns, heading)
  const wrong: FieldError[] = [
    ...missing.map((title) => ({ path: title, message: `缺少“${title}”列` })),
    ...unknown.map((title) => ({ path: title, message: `没有“${title}”这一列，请删除或改名` })),
    ...twice.map((title) => ({ path: title, message: `“${title}”列出现了两次` })),
  ]
  if (wrong.length > 0) throw new Refusal('sheet_columns', wrong)
  const rows = rest.flatMap((cells, index) =>
    cells.every((cell) => cell === null)
      ? []
      : [{ row: index + 2, textOf: (column: ImportColumn) => (at.has(column) ? (cells[at.get(column)!] ?? null) : null) }],
  )
  if (rows.length === 0) throw new Refusal('sheet_empty')
  return rows
}

/** Makes every row's record, each in a savepoint of its own, so that one that is refused does not keep the next from being looked at. */
async function tryRows(
  tx: Tx,
  actor: Actor,
  columns: readonly ImportColumn[],
  rows: readonly SheetRow[],
  one: (tx: Tx, actor: Actor, input: unknown) => Promise<unknown>,
): Promise<Checked> {
  const errors: RowError[] = []
  let errorRows = 0
  for (const { row, textOf } of rows) {
    await sql`savepoint one_row`.execute(tx)
    try {
      await one(tx, actor, inputOfRow(columns, textOf))
      await sql`release savepoint one_row`.execute(tx)
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined || problem.status >= 500 || isPassing(error)) throw error
      await sql`rollback to savepoint one_row`.execute(tx)
      errorRows += 1
      const told = problem.errors.length > 0 ? problem.errors : [{ path: '', message: refusals[problem.code] }]
      for (const { path, message } of told) {
        const column = columnAt(columns, path)
        errors.push({ row, column: column?.title ?? '', value: (column && textOf(column)) ?? '', reason: message })
      }
      if (errors.length >= mostErrors) break
    }
  }
  return { rows: rows.length, errorRows, errors: errors.slice(0, mostErrors) }
}

/** The column a field's error belongs to: `scopes.1` is told of 许可范围. */
const columnAt = (columns: readonly ImportColumn[], path: string) =>
  path === '' ? undefined : columns.find((column) => path === column.path || path.startsWith(`${column.path}.`))

async function templateOf({ title, columns }: ImportSheet): Promise<Buffer> {
  const wordsOf = ({ words }: ImportColumn) => (words === undefined ? '' : (Array.isArray(words) ? words : Object.keys(words)).join('、'))
  return workbookOf([
    { name: title, widths: columns.map((column) => Math.max(12, column.title.length * 2 + 4)), heading: columns.map(headingOf), rows: [] },
    {
      name: '填写说明',
      widths: [20, 8, 60, 30, 30],
      heading: ['列', '必填', '可填内容', '例', '说明'],
      rows: columns.map((column) => [column.title, column.required ? '是' : '', wordsOf(column), column.example, column.note ?? '']),
    },
  ])
}
