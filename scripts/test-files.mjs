// node scripts/test-files.mjs <file…>: the tests of these files, one after the other in this one process; tells its parent how many passed.
import { resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const running = run({ files: process.argv.slice(2).map((file) => resolve(file)), isolation: 'none', timeout: 300_000 })
running.on('test:summary', ({ file, counts: { tests, passed, skipped, todo } }) => {
  // The summary of all files names none. A test that was cancelled has failed too.
  if (file === undefined) process.send?.({ passed, failed: tests - passed - skipped - todo })
})
for await (const text of running.compose(spec)) process.stdout.write(text)
