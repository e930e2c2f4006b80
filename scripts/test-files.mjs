// node scripts/test-files.mjs <file…>: the tests of these files, one after the other in this one process; tells its parent each failure, and
// at the end how many passed.
import { isAbsolute, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { root } from './ready.mjs'
import { whereOf } from './summary.mjs'

/** The names of the tests that are running, from the outermost in. @type {string[]} */
const names = []

const running = run({ files: process.argv.slice(2).map((file) => resolve(file)), isolation: 'none', timeout: 1_800_000 })
running.on('test:start', ({ name, nesting }) => names.splice(nesting, Infinity, name))
running.on('test:fail', ({ name, nesting, file, line, details: { error } }) => {
  const { failureType } = /** @type {Error & { failureType?: string }} */ (error)
  if (failureType === 'subtestsFailed') return // the tests in it say why
  const cause = error.cause instanceof Error ? error.cause : error
  process.send?.({
    failure: {
      // A file that cannot be loaded is named by its path.
      name: isAbsolute(name) ? relative(root, name) : [...names.slice(0, nesting), name].join(' › '),
      where: whereOf(cause.stack) ?? (file && `${relative(root, file)}:${line}`),
      why: typeof error.cause === 'string' ? error.cause : cause.message,
    },
  })
})
running.on('test:summary', ({ file, counts: { tests, passed, skipped, todo } }) => {
  // The summary of all files names none. A test that was cancelled has failed too.
  if (file === undefined) process.send?.({ passed, failed: tests - passed - skipped - todo })
})
for await (const text of running.compose(spec)) process.stdout.write(text)
