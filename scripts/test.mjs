// npm test: check, contract and server tests, browser tests; then what failed and where; the last line adds them up. Installs and builds what
// is missing first. `npm test -- <words>` runs what the words name: suites, rooms, files (select-tests.mjs).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, startDemoServer } from './browser.mjs'
import { build, install, root, stopHere, underNode24 } from './ready.mjs'
import { describeWords, isBrowserTest, selectTests } from './select-tests.mjs'
import { failureSummary } from './summary.mjs'

install()
await underNode24(import.meta.filename)
const { globSync } = await import('node:fs') // not in the older Node that may have started this file

const words = process.argv.slice(2)
const all = ['{contract,server,web,scripts}/**/*.test.ts', 'e2e/*.spec.ts'].flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
const { checks, files, unknown } = selectTests(words, all)
if (unknown.length > 0)
  stopHere(`没有名为 ${unknown.join('、')} 的测试。可用：`, `No test is named ${unknown.join(', ')}. There are:\n${describeWords(all)}`)
const nodeFiles = files.filter((file) => !isBrowserTest(file))
const browserFiles = files.filter(isBrowserTest)

// A browser looks at all that is built, a server test at the public pages and at the description of the API.
const needsDatabase = nodeFiles.some((file) => /\b(world|database)\.ts'/.test(readFileSync(join(root, file), 'utf8')))
if (browserFiles.length > 0) build()
else if (needsDatabase) build(['public', 'openapi'])

const { throwAwayCluster } = await import('#server/test/cluster.ts')
// Otherwise the schema check, or a test that needs one all the same, starts its own.
const cluster = needsDatabase || browserFiles.length > 0 ? await throwAwayCluster() : undefined
if (cluster) process.env['TEST_ADMIN_URL'] = cluster.adminUrl
const stopping = new AbortController()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stopping.abort())
}

const { check } = await import('./check.mjs')
const { nodeTests } = await import('./node-tests.mjs')
const { browserTests } = await import('./browser-tests.mjs')
const demo = browserFiles.length > 0 && findChromium() !== undefined ? startDemoServer() : undefined

/** @type {Record<string, () => Promise<import('./summary.mjs').Outcome>>} */
const suites = {
  ...(checks && { check }),
  ...(nodeFiles.length > 0 && { server: () => nodeTests(nodeFiles, stopping.signal) }),
  ...(browserFiles.length > 0 && { browser: () => browserTests(words.length === 0 ? [] : browserFiles, demo) }),
}
/** @type {import('./summary.mjs').Outcome} */
const total = { passed: 0, failed: 0, failures: [] }
try {
  for (const [name, suite] of Object.entries(suites)) {
    if (stopping.signal.aborted) continue
    console.log(`\n── ${name} ──`)
    const began = performance.now()
    const { passed, failed, failures } = await suite()
    console.log(`── ${name}: ${passed} passed, ${failed} failed, ${Math.round((performance.now() - began) / 1000)} s`)
    total.passed += passed
    // A suite in which nothing ran has not passed.
    total.failed += passed + failed === 0 ? 1 : failed
    total.failures.push(...(passed + failed === 0 ? [{ name, why: 'Nothing ran.' }] : failures))
  }
} finally {
  await demo?.stop()
  await cluster?.stop()
}
if (stopping.signal.aborted) {
  total.failed += 1
  total.failures.push({ name: 'npm test', why: 'It was stopped before its end.' })
}
if (total.failures.length > 0) console.log(`\n── what failed ──\n${failureSummary(total.failures)}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
