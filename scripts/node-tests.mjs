// The contract, server and page tests that need no browser: shared out to processes, their outcomes added up.
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { node24, root } from './ready.mjs'

/** @typedef {import('./summary.mjs').Failure} Failure */
/** @typedef {import('./summary.mjs').Outcome} Outcome */

/** Runs these test files, two processes a core: a test waits for the database as much as it computes. @returns {Promise<Outcome>} */
export async function nodeTests(/** @type {readonly string[]} */ files, /** @type {AbortSignal} */ stopping) {
  const waiting = shareOut(files)
  /** @type {Outcome} */
  const total = { passed: 0, failed: 0, failures: [] }
  const takeTurns = async () => {
    for (let share = waiting.shift(); share !== undefined && !stopping.aborted; share = waiting.shift()) {
      const { passed, failed, failures } = await testsOf(share, stopping)
      total.passed += passed
      total.failed += failed
      total.failures.push(...failures)
    }
  }
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, takeTurns))
  return total
}

/**
 * The files of each process, the longest first. Starting a server and warming it up costs a process more than most tests do, so the files of the
 * features, which speak to it over HTTP only, share a few processes, and those that need no server share one. Any other file may
 * change its process and has one to itself.
 */
function shareOut(/** @type {readonly string[]} */ files) {
  const features = files.filter((file) => file.startsWith('server/features/')).sort((one, other) => sizeOf(other) - sizeOf(one))
  const pure = files.filter((file) => /^(contract|web|scripts|server\/tools)\//.test(file))
  const alone = files.filter((file) => !features.includes(file) && !pure.includes(file))
  const count = Math.min(6, Math.ceil(features.length / 6))
  const shares = Array.from({ length: count }, (_, share) => features.filter((_, place) => place % count === share))
  return [
    ...alone.filter((file) => file.startsWith('server/test/')).map((file) => [file]),
    ...shares,
    ...alone.filter((file) => !file.startsWith('server/test/')).map((file) => [file]),
    ...(pure.length > 0 ? [pure] : []),
  ]
}

const sizeOf = (/** @type {string} */ file) => statSync(join(root, file)).size

/** Runs test files in a process of their own, and prints what it said when it has ended. @returns {Promise<Outcome>} */
function testsOf(/** @type {string[]} */ files, /** @type {AbortSignal} */ signal) {
  return new Promise((done) => {
    const child = spawn(node24, ['scripts/test-files.mjs', ...files], { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], signal })
    child.once('error', () => {}) // what was stopped says nothing more
    let passed = 0
    let failed = 0
    const failures = /** @type {Failure[]} */ ([])
    const said = /** @type {Buffer[]} */ ([])
    const complained = /** @type {Buffer[]} */ ([])
    child.stdout?.on('data', (piece) => said.push(piece))
    child.stderr?.on('data', (piece) => {
      said.push(piece)
      complained.push(piece)
    })
    child.on('message', (message) => {
      const report = /** @type {{ failure: Failure } | { passed: number, failed: number }} */ (message)
      if ('failure' in report) failures.push(report.failure)
      else ({ passed, failed } = report)
    })
    child.once('close', (code, killedBy) => {
      process.stdout.write(`\n${files.join(' ')}\n${Buffer.concat(said)}`)
      // A process that broke off, or in which nothing ran, has not passed.
      if (failed === 0 && (code !== 0 || passed === 0)) {
        failed = 1
        if (!signal.aborted)
          failures.push({
            name: files.join(' '),
            why: `The process ended before its tests (${killedBy ?? `exit code ${code}`}).\n${Buffer.concat(complained)}`,
          })
      }
      done({ passed, failed, failures })
    })
  })
}
