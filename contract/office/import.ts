import { z } from 'zod'
import { fileDigest, workbookType } from './attachment.ts'
import { endpoint, type Endpoint } from '#contract/kernel/endpoint.ts'

/** One column of a sheet to be imported. */
export type ImportColumn = {
  title: string
  /** Where its value goes in the input of one record: `name`, `addresses.0.city`. */
  path: string
  required?: true
  /** No two rows may have the same. */
  once?: true
  /**
   * How the text of a cell is taken: as it is written, as a whole number, 是/否, several words parted by 、, or as nothing (null)
   * when it is empty.
   */
  as?: 'text' | 'whole' | 'yes' | 'words' | 'orNull'
  /** The words it may hold; with a code behind each word where the record keeps codes. */
  words?: readonly string[] | Readonly<Record<string, string>>
  example: string
  note?: string
}

/** A kind of record that can be imported: each row of the sheet becomes the input of `create`, under the same rules. */
export type ImportSheet<Input extends z.ZodObject = z.ZodObject> = {
  subject: string
  title: string
  create: Endpoint<Input>
  columns: readonly ImportColumn[]
}

/** What is wrong with one row; `column` is empty when it is the row as a whole. */
export const rowError = z.strictObject({ row: z.int(), column: z.string(), value: z.string(), reason: z.string() })
export type RowError = z.infer<typeof rowError>

const checked = z.strictObject({
  /** Rows with anything in them. */
  rows: z.int(),
  errorRows: z.int(),
  /** The first of them, in the order of the sheet. */
  errors: z.array(rowError),
})
export type Checked = z.infer<typeof checked>

/** How many wrong cells one answer lists. */
export const mostErrors = 500

const file = z.strictObject({ digest: fileDigest, name: z.string('请先上传文件').min(1).max(150) })

/** The three operations of an import; the file itself is handed in as any other. */
export const importOf = ({ subject, title, create }: ImportSheet) => ({
  template: endpoint({
    method: 'GET',
    path: `/imports/${subject}/template`,
    right: create.right,
    summary: `导入${title}的 Excel 模板`,
    input: z.strictObject({}),
    output: z.unknown(),
    file: workbookType,
  }),
  check: endpoint({
    method: 'POST',
    path: `/imports/${subject}/check`,
    right: create.right,
    summary: `检查要导入的${title}；什么都不写入`,
    input: file,
    output: checked,
    refusals: ['file_unknown', 'file_missing', 'file_damaged', 'sheet_unreadable', 'sheet_columns', 'sheet_empty', 'imports_busy'],
  }),
  commit: endpoint({
    method: 'POST',
    path: `/imports/${subject}`,
    right: create.right,
    summary: `导入${title}：重新检查，全部写入或全部不写`,
    input: file,
    output: z.strictObject({ rows: z.int() }),
    refusals: [
      'file_unknown',
      'file_missing',
      'file_damaged',
      'sheet_unreadable',
      'sheet_columns',
      'sheet_empty',
      'sheet_has_errors',
      'imports_busy',
    ],
  }),
})

/** The text of a template's heading: what must be filled in is marked. */
export const headingOf = ({ title, required }: ImportColumn) => (required ? `${title}*` : title)
const titleOf = (heading: string) => heading.replace(/[*＊\s]+$/u, '').trim()

/** Which column of the sheet is which, and what is missing or unknown. */
export function matchHeading(columns: readonly ImportColumn[], heading: readonly (string | null)[]) {
  const titles = heading.map((title) => titleOf(title ?? ''))
  return {
    at: new Map(columns.flatMap((column) => (titles.includes(column.title) ? [[column, titles.indexOf(column.title)] as const] : []))),
    missing: columns.filter((column) => column.required && !titles.includes(column.title)).map((column) => column.title),
    unknown: titles.filter((title) => title !== '' && !columns.some((column) => column.title === title)),
    twice: titles.filter((title, index) => title !== '' && titles.indexOf(title) !== index),
  }
}

/** The input of one record, from the texts of a row. What is no word of the column, or no number, is left to the rules of the record. */
export function inputOfRow(columns: readonly ImportColumn[], textOf: (column: ImportColumn) => string | null): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const column of columns) {
    const text = textOf(column)
    const value = valueOf(column, text)
    if (value !== undefined) put(input, value, column.path.split('.'))
  }
  return input
}

const isList = (words: NonNullable<ImportColumn['words']>): words is readonly string[] => Array.isArray(words)

function valueOf({ as = 'text', words, required }: ImportColumn, text: string | null): unknown {
  const code = (word: string) => (words === undefined || isList(words) ? word : (words[word] ?? word))
  if (as === 'yes') return text === null ? false : text === '是' ? true : text === '否' ? false : text
  if (as === 'words')
    return text === null ? [] : text.split(/[、，,;；]+/u).flatMap((word) => (word.trim() === '' ? [] : code(word.trim())))
  if (text === null) return as === 'orNull' ? null : required ? '' : undefined
  if (as === 'whole') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  return code(text)
}

/** Puts a value where a path leads, and makes the objects and lists on the way: a step of digits is a place in a list. */
function put(target: Record<string, unknown>, value: unknown, [key = '', ...rest]: readonly string[]) {
  const [next] = rest
  if (next === undefined) return void (target[key] = value)
  // Nothing but this function fills the target, and it puts a value only at the end of a path.
  const inner = (target[key] ??= /^\d+$/.test(next) ? [] : {}) as Record<string, unknown>
  put(inner, value, rest)
}
