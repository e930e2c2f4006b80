import { sql } from 'kysely'
import { present } from '#contract/kernel/certain.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo } from '#kernel/number.ts'
import type { Ground, Tx } from '#kernel/serve.ts'
import { actFor, inStrangersTransaction } from '#kernel/stranger.ts'
import type { FileStore, ReceivedFile } from '#tools/files.ts'
import { tellOpened } from './open-incident.ts'
import { writeStep } from './take-incident.ts'

/** Nobody of the house, for whom a message is not meant. */
const nobody = { id: '00000000-0000-0000-0000-000000000000' }

/** The link of the same words about the same pack within the hour: a button that was pressed twice. */
export async function repeatedComplaint(tx: Tx, code: string, said: string): Promise<string | undefined> {
  const { rows } = await sql<{ token: string }>`
    select public_token as token from incident where enterprise_id = current_enterprise() and opened_at > ${tx.now().toISOString()}::timestamptz - interval '1 hour'
      and code = ${code} and description = ${said} and public_token is not null order by opened_at desc limit 1`.execute(tx)
  return rows[0]?.token
}

/** A scanned code that some enterprise here issued. */
export type OpenedPack = { code: string; enterpriseId: string; lotId: string | null }

type Complaint = { pack: OpenedPack; text: string; contact: string; picture: ReceivedFile | null }

/** Keeps a stranger's complaint in the enterprise whose code it is, in that enterprise's own audit chain. Returns what its link says. */
export async function keepComplaint(
  ground: Ground,
  files: FileStore,
  requestId: string,
  { pack: { enterpriseId, lotId, code }, text, contact, picture }: Complaint,
): Promise<string> {
  try {
    return await inStrangersTransaction(ground, (tx) =>
      actFor(tx, { enterpriseId, as: 'public', requestId }, async () => {
        if (picture !== null) await keepPicture(tx, files, enterpriseId, picture)
        const now = tx.now().toISOString()
        const lot =
          lotId === null ? undefined : await tx.selectFrom('lot').select(['name', 'lotNo']).where('id', '=', lotId).executeTakeFirst()
        const subject = lot === undefined ? '扫码反映：追溯码未关联批次' : `扫码反映：${lot.name} ${lot.lotNo}`
        const { id, caseNo, publicToken } = await tx
          .insertInto('incident')
          .values({
            enterpriseId,
            caseNo: documentNo('TS', dayInShanghai(tx.now())),
            kind: 'complaint',
            area: 'customer',
            state: 'open',
            sourceTable: lot === undefined ? null : 'lot',
            sourceId: lot === undefined ? null : lotId,
            sourceNo: lot?.lotNo ?? '',
            subject,
            description: text,
            foundAt: now,
            openedAt: now,
            inStateSince: now,
            toldLotId: lot === undefined ? null : lotId,
            contact,
            code,
            picture: picture?.digest ?? null,
            publicToken: sql<string>`gen_random_uuid()`,
          })
          .returning(['id', 'caseNo', 'publicToken'])
          .executeTakeFirstOrThrow()
        await writeStep(tx, enterpriseId, id, { step: 'opened', note: subject, doneBy: null })
        await tellOpened(tx, nobody, { id, caseNo, kind: 'complaint', subject })
        return present(publicToken)
      }),
    )
  } finally {
    if (picture !== null) await files.drop(picture)
  }
}

async function keepPicture(tx: Tx, files: FileStore, enterpriseId: string, picture: ReceivedFile): Promise<void> {
  // The clean-up may be forgetting this very file.
  await sql`select pg_advisory_xact_lock(hashtextextended(${picture.digest}, 0))`.execute(tx)
  await files.keep(picture)
  await tx
    .insertInto('storedFile')
    .values({ enterpriseId, digest: picture.digest, mediaType: 'image/jpeg', size: picture.size })
    .onConflict((same) => same.columns(['enterpriseId', 'digest']).doUpdateSet({ storedAt: tx.now().toISOString() }))
    .execute()
}
