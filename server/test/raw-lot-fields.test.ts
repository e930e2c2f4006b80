import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { receiptLineInput } from '#contract/supply/receipt.ts'
import { rawStockDetail } from '#contract/warehouse/stock.ts'

/**
 * A field of a raw lot is asked at the door and seen on the stock card. The compiler names the insert, the query and the demo where one is
 * forgotten; forms and drawers name their fields one by one, so these are read.
 */

/** The names of all fields, also of those within a field. */
const fieldsOf = (shape: z.ZodObject['shape']): string[] =>
  Object.entries(shape).flatMap(([name, type]) => {
    const inner = type instanceof z.ZodNullable ? type.unwrap() : type
    return inner instanceof z.ZodObject ? fieldsOf(inner.shape) : [name]
  })

/** The text of the one file of the web that is called so, wherever it lies. */
function sourceOf(name: string): string {
  const found = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((path) => basename(path) === name)
  assert.equal(found.length, 1, `${name} is there once`)
  return readFileSync(`web/${found[0]}`, 'utf8')
}

const unnamed = (fields: readonly string[], source: string) => fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(source))

test('the form at the door asks for every field of a lot', () => {
  const fields = fieldsOf(receiptLineInput.shape)
  assert.ok(fields.length >= 30 && fields.includes('village'), fields.join())
  assert.deepEqual(unnamed(fields, sourceOf('LotFields.tsx')), [])
})

test('the stock card shows every field of a raw lot', () => {
  const fields = fieldsOf(rawStockDetail.shape)
  assert.ok(fields.length >= 45, fields.join())
  assert.deepEqual(unnamed(fields, sourceOf('RawLotDrawer.tsx')), [
    'batchNo', // of a raw lot the same as its number
    'bornOn', // the day of arrival
    'rowVersion', // nothing is edited here
    'bins', // the places below have their quantities
  ])
})

test('a field that is forgotten is named', () => {
  assert.deepEqual(unnamed(['grade', 'note2'], sourceOf('LotFields.tsx')), ['note2'])
})
