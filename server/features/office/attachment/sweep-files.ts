import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { withClient } from '#server/db/connection.ts'
import type { FileStore } from '#tools/files.ts'

/**
 * Removes files that were uploaded more than a day ago and that no record names. A file that several enterprises uploaded goes with the
 * last of them. Returns how many it removed.
 */
export async function sweepFiles(pool: pg.Pool, files: FileStore): Promise<number> {
  let removed = 0
  const { rows } = await pool.query<{ digest: string }>(`select unused_files() as digest`)
  for (const { digest } of rows)
    await withClient(pool, async (client) => {
      await client.query('begin')
      // A person who uploads the same file again waits here, and then keeps it anew.
      await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [digest])
      const gone = await client.query<{ gone: boolean }>(`select forget_file($1) as gone`, [digest])
      if (only(gone.rows).gone) {
        await files.remove(digest)
        removed += 1
      }
      await client.query('commit')
    })
  return removed
}
