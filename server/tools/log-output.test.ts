import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { logOutput } from './log-output.ts'

test('lines are written in order, several in one piece', async () => {
  const pieces: string[] = []
  const log = await new Promise<string>((done) => {
    const output = logOutput((text) => {
      pieces.push(text)
      if (pieces.join('').endsWith('3\n')) done(pieces.join(''))
    })
    for (const line of ['1\n', '2\n', '3\n']) output.write(line)
    // The output's own timer keeps no process alive.
    const alive = setInterval(() => pieces.length > 0 && clearInterval(alive), 5)
  })
  assert.equal(log, '1\n2\n3\n')
  assert.equal(pieces.length, 1)
})

test('a process that ends has written all it said', () => {
  const program = `import { logOutput } from '${new URL('log-output.ts', import.meta.url)}'; const log = logOutput(); log.write('first\\n'); log.write('last\\n'); process.exit(1)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', program], { encoding: 'utf8' })
  assert.equal(stdout, 'first\nlast\n')
})
