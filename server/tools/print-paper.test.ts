import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPdf } from '#server/test/read-pdf.ts'
import type { Block, Paper } from './paper.ts'
import { printPaper } from './print-paper.ts'

const paper = (blocks: readonly Block[], given: Partial<Paper> = {}): Paper => ({
  firm: '岷州本草饮片有限公司',
  logo: null,
  title: '批生产记录',
  documentNo: '2603001',
  form: '表单编号：QR-SC-001　第 3 版',
  marks: [],
  address: 'https://trace.example.cn/yinpian-shengchan?q=2603001',
  blocks,
  foot: '第 1 次打印　打印人 郑质保　2026-03-05 09:30:00',
  retention: '保存期限：保质期后一年',
  madeAt: '2026-03-05T01:30:00Z',
  ...given,
})
const table = (rows: number, cell = '不得过15.0%（通则0832第四法）'): Block => ({
  is: 'table',
  columns: [
    { title: '序号', share: 1, align: 'right' },
    { title: '标准规定', share: 5 },
  ],
  rows: Array.from({ length: rows }, (_, at) => [`行${at + 1}止`, cell]),
})
const said = (text: string): Block => ({ is: 'paragraph', words: text })

test('every page says what it belongs to, which of how many it is, and by whom it was printed', async () => {
  const { bytes, pages } = await printPaper(paper([table(120)]))
  const read = await readPdf(bytes)
  assert.equal(read.length, pages)
  assert.ok(pages > 2)
  read.forEach((page, at) => {
    assert.ok(page.includes(`第${at + 1}页，共${pages}页`), page)
    for (const words of [
      '岷州本草饮片有限公司',
      '批生产记录',
      '编号：2603001',
      '第1次打印',
      '郑质保',
      '保存期限：保质期后一年',
      '序号标准规定',
    ])
      assert.ok(page.includes(words), `${words} on page ${at + 1}`)
  })
  const all = read.join('')
  for (let row = 1; row <= 120; row++) assert.ok(all.includes(`行${row}止`), `row ${row}`)
})

test('a row longer than a page goes on overleaf, and none of its words is lost', async () => {
  const words = Array.from({ length: 200 }, (_, at) => `第${at + 1}句。`).join('\n')
  const read = await readPdf((await printPaper(paper([table(1, words)]))).bytes)
  assert.ok(read.length > 1)
  const all = read.join('')
  for (let sentence = 1; sentence <= 200; sentence++) assert.ok(all.includes(`第${sentence}句。`), `sentence ${sentence}`)
})

test('rare characters of the trade and small figures are printed', async () => {
  const [page = ''] = await readPdf((await printPaper(paper([said('䗪虫、栝楼、𬭁、燀苦杏仁；SO₂ 不得过 150 mg/kg，10⁻³ mol/L')]))).bytes)
  for (const words of ['䗪虫', '栝楼', '𬭁', '燀苦杏仁', 'SO2不得过150mg/kg']) assert.ok(page.includes(words), `${words} in ${page}`)
})

test('a character that the font lacks is refused by name, not printed as a box', async () => {
  await assert.rejects(printPaper(paper([said('吉𠮷堂'), table(1, '😀')])), (error: { code?: string; errors?: { message: string }[] }) => {
    assert.equal(error.code, 'glyph_missing')
    assert.match(error.errors?.[0]?.message ?? '', /𠮷 😀/)
    return true
  })
})

test('the same document comes out the same to the last byte; another one does not', async () => {
  const [first, second, other] = await Promise.all([
    printPaper(paper([table(5)])),
    printPaper(paper([table(5)])),
    printPaper(paper([table(5)], { foot: '第 2 次打印' })),
  ])
  assert.ok(first.bytes.equals(second.bytes))
  assert.ok(!first.bytes.equals(other.bytes))
})

test('a mark stands on every page', async () => {
  const read = await readPdf((await printPaper(paper([table(120)], { marks: ['演示', '已被替代'] }))).bytes)
  for (const page of read) assert.ok(page.includes('演示') && page.includes('已被替代'), page)
})

test('hundreds of pages are set while the thread of the server does other work', async () => {
  let turns = 0
  const other = setInterval(() => (turns += 1), 1)
  const { pages } = await printPaper(paper([table(4200)]))
  clearInterval(other)
  assert.ok(pages > 100, `${pages} pages`)
  assert.ok(turns > 100, `${turns} turns`)
})

test('whoever waits for a long document is told how far it is, page by page', async () => {
  const told: { part: number; pages: number }[] = []
  const { pages } = await printPaper(paper([table(4000)]), (progress) => told.push(progress))
  assert.ok(pages > 100, String(pages))
  assert.equal(told.at(-1)?.pages, pages)
  assert.ok(told.every(({ part }, at) => part <= 1 && part >= (told[at - 1]?.part ?? 0)))
  assert.ok(told.some(({ part }) => part > 0.4 && part < 0.6))
})
