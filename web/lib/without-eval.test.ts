import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/** How often the contract's schemas, made and asked in a process of their own, make a function out of text. */
const probesAfter = (first: string) => {
  const program = `
    let probes = 0
    globalThis.Function = new Proxy(Function, { construct: () => { probes += 1; throw new EvalError('no eval') } })
    ${first}
    const { purchaseApi } = await import('#contract/supply/purchase-api.ts')
    purchaseApi.list.input.safeParse({})
    console.log(probes)`
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }))
}

test('schemas make no function out of text once they were told, and would have tried otherwise', () => {
  assert.equal(probesAfter(`await import('#web/lib/without-eval.ts')`), 0)
  assert.ok(probesAfter('') > 0, 'the probe can be seen')
})

test('they are told before the first of them is made', () => {
  const [, first] = /^import (.*)$/m.exec(readFileSync(new URL('../main.tsx', import.meta.url), 'utf8')) ?? []
  assert.equal(first, `'#web/lib/without-eval.ts'`)
  const [, library] = /name: 'library',(.*?)priority/s.exec(readFileSync(new URL('../../vite.config.ts', import.meta.url), 'utf8')) ?? []
  assert.match(library ?? '', /web\/lib\/without-eval/)
})
