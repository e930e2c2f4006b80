import { sql } from 'kysely'
import type { z } from 'zod'
import type { attachmentApi } from '#contract/office/attachment.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { only } from '#contract/kernel/certain.ts'
import type { ReceivedFile } from '#tools/files.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

/** How many files one person may upload within 15 minutes: enough for a folder of photographs, too few for a flood. */
const uploadsAllowed = 300

/**
 * Keeps an uploaded file, so that a record can name it by its digest within a day. The same file twice is one file. Too many files are
 * `too_many_attempts`.
 */
export const keepFile =
  ({ files }: Installation) =>
  async (
    tx: Tx,
    actor: Actor,
    { name }: z.output<typeof attachmentApi.upload.input>,
    file: ReceivedFile & { mediaType: string },
  ): Promise<z.input<typeof attachmentApi.upload.output>> => {
    const key = `upload:${actor.id}`
    const { rows } = await sql<{ n: number }>`select guesses(${key}, '15 minutes') as n, count_guess(${key}, '15 minutes')`.execute(tx)
    if (only(rows).n >= uploadsAllowed) throw new Refusal('too_many_attempts')
    // The clean-up may be forgetting this very file.
    await sql`select pg_advisory_xact_lock(hashtextextended(${file.digest}, 0))`.execute(tx)
    await files.keep(file)
    const { digest, mediaType, size } = file
    await tx
      .insertInto('storedFile')
      .values({ enterpriseId: actor.enterpriseId, digest, mediaType, size })
      .onConflict((same) => same.columns(['enterpriseId', 'digest']).doUpdateSet({ storedAt: sql`now()`, mediaType }))
      .execute()
    await tx
      .insertInto('fileUpload')
      .values({ enterpriseId: actor.enterpriseId, digest, accountId: actor.id })
      .onConflict((same) => same.columns(['enterpriseId', 'digest', 'accountId']).doUpdateSet({ uploadedAt: sql`now()` }))
      .execute()
    return { digest, name, mediaType, size }
  }
