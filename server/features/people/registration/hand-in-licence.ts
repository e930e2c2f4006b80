import { sql } from 'kysely'
import { largestLicence, type registrationApi } from '#contract/people/registration.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Tx } from '#kernel/serve.ts'
import { actFor, type StrangerUpload } from '#kernel/stranger.ts'
import { placeOfSlip } from './confirm-registration.ts'

/** The applicant hands in the licence of the new enterprise, or a better copy of it, as long as nothing is decided. */
export const handInLicence = ({ masterKey, files }: Installation): StrangerUpload<typeof registrationApi.licence> => ({
  admit: async (tx, { ticket, name }) => {
    if (!/\.(pdf|jpe?g|png)$/i.test(name)) throw new Refusal('licence_file_type')
    const { enterpriseId, id } = await placeOfSlip(tx, masterKey, 'licence', ticket)
    await actFor(tx, { enterpriseId, as: 'public', requestId: '' }, () => findUndecided(tx, id))
  },
  keep: async (tx, { requestId }, { ticket, name }, file) => {
    if (file.size > largestLicence) throw new Refusal('too_large')
    const { enterpriseId, id } = await placeOfSlip(tx, masterKey, 'licence', ticket)
    await actFor(tx, { enterpriseId, as: 'public', requestId }, async () => {
      await findUndecided(tx, id)
      // The clean-up may be forgetting this very file.
      await sql`select pg_advisory_xact_lock(hashtextextended(${file.digest}, 0))`.execute(tx)
      await files.keep(file)
      const { digest, mediaType, size } = file
      await tx
        .insertInto('storedFile')
        .values({ enterpriseId, digest, mediaType, size })
        .onConflict((same) => same.columns(['enterpriseId', 'digest']).doUpdateSet({ storedAt: sql`now()`, mediaType }))
        .execute()
      await tx.updateTable('registration').set({ licenceDigest: digest, licenceFile: name }).where('id', '=', id).execute()
    })
    return {}
  },
})

async function findUndecided(tx: Tx, id: string): Promise<void> {
  const found = await tx
    .selectFrom('registration')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'new')
    .where('state', 'in', ['unconfirmed', 'pending'])
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('wrong_state')
}
