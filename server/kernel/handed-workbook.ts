import { workbookType } from '#contract/office/attachment.ts'
import { matchHeading, type ImportColumn } from '#contract/office/import.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from './installation.ts'
import type { Tx } from './serve.ts'

/** The bytes of a workbook that a person of this enterprise handed in. */
export async function handedWorkbook(tx: Tx, { files }: Pick<Installation, 'files'>, digest: string): Promise<Buffer> {
  const found = await tx.selectFrom('storedFile').select('mediaType').where('digest', '=', digest).executeTakeFirst()
  if (found === undefined) throw new Refusal('file_unknown')
  if (found.mediaType !== workbookType)
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
