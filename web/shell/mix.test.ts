import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, darker, isColour, lighter, lightParts, mix } from './mix.ts'

test('the light variants are 30, 50, 70, 80 and 90 percent on the way to white', () => {
  assert.deepEqual(
    lightParts.map((part) => lighter('#409eff', part)),
    ['#79bbff', '#a0cfff', '#c6e2ff', '#d9ecff', '#ecf5ff'],
  )
})

test('the dark variant is 20 percent on the way to black', () => {
  assert.equal(darker('#409eff'), '#337ecc')
})

test('mixing nothing leaves the colour, mixing everything gives the other', () => {
  assert.equal(mix('#324157', '#ffffff', 0), '#324157')
  assert.equal(mix('#324157', '#ffffff', 1), '#ffffff')
})

test('contrast is 21 for black on white and 1 for a colour on itself', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#1d5fbf', '#1d5fbf'), 1)
})

test("the seed's default sidebar and header can be read", () => {
  assert.ok(contrast('#bfcbd9', '#324157') > 4.5)
  assert.ok(contrast('#ffffff', '#242f42') > 4.5)
})

test('only six-digit lower-case hexadecimal is taken for a colour', () => {
  assert.ok(isColour('#324157'))
  for (const bad of ['#fff', 'red', '#32415G', '#324157;}', undefined, 7]) assert.ok(!isColour(bad))
})
