import { elementAt, only } from '#contract/kernel/certain.ts'
import { workbookType } from '#contract/office/attachment.ts'
import { inputOfRow, type ImportColumn, type RowError } from '#contract/office/import.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { itemsErrors, standardItemInput, type StandardItemInput } from '#contract/laboratory/standard-item.ts'
import { itemColumns, limitColumns } from '#contract/laboratory/standard-sheet.ts'
import type { standardApi } from '#contract/laboratory/standard.ts'
import { columnsAt, handedWorkbook } from '#kernel/handed-workbook.ts'
import { templateOf } from '#kernel/import-template.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Download, Handler } from '#kernel/serve.ts'
import { readWorkbookCells } from '#tools/sheets.ts'

/**
 * The items in a workbook, for a draft. Every row is checked by the rules of a line, every wrong cell is named, and nothing is written.
 * The author reads the items and saves them with the draft.
 */
export const readSheet =
  (installation: Installation): Handler<typeof standardApi.readSheet> =>
  async (tx, actor, { digest }) => {
    const { rows, isNumber } = await readWorkbookCells(await handedWorkbook(tx, actor, installation, digest))
    const at = columnsAt(itemColumns, rows[0] ?? [])

    const items: { row: number; item: StandardItemInput }[] = []
    const errors: RowError[] = []
    const filled = rows
      .map((cells, index) => ({ cells, index }))
      .filter(({ cells, index }) => index > 0 && cells.some((cell) => cell !== null))
    if (filled.length === 0) throw new Refusal('sheet_empty')
    for (const { cells, index } of filled) {
      const textOf = (column: ImportColumn) => cells[at.get(column) ?? -1] ?? null
      const complain = (column: ImportColumn | undefined, reason: string) =>
        errors.push({ row: index + 1, column: column?.title ?? '', value: (column && textOf(column)) ?? '', reason })
      const holdsNumber = (column: ImportColumn) => {
        const place = at.get(column)
        return place !== undefined && isNumber(index, place)
      }
      for (const column of itemColumns.filter((column) => limitColumns.has(column.path) && holdsNumber(column)))
        complain(column, '单元格是数值，会丢失小数位（3.0 变成 3）；请把单元格设为文本格式后重新填写')
      const parsed = readItem(textOf)
      if (parsed.success) items.push({ row: index + 1, item: parsed.data })
      else
        for (const { path, message } of parsed.error.issues)
          complain(
            itemColumns.find((column) => column.path === path.join('.')),
            message,
          )
    }
    for (const { path, message } of itemsErrors(items.map(({ item }) => item))) {
      const [line = '0', field = ''] = path.split('.')
      const { row, item } = elementAt(items, Number(line))
      const fields: Readonly<Record<string, string | number | boolean | readonly string[]>> = item
      const column = itemColumns.find((one) => one.path === field)
      errors.push({ row, column: column?.title ?? '', value: String(fields[field] ?? ''), reason: message })
    }
    errors.sort((one, other) => one.row - other.row)
    return { rows: filled.length, errors: errors.slice(0, 500), items: errors.length > 0 ? [] : items.map(({ item }) => item) }
  }

function readItem(textOf: (column: ImportColumn) => string | null) {
  const input = inputOfRow(itemColumns, textOf)
  // An empty cell is no answer to a question that must be answered.
  const mandatory = only(itemColumns.filter((column) => column.path === 'isMandatory'))
  return standardItemInput.safeParse({ ...input, isMandatory: textOf(mandatory) === null ? null : input['isMandatory'] })
}

/** An empty sheet to fill in, whose cells are text, so that a typed 3.0 stays 3.0. */
export const sheetTemplate = async (): Promise<Download> => ({
  fileName: '质量标准项目模板.xlsx',
  contentType: workbookType,
  body: await templateOf('检验项目', itemColumns),
})
