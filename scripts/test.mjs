// npm test: check, contract and server tests, browser tests; the last line adds them up. Installs and builds what is missing first.
// `npm test -- browser` runs the named suites alone.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, startDemoServer } from './browser.mjs'
import { build, install, node24, root, run, tool, underNode24 } from './ready.mjs'

install()
await underNode24(import.meta.filename)
build()

const { throwAwayCluster } = await import('#server/test/cluster.ts')
const cluster = await throwAwayCluster()
process.env['TEST_ADMIN_URL'] = cluster.adminUrl
const stopping = new AbortController()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stopping.abort())
}

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * Contract and server tests. Starting a server and warming it up costs a process more than most tests do, so the files of the features, which
 * speak to it over HTTP only, share a few processes; whatever else is about the server has one to itself.
 * @returns {Promise<Counts>}
 */
async function nodeTests() {
  const { globSync } = await import('node:fs') // not in the older Node that may have started this file
  const filesIn = (/** @type {string} */ pattern) => globSync(pattern, { cwd: root })
  const features = filesIn('server/features/**/*.test.ts').sort((one, other) => sizeOf(other) - sizeOf(one))
  const shares = Array.from({ length: 6 }, (_, share) => features.filter((_, place) => place % 6 === share))
  const alone = filesIn('server/**/*.test.ts').filter((file) => !features.includes(file))
  const waiting = [
    ...alone.filter((file) => file.startsWith('server/test/')).map((file) => [file]), // the longest first
    ...shares,
    ...alone.filter((file) => !file.startsWith('server/test/')).map((file) => [file]),
    filesIn('contract/**/*.test.ts'),
    filesIn('web/**/*.test.ts'),
  ]
  const total = { passed: 0, failed: 0 }
  const takeTurns = async () => {
    for (let files = waiting.shift(); files !== undefined && !stopping.signal.aborted; files = waiting.shift()) {
      const { passed, failed } = await testsOf(files)
      total.passed += passed
      total.failed += failed
    }
  }
  // A test waits for the database as much as it computes: two processes a core keep both busy.
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, takeTurns))
  return total
}

const sizeOf = (/** @type {string} */ file) => statSync(join(root, file)).size

/** Runs test files in a process of their own, and prints what it said when it has ended. @returns {Promise<Counts>} */
function testsOf(/** @type {string[]} */ files) {
  return new Promise((done) => {
    const child = spawn(node24, ['scripts/test-files.mjs', ...files], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      signal: stopping.signal,
    })
    child.once('error', () => {}) // what was stopped says nothing more
    /** @type {Counts | undefined} */
    let counts
    const said = /** @type {Buffer[]} */ ([])
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => said.push(piece))
    child.on('message', (message) => (counts = /** @type {Counts} */ (message)))
    child.once('close', (code) => {
      process.stdout.write(`\n${files.join(' ')}\n${Buffer.concat(said)}`)
      const { passed, failed } = counts ?? { passed: 0, failed: 0 }
      // A process that broke off, or in which nothing ran, has not passed.
      done({ passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed })
    })
  })
}

/** The browser tests over a demo server. @returns {Promise<Counts>} */
async function browserTests() {
  if (demo === undefined) {
    console.error(
      '没有找到浏览器。请安装 Chromium（Debian：apt-get install chromium-headless-shell fonts-noto-cjk），或用环境变量 CHROMIUM_PATH 指出它在哪里。',
    )
    console.error(
      'No browser found. Install Chromium (Debian: apt-get install chromium-headless-shell fonts-noto-cjk), or say in CHROMIUM_PATH where it is.',
    )
    return { passed: 0, failed: 1 }
  }
  const folder = mkdtempSync(join(tmpdir(), 'bencao-e2e-'))
  const results = join(folder, 'results.json')
  try {
    if (!(await demo.ready())) return { passed: 0, failed: 1 }
    await run([tool('@playwright/test/cli.js'), 'test'], { ...process.env, E2E_RESULTS: results })
    if (!existsSync(results)) return { passed: 0, failed: 1 }
    const { stats, errors } = JSON.parse(readFileSync(results, 'utf8'))
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
  } finally {
    await demo.stop()
    rmSync(folder, { recursive: true })
  }
}

const { check } = await import('./check.mjs')
const named = process.argv.slice(2)
const isWanted = (/** @type {string} */ name) => named.length === 0 || named.includes(name)
const demo = isWanted('browser') && findChromium() !== undefined ? startDemoServer() : undefined
const total = { passed: 0, failed: 0 }
try {
  for (const [name, suite] of Object.entries({ check, server: nodeTests, browser: browserTests })) {
    if (stopping.signal.aborted || !isWanted(name)) continue
    console.log(`\n── ${name} ──`)
    const began = performance.now()
    const { passed, failed } = await suite()
    console.log(`── ${name}: ${passed} passed, ${failed} failed, ${Math.round((performance.now() - began) / 1000)} s`)
    total.passed += passed
    // A suite in which nothing ran has not passed.
    total.failed += passed + failed === 0 ? 1 : failed
  }
} finally {
  await demo?.stop()
  await cluster.stop()
}
if (stopping.signal.aborted || total.passed + total.failed === 0) total.failed += 1
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
