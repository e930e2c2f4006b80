import assert from 'node:assert/strict'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import { Refused } from '#server/demo/person.ts'

/** Waits for a no with this code that blames each of these fields, and returns it; anything else fails the test. */
export async function refused(asked: Promise<unknown>, code: RefusalCode, ...paths: string[]): Promise<Refused> {
  const no = await asked.then(
    () => assert.fail(`${code} was not refused`),
    (thrown: unknown) => thrown,
  )
  assert.ok(no instanceof Refused, String(no))
  assert.equal(no.code, code, no.message)
  for (const path of paths)
    assert.ok(
      no.body.errors.some((one) => one.path === path),
      `${path} in ${no.message}`,
    )
  return no
}
