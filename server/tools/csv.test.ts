import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvLine, csvStream, type Cell } from './csv.ts'

/** Reads CSV as RFC 4180 says, sharing nothing with the writer. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',') {
      rows.at(-1)!.push(cell)
      cell = ''
    } else if (character === '\r' && text[at + 1] === '\n') {
      rows.at(-1)!.push(cell)
      cell = ''
      rows.push([])
      at++
    } else cell += character
  }
  rows.pop()
  return rows
}

test('a line has commas, quotes where needed, and CR LF', () => {
  assert.equal(csvLine(['当归', '500', 'a,b', '说"好"', '两\n行', ' 空', null, 12]), '当归,500,"a,b","说""好""","两\n行"," 空",,12\r\n')
})

test('what a spreadsheet would run begins with an apostrophe', () => {
  for (const evil of [
    '=1+1',
    '+cmd',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    '＋1',
    '－1+1',
    '＠a',
    '=HYPERLINK("x")',
    '-',
    '--1',
    '+86 138',
  ]) {
    const [[cell]] = parse(csvLine([evil])) as [[string]]
    assert.equal(cell, `'${evil}`)
  }
})

test('a true number stays a number, negative or long', () => {
  for (const number of ['-12.5', '0', '-0.5', '500.0000', '83857930000879766660']) assert.equal(csvLine([number]), `${number}\r\n`)
  for (const none of ['-1e5', '-1,000', '-', '-.5', '+5']) assert.match(csvLine([none]), /^"?'/)
})

const anyCell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', ' ', '1', '.', '＝', '当') }),
)

test('every text comes back when the apostrophe is taken away, and no cell begins like a formula', () => {
  const number = /^-?(0|[1-9]\d*)(\.\d+)?$/
  fc.assert(
    fc.property(fc.array(fc.array(anyCell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const read = parse(rows.map(csvLine).join(''))
      assert.deepEqual(
        read.map((row) => row.map((cell) => cell.replace(/^'('*[=+\-@\t\r\n＝＋－＠])/u, '$1'))),
        rows,
      )
      for (const cell of read.flat()) assert.ok(number.test(cell) || !/^[=+\-@\t\r\n＝＋－＠]/u.test(cell), JSON.stringify(cell))
    }),
    { numRuns: 1000 },
  )
})

async function* threeBatches(): AsyncGenerator<Cell[][]> {
  yield [
    ['B1', '当归'],
    ['B2', '𠮷'],
  ]
  yield []
  yield [['B3', null]]
}

test('a file is UTF-8 with a byte-order mark, its header, and the rows of all batches in order', async () => {
  const bytes = await buffer(csvStream(['批号', '品名'], threeBatches()))
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  assert.equal(bytes.subarray(3).toString('utf8'), '批号,品名\r\nB1,当归\r\nB2,𠮷\r\nB3,\r\n')
})

function* failingBatches(): Generator<Cell[][]> {
  yield [['B1']]
  throw new Error('the database is gone')
}

test('a source that fails in the middle fails the stream', async () => {
  await assert.rejects(buffer(csvStream(['批号'], failingBatches())), /the database is gone/)
})
