import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Actor, Download, Tx } from '#kernel/serve.ts'

/** The picture that a stranger sent with a complaint. */
export const readComplaintPicture =
  ({ files }: Pick<Installation, 'files'>) =>
  async (tx: Tx, _actor: Actor, { id }: { id: string }): Promise<Download> => {
    const found = await tx.selectFrom('incident').select(['picture', 'caseNo']).where('id', '=', id).executeTakeFirst()
    if (found === undefined || found.picture === null) throw new Refusal('not_found')
    return { fileName: `${found.caseNo}.jpg`, contentType: 'image/jpeg', body: await files.read(found.picture) }
  }
