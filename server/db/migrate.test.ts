import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from './migrate.ts'

/** Numbers that more than one file has, among `names`. 0013, 0017, 0018 and 0019 had been given twice before this was asked. */
const givenTwice = (names: string[]) => {
  const numbers = names.map((name) => name.slice(0, 4)).filter((number) => number >= '0024')
  return numbers.filter((number, place) => numbers.indexOf(number) !== place)
}

test('from 0024 on a number is given once', () => {
  assert.deepEqual(givenTwice(readMigrations().map(({ name }) => name)), [])
  assert.deepEqual(givenTwice(['0019_a.sql', '0019_b.sql', '0024_a.sql', '0024_b.sql']), ['0024'])
})

test('every file in the folder is a migration', () => {
  assert.deepEqual(
    readdirSync(new URL('./migrations/', import.meta.url)).sort(),
    readMigrations().map(({ name }) => name),
    'four digits, an underscore, then letters and underscores',
  )
})

test('the migrations up to 0023 are as they have run', () => {
  const digest = createHash('sha256')
  for (const { name, checksum } of readMigrations().filter(({ name }) => name < '0024')) digest.update(`${name} ${checksum}\n`)
  assert.equal(digest.digest('hex'), '0502ce3faaa241a29875c91283230a45cba2afeeee2b99d38bfac45689c37587')
})
