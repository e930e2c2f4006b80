import { paperKinds, type PaperKind } from '#contract/office/paper.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import type { PaperContent } from '#kernel/paper.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Paper } from '#tools/paper.ts'
import { fileBlocks, filesBeside } from './file-blocks.ts'
import { formOf, letterheadNow } from './list-forms.ts'
import { paperSources } from './sources.ts'

/** Refuses (`no_permission`, naming a page) who may not read such records. */
export function demandReader(actor: Actor, kind: PaperKind): void {
  const readers: readonly string[] = paperKinds[kind].readers
  if (!readers.some((right) => actor.rights.includes(right))) throw new Refusal('no_permission', [{ path: '', message: readers[0] ?? '' }])
}

/** What the document says now, with the marks that every paper of a demo carries. */
export async function contentOf(tx: Tx, actor: Actor, kind: PaperKind, id: string): Promise<PaperContent> {
  demandReader(actor, kind)
  const content = await paperSources[kind].read(tx, actor, id)
  const { isDemo } = await enterpriseOf(tx, actor)
  return { ...content, marks: [...content.marks, ...(isDemo ? ['演示'] : [])] }
}

const enterpriseOf = (tx: Tx, actor: Actor) =>
  tx.selectFrom('enterprise').select(['name', 'isDemo']).where('id', '=', actor.enterpriseId).executeTakeFirstOrThrow()

/** Which print it is, by whom and when: what stands at the foot of every page. */
type Edition = { foot: string; madeAt: string; marks?: readonly string[] }

/** The document as far as the database says it; `finish` reads the files and gives the whole, and needs no transaction. */
export type Composed = { content: PaperContent; formId: string | null; letterheadId: string | null; finish: () => Promise<Paper> }

/** The whole document: the record's content under the enterprise's head and form, and the files that belong to it. */
export async function composePaper(
  tx: Tx,
  actor: Actor,
  { files, publicUrl }: Installation,
  kind: PaperKind,
  content: PaperContent,
  { foot, madeAt, marks = [] }: Edition,
): Promise<Composed> {
  const { name } = await enterpriseOf(tx, actor)
  const form = await formOf(tx, kind)
  const { digest, letterheadId } = await letterheadNow(tx)
  const beside = content.filesOf === undefined ? [] : await filesBeside(tx, content.filesOf)
  return {
    content,
    formId: form.formId,
    letterheadId,
    finish: async () => ({
      firm: name,
      logo: digest === null ? null : await files.read(digest),
      title: content.title ?? paperKinds[kind].title,
      documentNo: content.documentNo,
      form: form.formNo === '' ? '' : `表单编号：${form.formNo}　第 ${form.version} 版`,
      marks: [...marks, ...content.marks],
      // Without an address of the installation the number itself: a scanner types it into the search.
      address: publicUrl === undefined ? content.q : `${publicUrl}${content.link ?? `${content.page}?q=${encodeURIComponent(content.q)}`}`,
      blocks: [...content.blocks, ...(await fileBlocks(files, beside))],
      foot,
      retention: form.retention === '' ? '' : `保存期限：${form.retention}`,
      madeAt,
    }),
  }
}
