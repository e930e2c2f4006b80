import type { foundingApi } from '#contract/people/registration.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { z } from 'zod'
import type { Installation } from '#kernel/installation.ts'
import type { Actor, Download, Tx } from '#kernel/serve.ts'
import { registrationOf } from './queries.ts'

/** The licence a new enterprise handed in. */
export const readLicence =
  ({ files }: Installation) =>
  async (tx: Tx, _actor: Actor, { id }: z.output<typeof foundingApi.licence.input>): Promise<Download> => {
    const { licenceFile } = await registrationOf(tx, id, true)
    const { licenceDigest } = await tx.selectFrom('registration').select('licenceDigest').where('id', '=', id).executeTakeFirstOrThrow()
    if (licenceFile === null || licenceDigest === null) throw new Refusal('licence_file_missing')
    return { fileName: licenceFile.name, contentType: licenceFile.mediaType, body: await files.read(licenceDigest) }
  }
