import { keysOf } from '#contract/kernel/key-of.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { paperKinds, type paperApi, type PaperFormRow, type PaperKind } from '#contract/office/paper.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Download, Handler, Tx } from '#kernel/serve.ts'

const newestForms = (tx: Tx) =>
  tx
    .selectFrom('paperForm')
    .select(['id', 'kind', 'version', 'formNo', 'retention'])
    .distinctOn('kind')
    .orderBy('kind')
    .orderBy('version', 'desc')

const formRow = (kind: PaperKind, own: { id: string; version: number; formNo: string; retention: string } | undefined): PaperFormRow => ({
  kind,
  title: paperKinds[kind].title,
  version: own?.version ?? 0,
  formNo: own?.formNo ?? '',
  retention: own?.retention ?? '',
  formId: own?.id ?? null,
})

/** The form of a kind of document as it is now. */
export const formOf = async (tx: Tx, kind: PaperKind): Promise<PaperFormRow> =>
  formRow(kind, await newestForms(tx).where('kind', '=', kind).executeTakeFirst())

export async function letterheadNow(tx: Tx) {
  const own = await tx.selectFrom('letterhead').select(['id', 'version', 'digest']).orderBy('version', 'desc').executeTakeFirst()
  return { version: own?.version ?? 0, digest: own?.digest ?? null, letterheadId: own?.id ?? null }
}

export const listForms: Handler<typeof paperApi.forms> = async (tx) => {
  const own = await newestForms(tx).execute()
  return {
    forms: keysOf(paperKinds).map((kind) =>
      formRow(
        kind,
        own.find((form) => form.kind === kind),
      ),
    ),
    letterhead: await letterheadNow(tx),
  }
}

export const listVersions: Handler<typeof paperApi.versions> = async (tx, _actor, { kind }) => {
  const versions = await tx
    .selectFrom('paperForm as f')
    .innerJoin('account as a', (on) => on.onRef('a.enterpriseId', '=', 'f.enterpriseId').onRef('a.id', '=', 'f.writtenBy'))
    .select(['f.id', 'f.version', 'f.formNo', 'f.retention', 'f.reason', 'f.writtenBy', 'f.writtenAt', 'a.name'])
    .where('f.kind', '=', kind)
    .orderBy('f.version', 'desc')
    .execute()
  return versions.map(({ writtenBy, name, ...version }) => ({ ...version, writtenBy: { id: writtenBy, name } }))
}

export const openLogo =
  ({ files }: Installation) =>
  async (tx: Tx): Promise<Download> => {
    const { digest } = await letterheadNow(tx)
    if (digest === null) throw new Refusal('not_found')
    const { mediaType } = await tx.selectFrom('storedFile').select('mediaType').where('digest', '=', digest).executeTakeFirstOrThrow()
    return { fileName: 'logo', contentType: mediaType, body: await files.read(digest) }
  }
