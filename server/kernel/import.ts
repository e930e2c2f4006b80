import { sql } from 'kysely'
import type { z } from 'zod'
import {
  importOf,
  inputOfRow,
  mostErrors,
  type Checked,
  type ImportColumn,
  type ImportSheet,
  type RowError,
} from '#contract/office/import.ts'
import { workbookType } from '#contract/office/attachment.ts'
import { refusals, Refusal } from '#contract/kernel/refusals.ts'
import { giveReason } from './give-reason.ts'
import { columnsAt, handedWorkbook, workbookQueue } from './handed-workbook.ts'
import type { Installation } from './installation.ts'
import { isPassing, problemOf } from './problem.ts'
import { serveFile, serveInTurn, type Actor, type Route, type Tx } from './serve.ts'
import { readInput } from './promise.ts'
import { templateOf } from './import-template.ts'
import { readWorkbook } from '#tools/sheets.ts'

/**
 * Template, check and commit of one kind of record. Each row goes through the same step as a person's form; the persons who get
 * a message about such a record get one about all of them.
 */
export function importRoutes<Input extends z.ZodObject>(
  installation: Installation,
  sheet: ImportSheet<Input>,
  write: (tx: Tx, actor: Actor, input: z.output<Input>) => Promise<unknown>,
  tell?: (tx: Tx, actor: Actor, count: number) => Promise<void>,
): Route[] {
  const api = importOf(sheet)
  const rowsOf = async (tx: Tx, actor: Actor, digest: string) =>
    readRows(sheet.columns, await readWorkbook(await handedWorkbook(tx, actor, installation, digest)))
  const writeRow = (tx: Tx, actor: Actor, input: unknown) => write(tx, actor, readInput(sheet.create.input, input))
  return [
    serveFile(api.template, async () => ({
      fileName: `${sheet.title}导入模板.xlsx`,
      contentType: workbookType,
      body: await templateOf(sheet.title, sheet.columns),
    })),
    serveInTurn(api.check, workbookQueue, async (tx, actor, { digest }) => {
      const rows = await rowsOf(tx, actor, digest)
      // Everything is done as it would be, and undone: what only the database knows is found as well.
      await sql`savepoint trial`.execute(tx)
      const checked = await tryRows(tx, actor, sheet.columns, rows, writeRow)
      await sql`rollback to savepoint trial`.execute(tx)
      return checked
    }),
    serveInTurn(api.commit, workbookQueue, async (tx, actor, { digest, name }) => {
      const rows = await rowsOf(tx, actor, digest)
      await giveReason(tx, `Excel 导入：${name}`)
      const { errorRows, errors } = await tryRows(tx, actor, sheet.columns, rows, writeRow)
      if (errorRows > 0)
        throw new Refusal(
          'sheet_has_errors',
          errors.slice(0, 20).map(({ row, column, reason }) => ({ path: `第${row}行${column && ` ${column}`}`, message: reason })),
        )
      await tx
        .insertInto('spreadsheetImport')
        .values({ enterpriseId: actor.enterpriseId, subject: sheet.subject, digest, name, rows: rows.length, importedBy: actor.id })
        .execute()
      await tell?.(tx, actor, rows.length)
      return { rows: rows.length }
    }),
  ]
}

/** One row of the sheet as it was typed: its number there, and the text of each column. */
type SheetRow = { row: number; textOf: (column: ImportColumn) => string | null }

function readRows(columns: readonly ImportColumn[], [heading = [], ...lines]: (string | null)[][]): SheetRow[] {
  const placeOf = columnsAt(columns, heading)
  const rows = lines.flatMap((cells, index) =>
    cells.every((cell) => cell === null)
      ? []
      : [{ row: index + 2, textOf: (column: ImportColumn) => cells[placeOf.get(column) ?? -1] ?? null }],
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
  writeRow: (tx: Tx, actor: Actor, input: unknown) => Promise<unknown>,
): Promise<Checked> {
  const errors: RowError[] = []
  let errorRows = 0
  const repeats = repetitions(columns)
  for (const [index, { row, textOf }] of rows.entries()) {
    // Plans made for the few rows there were would go through all the new ones again and again: 5000 customers took 128 s.
    if (index % 200 === 0) await sql`discard plans`.execute(tx)
    const repeated = repeats(row, textOf)
    if (repeated !== undefined) {
      errorRows += 1
      errors.push(repeated)
      continue
    }
    await sql`savepoint one_row`.execute(tx)
    try {
      await writeRow(tx, actor, inputOfRow(columns, textOf))
      await sql`release savepoint one_row`.execute(tx)
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined || problem.status >= 500 || isPassing(error)) throw error
      await sql`rollback to savepoint one_row`.execute(tx)
      errorRows += 1
      const fields = problem.errors.length > 0 ? problem.errors : [{ path: '', message: refusals[problem.code] }]
      for (const { path, message } of fields) {
        const column = columnAt(columns, path)
        errors.push({ row, column: column?.title ?? '', value: foundBy((column && textOf(column)) ?? ''), reason: message })
      }
      if (errors.length >= mostErrors) break
    }
  }
  return { rows: rows.length, errorRows, errors: errors.slice(0, mostErrors) }
}

/** Finds the rows whose number or code is in a row above: in the list it would not be found. */
function repetitions(columns: readonly ImportColumn[]) {
  const seen = new Map<string, number>()
  return (row: number, textOf: SheetRow['textOf']): RowError | undefined => {
    for (const column of columns.filter(({ once }) => once)) {
      const value = textOf(column)
      if (value === null) continue
      const key = `${column.path} ${value}`
      const first = seen.get(key)
      if (first !== undefined) return { row, column: column.title, value: foundBy(value), reason: `与第${first}行相同，只能有一行` }
      seen.set(key, row)
    }
    return undefined
  }
}

/** As much of a cell as is needed to find it. */
const foundBy = (value: string) => (value.length > 40 ? `${value.slice(0, 40)}…` : value)

/** The column a field's error belongs to: `scopes.1` belongs to 许可范围. */
const columnAt = (columns: readonly ImportColumn[], path: string) =>
  path === '' ? undefined : columns.find((column) => path === column.path || path.startsWith(`${column.path}.`))
