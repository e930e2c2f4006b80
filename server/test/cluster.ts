import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isClaimed } from '#server/db/data-folder.ts'
import { type Database, startDatabase } from '#server/db/embedded.ts'

const prefix = 'bencao-test-'

/** A PostgreSQL for tests, gone without trace when it stops: fast, since nothing in it has to survive a power failure. */
export async function throwAwayCluster(): Promise<Database> {
  await removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o711) // started by root, the database user has to pass
  const cluster = await startDatabase({ folder, forTests: true, log: (line) => console.error(line) })
  return {
    ...cluster,
    async stop() {
      await cluster.stop()
      removeCluster(folder)
    },
  }
}

/** Clears away the clusters of test runs that were killed. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    const isMine = statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()
    // Without a lock it is being made at this moment.
    if (!isMine || !existsSync(join(folder, 'server.lock')) || isClaimed(folder)) continue
    const { stop } = await startDatabase({ folder, forTests: true })
    await stop()
    removeCluster(folder)
  }
}

/** Removes a cluster that does not run, wherever it lies. */
export function removeCluster(folder: string): void {
  const place = join(folder, 'postgres-place')
  if (existsSync(place)) rmSync(dirname(readFileSync(place, 'utf8').trim()), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
