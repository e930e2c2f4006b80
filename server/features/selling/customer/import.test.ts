import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { read as readByAnother, utils } from '@e965/xlsx'
import writeWorkbook, { type SheetData } from 'write-excel-file/node'
import { attachmentApi } from '#contract/office/attachment.ts'
import { customerApi } from '#contract/selling/customer.ts'
import { historyApi } from '#contract/office/history.ts'
import { customerSheet, dictionarySheet, materialSheet, supplierSheet } from '#contract/office/import-sheets.ts'
import { headingOf, importOf, type ImportSheet } from '#contract/office/import.ts'
import { standardApi } from '#contract/laboratory/standard.ts'
import { present, valueIn } from '#contract/kernel/certain.ts'
import { readWorkbook } from '#tools/sheets.ts'
import { readZip, unzip } from '#tools/zip.ts'
import { handIn, takeFile } from '#server/test/file-hand.ts'
import { requestOf } from '#server/demo/person.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { zipOf } from '#server/test/zip-file.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const api = importOf(customerSheet)
const good = {
  名称: '兰州市中医院',
  类型: '医院',
  许可证类型: '医疗机构执业许可证',
  许可证号: 'PDY10023X',
  许可证有效期至: '2029-06-30',
  许可范围: '中药饮片',
  收货省份: '甘肃省',
  收货城市: '兰州市',
  收货地址: '七里河区瓜州路418号',
  收货人: '马药师',
  收货电话: '0931-2331234',
}
type Row = Record<string, unknown>

/** A workbook as a person would fill in the template. */
const sheetOf = (sheet: ImportSheet, rows: readonly Row[]) =>
  writeWorkbook([sheet.columns.map(headingOf), ...rows.map((row) => sheet.columns.map(({ title }) => row[title] ?? null))] as SheetData, {
    dateFormat: 'yyyy-mm-dd',
  }).toBuffer()

async function handedIn(content: Buffer, name = '客户.xlsx') {
  const { digest } = await handIn(world, 'admin', attachmentApi.upload, { name }, content)
  return { digest, name }
}
const customers = async () => Number((await world.admin.query(`select count(*) as n from customer`)).rows[0].n)

test('the template says every column, and what must be filled in; filled with its own example it can be read back', async () => {
  const { content, headers } = await takeFile(world, 'admin', api.template, {})
  assert.match(String(headers['content-disposition']), /xlsx/)
  const [heading] = await readWorkbook(content)
  assert.deepEqual(heading, customerSheet.columns.map(headingOf))
})

test('the cells of a template offer the words they may hold; all but whole numbers are text, so that zeros in front stay', async () => {
  for (const [subject, sheet] of [
    ['customers', customerSheet],
    ['materials', materialSheet],
    ['dictionary-items', dictionarySheet],
  ] as const) {
    const { content } = await takeFile(world, 'admin', importOf(sheet).template, {})
    const book = readByAnother(content, { cellNF: true, cellStyles: true, sheetStubs: true })
    const [first = ''] = book.SheetNames
    for (const [index, column] of sheet.columns.entries())
      assert.equal(book.Sheets[first]?.[`${letterOf(index)}2`]?.z, column.as === 'whole' ? '0' : '@', `${subject} ${column.title}`)
    const entries = new Map([...readZip(content, { unpackedLimit: 1_000_000 })].map((entry) => [entry.name, entry]))
    const xml = unzip(content, valueIn(entries, 'xl/worksheets/sheet1.xml')).toString('utf8')
    for (const [index, column] of sheet.columns.entries()) {
      const rule = new RegExp(
        `<dataValidation type="list"([^>]*) sqref="${letterOf(index)}2:${letterOf(index)}5001"><formula1>'可选内容'!\\$([A-Z])`,
      ).exec(xml)
      assert.equal(rule === null, column.words === undefined, column.title)
      if (rule === null || column.words === undefined) continue
      const offered = utils
        .sheet_to_json<Record<string, string>>(present(book.Sheets['可选内容']), { header: 'A' })
        .flatMap((row) => row[rule[2] ?? ''] || [])
      assert.deepEqual(offered, Array.isArray(column.words) ? column.words : Object.keys(column.words), column.title)
      assert.equal(
        (rule[1] ?? '').includes('showErrorMessage'),
        column.as !== 'words',
        'several words may be written where several are taken',
      )
    }
    // The format is the column's, not that of the first rows alone.
    const styles = new Map([...xml.matchAll(/<c r="([A-Z])2" s="(\d+)"/g)].map(([, letter = '', style]) => [letter, style]))
    for (const [, place = '', style] of xml.matchAll(/<col min="(\d+)" max="\d+" style="(\d+)"/g))
      assert.equal(style, styles.get(letterOf(Number(place) - 1)))
    assert.equal([...xml.matchAll(/<col [^>]*style=/g)].length, sheet.columns.length)
  }
})

/** The letter of a column, the first being 0. */
const letterOf = (index: number) => String.fromCharCode(65 + index)

test('three bad rows are refused with row, column and reason, and nothing is written', async () => {
  const before = await customers()
  const { digest, name } = await handedIn(
    await sheetOf(customerSheet, [
      good,
      { ...good, 名称: '', 许可证有效期至: '2029年6月' },
      { ...good, 名称: '天水药店', 类型: '药铺' },
      { ...good, 名称: '定西药店', 统一社会信用代码: '916200000000000000' },
    ]),
  )
  const admin = await world.as('admin')
  const checked = await admin.ask(api.check, { digest, name })
  assert.equal(checked.rows, 4)
  assert.equal(checked.errorRows, 3)
  assert.deepEqual(
    checked.errors.map(({ row, column, value }) => [row, column, value]),
    [
      [3, '名称', ''],
      [3, '许可证有效期至', '2029年6月'],
      [4, '类型', '药铺'],
      [5, '统一社会信用代码', '916200000000000000'],
    ],
  )
  await assert.rejects(admin.ask(api.commit, { digest, name }), { code: 'sheet_has_errors', status: 409 })
  assert.equal(await customers(), before)
})

test('many checks at once are done in turns; those beyond are asked to come again, and other work goes on', async () => {
  const file = await handedIn(
    await sheetOf(
      customerSheet,
      Array.from({ length: 200 }, (_, index) => ({ ...good, 名称: `药店${index}` })),
    ),
  )
  const { cookie } = await world.as('admin')
  const check = () => world.app.inject({ ...requestOf(api.check, file), headers: { cookie } })
  const checks = Array.from({ length: 30 }, check)
  assert.ok((await (await world.as('qa')).ask(customerApi.list, {})).total > 0)
  const answers = await Promise.all(checks)
  const later = answers.filter(({ statusCode }) => statusCode !== 200)
  // Of those in turn, the ones that wait too long on a busy machine are asked to come again, too.
  assert.ok(later.length > 0 && answers.length - later.length >= 2)
  for (const answer of later) {
    assert.deepEqual([answer.statusCode, answer.json().code], [503, 'imports_busy'])
    assert.equal(answer.headers['retry-after'], '15')
  }
  assert.equal((await check()).statusCode, 200)
})

test('a wrong cell is named once, with no more of its text than is needed to find it', async () => {
  const file = await handedIn(
    await sheetOf(customerSheet, [{ ...good, 名称: '长'.repeat(900), 许可证有效期至: '明年', 统一社会信用代码: '1' }]),
  )
  const { errors } = await (await world.as('admin')).ask(api.check, file)
  assert.deepEqual(
    errors.map(({ column, value, reason }) => [column, value, reason]),
    [
      ['名称', `${'长'.repeat(40)}…`, '不能超过80个字'],
      ['统一社会信用代码', '1', '统一社会信用代码应为18位'],
      ['许可证有效期至', '明年', '请填写日期，如2026-03-05'],
    ],
  )
})

test('of two rows with the same credit code the refusal names the first, and does not send the person to the list', async () => {
  const creditCode = '91621126MA7BC0DE1E'
  const file = await handedIn(
    await sheetOf(customerSheet, [
      { ...good, 名称: '陇西药店', 统一社会信用代码: creditCode },
      { ...good, 名称: '临洮药店', 统一社会信用代码: creditCode },
    ]),
  )
  const { errors } = await (await world.as('admin')).ask(api.check, file)
  assert.deepEqual(errors, [{ row: 3, column: '统一社会信用代码', value: creditCode, reason: '与第2行相同，只能有一行' }])
})

test('a file that is no workbook is refused as such, not as missing', async () => {
  const admin = await world.as('admin')
  const file = await handedIn(Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'), '客户.pdf')
  await assert.rejects(admin.ask(api.check, file), { code: 'sheet_unreadable' })
  await assert.rejects(admin.ask(standardApi.readSheet, { digest: file.digest }), { code: 'sheet_unreadable' })
})

test('quality assurance hears once of a workbook full of suppliers', async () => {
  const file = await handedIn(
    await sheetOf(
      supplierSheet,
      ['宕昌一社', '宕昌二社', '宕昌三社'].map((名称) => ({ 名称, 类型: '合作社', 供货范围: '药材' })),
    ),
  )
  const told = async () =>
    (await world.admin.query(`select title, path from notification n join account a on a.id = n.account_id where a.user_name = 'qa'`)).rows
  const before = await told()
  await (await world.as('admin')).ask(importOf(supplierSheet).commit, file)
  const rows = await told()
  assert.equal(rows.length, before.length + 1)
  assert.deepEqual(
    rows.filter(({ path }) => path === '/system-qiye?state=candidate'),
    [{ title: '导入了 3 家候选供应商，待评审', path: '/system-qiye?state=candidate' }],
  )
})

test('a checked file goes in whole: every row a customer like any other, the file kept, the history saying where it came from', async () => {
  const file = await handedIn(
    await sheetOf(customerSheet, [
      { ...good, 名称: '陇西县人民医院', 许可范围: '中药饮片、毒性中药饮片', 许可证有效期至: new Date('2029-06-30T00:00:00Z') },
      {},
      { ...good, 名称: '岷县中医院' },
    ]),
  )
  const admin = await world.as('admin')
  const before = await customers()
  assert.deepEqual(await admin.ask(api.check, file), { rows: 2, errorRows: 0, errors: [] })
  assert.equal(await customers(), before, 'the check has undone everything')
  assert.deepEqual(await admin.ask(api.commit, file), { rows: 2 })
  const { rows } = await admin.ask(customerApi.list, { q: 'lxxrmyy' })
  assert.deepEqual(rows[0]!.scopes, ['中药饮片', '毒性中药饮片'])
  assert.equal(rows[0]!.licenceValidUntil, '2029-06-30')
  const { entries } = await admin.ask(historyApi.read, { table: 'customer', id: rows[0]!.id })
  assert.equal(entries[0]!.reason, 'Excel 导入：客户.xlsx')
  const kept = await world.admin.query(`select rows, subject from spreadsheet_import where digest = $1`, [file.digest])
  assert.deepEqual(kept.rows, [{ rows: 2, subject: 'customers' }])
})

test('two rows of one file that cannot both be are found, since the check does what the import would do', async () => {
  const twice = { 字典类型: '运输方式', 代码: 'mule', 名称: '骡队', 顺序: 90 }
  const file = await handedIn(await sheetOf(dictionarySheet, [twice, { ...twice, 名称: '马帮' }]))
  const { errors } = await (await world.as('admin')).ask(importOf(dictionarySheet).check, file)
  assert.deepEqual(
    errors.map(({ row }) => row),
    [3],
  )
})

test('suppliers, materials and dictionary items go in by the same way', async () => {
  const admin = await world.as('admin')
  const cases: [ImportSheet, Row][] = [
    [supplierSheet, { 名称: '岷县归农合作社', 类型: '合作社', 供货范围: '药材' }],
    [materialSheet, { 代码: 'YC-901', 名称: '羌活', 类别: '药材', 基原: '羌活', '复验期（月）': 12 }],
    [dictionarySheet, { 字典类型: '运输方式', 代码: 'yak', 名称: '牦牛', 顺序: 91 }],
  ]
  for (const [sheet, row] of cases) {
    const file = await handedIn(await sheetOf(sheet, [row]), `${sheet.title}.xlsx`)
    assert.deepEqual((await admin.ask(importOf(sheet).check, file)).errors, [], sheet.title)
    assert.deepEqual(await admin.ask(importOf(sheet).commit, file), { rows: 1 }, sheet.title)
  }
})

test('a heading that is not the template’s, or an empty sheet, is refused before any row is read', async () => {
  const admin = await world.as('admin')
  const wrong = await handedIn(await writeWorkbook([['名称', '价格']] as SheetData).toBuffer())
  await assert.rejects(admin.ask(api.check, wrong), { code: 'sheet_columns' })
  await assert.rejects(admin.ask(api.check, await handedIn(await sheetOf(customerSheet, []))), { code: 'sheet_empty' })
})

test('no person imports without the duty, nor a file of another enterprise', async () => {
  const file = await handedIn(await sheetOf(customerSheet, [good]))
  await assert.rejects((await world.as('caigou')).ask(api.check, file), { code: 'no_permission' })
  await assert.rejects((await world.as('other')).ask(api.commit, file), { code: 'file_unknown' })
})

const workbook = (sheet: string, ...more: Parameters<typeof zipOf>[0][number][]) =>
  zipOf([
    {
      name: '[Content_Types].xml',
      content: `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${sheet}</sheetData></worksheet>` },
    ...more,
  ])
const refusedWith = (content: Buffer, message: RegExp) =>
  assert.rejects(readWorkbook(content), (error: { code: string; errors: { message: string }[] }) => {
    assert.equal(error.code, 'sheet_unreadable')
    assert.match(error.errors[0]!.message, message)
    return true
  })

test('a formula is refused with its cell, and a file made to fill the memory before it does', async () => {
  await refusedWith(workbook('<row r="2"><c r="B2"><f>1+1</f><v>2</v></c></row>'), /^B2 是公式/)
  await refusedWith(workbook('<row r="1"><c r="XFD1"><v>1</v></c></row>'), /XFD1/)
  await refusedWith(workbook('<row r="9000"><c r="A9000"><v>1</v></c></row>'), /9000/)
  await refusedWith(workbook('', { name: 'xl/sharedStrings.xml', content: Buffer.alloc(40_000_000, 'a') }), /打不开/)
  await refusedWith(workbook('', { name: 'xl/sharedStrings.xml', content: Buffer.alloc(500_000, 'a'), claims: 10 }), /打不开/)
  await refusedWith(Buffer.from('not a workbook'), /打不开/)
})

test('numbers are read as a person typed them, without the tail of binary fractions', async () => {
  const rows = await readWorkbook(await writeWorkbook([[0.1 + 0.2, 12.5, 1e-7, 100000000000, -3.1]] as SheetData).toBuffer())
  assert.deepEqual(rows, [['0.3', '12.5', '0.0000001', '100000000000', '-3.1']])
})
