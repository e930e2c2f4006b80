// node scripts/with-database.mjs <command…>: runs the command with TEST_ADMIN_URL set to a throw-away PostgreSQL, which is gone afterwards.
import { spawn } from 'node:child_process'
import { install, underNode24 } from './ready.mjs'

install()
await underNode24(import.meta.filename)

const [command = process.execPath, ...parameters] = process.argv.slice(2)

const { throwAwayCluster } = await import('#server/test/cluster.ts')
const cluster = await throwAwayCluster()
const child = spawn(command, parameters, { stdio: 'inherit', env: { ...process.env, TEST_ADMIN_URL: cluster.adminUrl } })
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal))
child.once('error', (error) => console.error(error.message))
child.once('close', async (code) => {
  await cluster.stop()
  process.exit(code ?? 1)
})
