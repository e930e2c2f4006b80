import { workbookType } from '#contract/office/attachment.ts'
import { matchHeading, type ImportColumn } from '#contract/office/import.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { WorkQueue } from '#tools/work-queue.ts'
import { typeOfHanded } from './handed-file.ts'
import type { Installation } from './installation.ts'
import type { Actor, Tx } from './serve.ts'

/**
 * Workbooks are looked at and brought in two at a time in each process, and eight more wait: a thread and a connection each, for many seconds,
 * would leave nothing for everybody else.
 */
export const workbookQueue = new WorkQueue({ atOnce: 2, waiting: 8, patience: 20_000 })

/** The bytes of a workbook that this person handed in. */
export async function handedWorkbook(tx: Tx, actor: Actor, { files }: Pick<Installation, 'files'>, digest: string): Promise<Buffer> {
  if ((await typeOfHanded(tx, actor, digest)) !== workbookType)
    throw new Refusal('sheet_unreadable', [{ path: '', message: '这不是 Excel 工作簿，请另存为 .xlsx 后再试' }])
  return files.read(digest)
}

/** The place of each column in a heading that is the template's; any other heading is refused with all that is wrong with it. */
export function columnsAt(columns: readonly ImportColumn[], heading: readonly (string | null)[]): Map<ImportColumn, number> {
  const { at, missing, unknown, twice } = matchHeading(columns, heading)
  const wrong = [
    ...missing.map((title) => ({ path: title, message: `缺少“${title}”列` })),
    ...unknown.map((title) => ({ path: title, message: `模板中没有“${title}”列，请删除这一列或改名` })),
    ...twice.map((title) => ({ path: title, message: `“${title}”列出现了两次` })),
  ]
  if (wrong.length > 0) throw new Refusal('sheet_columns', wrong)
  return at
}
