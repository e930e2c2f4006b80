// npm test: check, contract and server tests, browser tests; the last line adds them up. Installs and builds what is missing first.
// `npm test -- browser` runs the named suites alone.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, startDemoServer } from './browser.mjs'
import { build, install, root, run, tool, underNode24 } from './ready.mjs'

install()
await underNode24(import.meta.filename)
build()

const { throwAwayCluster } = await import('../server/test/cluster.ts')
const cluster = await throwAwayCluster()
process.env['TEST_ADMIN_URL'] = cluster.adminUrl
// Each test file is a process of its own: what one has stripped and compiled the others need not do again.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'node-compile')
let stopped = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => (stopped = true))
}

/** @typedef {{ passed: number, failed: number }} Counts */

/** Contract and server tests, each file in a process of its own. @returns {Promise<Counts>} */
async function nodeTests() {
  const { run: runTests } = await import('node:test')
  const { spec } = await import('node:test/reporters')
  const { globSync } = await import('node:fs') // not in the older Node that may have started this file
  const files = globSync(['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts'], { cwd: root }).map((file) =>
    join(root, file),
  )
  const counts = { passed: 0, failed: 0 }
  // A test waits for the database as much as it computes: two files a core keep both busy.
  const tests = runTests({ files, cwd: root, concurrency: 2 * availableParallelism() })
  tests.on('test:summary', ({ file, counts: { tests, passed, skipped, todo } }) => {
    if (file !== undefined) return // one file's; the last summary is that of all
    counts.passed = passed
    counts.failed = tests - passed - skipped - todo
  })
  for await (const text of tests.compose(spec)) process.stdout.write(text)
  return counts
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
    if (stopped || !isWanted(name)) continue
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
if (stopped || total.passed + total.failed === 0) total.failed += 1
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
