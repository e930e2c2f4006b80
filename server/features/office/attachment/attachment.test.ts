import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { attachmentApi, attachmentOwners, largestFile } from '#contract/office/attachment.ts'
import { sweepFiles } from './sweep-files.ts'
import { customerSheet } from '#contract/office/import-sheets.ts'
import { importOf } from '#contract/office/import.ts'
import { draftOrder } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { handIn, takeFile } from '#server/test/file-hand.ts'
import { openWorld, testFolder, testInstallation, type World } from '#server/test/world.ts'
import { zipOf } from '#server/test/zip-file.ts'

let world: World
let supplier: string
before(async () => {
  world = await openWorld()
  const { rows } = await world.admin.query<{ id: string }>(
    `select id from supplier where enterprise_id = (select id from enterprise where is_operating) order by id limit 1`,
  )
  supplier = rows[0]!.id
})
after(() => world.close())

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n% ${text}\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`)
const office = (part: string, ...more: { name: string; content: Buffer | string; claims?: number }[]) =>
  zipOf([
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0"?><Types><Override ContentType="application/vnd.openxmlformats-officedocument.${part}.main+xml"/></Types>`,
    },
    ...more,
  ])
const workbook = (...more: Parameters<typeof zipOf>[0][number][]) =>
  office('spreadsheetml.sheet', { name: 'xl/workbook.xml', content: '<workbook/>' }, ...more)

async function attached(content: Buffer, name = '许可证.pdf') {
  const admin = await world.as('admin')
  const { digest } = await handIn(world, 'admin', attachmentApi.upload, { name }, content)
  return admin.ask(attachmentApi.add, { of: 'supplier', id: supplier, digest, name, kind: '许可证' })
}

test('a licence beside a supplier: kept under its digest, read back byte for byte, always as a file to keep and never as a page', async () => {
  const content = pdf('licence')
  const row = await attached(content)
  assert.equal(row.digest, createHash('sha256').update(content).digest('hex'))
  assert.equal(row.addedBy.name.length > 0, true)
  const place = join(testFolder, 'files', row.digest.slice(0, 2), row.digest.slice(2))
  assert.deepEqual(readFileSync(place), content)
  const { content: back, headers } = await takeFile(world, 'caigou', attachmentApi.file, { id: row.id })
  assert.deepEqual(back, content)
  assert.match(String(headers['content-disposition']), /^attachment; filename\*=UTF-8''%E8%AE%B8/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(String(headers['content-security-policy']), /sandbox/)
  assert.equal(headers['content-type'], 'application/pdf')
  assert.deepEqual(readdirSync(join(testFolder, 'files', 'incoming')), [], 'nothing is left aside')
})

test('each permitted type is taken when its content is what its name says', async () => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
  const files: Record<string, Buffer> = {
    'a.pdf': pdf('a'),
    'b.PNG': await picture.png().toBuffer(),
    'c.jpeg': await picture.jpeg().toBuffer(),
    'd.webp': await picture.webp().toBuffer(),
    'e.xlsx': workbook(),
    'f.docx': office('wordprocessingml.document', { name: 'word/document.xml', content: '<document/>' }),
    'g.csv': Buffer.from('\uFEFF品名,数量\r\n当归,12.5\r\n'),
    'h.txt': Buffer.from([0xb5, 0xb1, 0xb9, 0xe9]), // 当归 in GB 18030
  }
  for (const [name, content] of Object.entries(files))
    assert.equal((await handIn(world, 'admin', attachmentApi.upload, { name }, content)).size, content.length, name)
})

test('a file that is not what its name says, or that a browser or an office program would run, is refused', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const no = async (name: string, content: Buffer | string, code: string) =>
    assert.rejects(handIn(world, 'admin', attachmentApi.upload, { name }, content), { code }, `${name} ${code}`)
  await no('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'file_type')
  await no('a.html', '<html>', 'file_type')
  await no('setup.exe', 'MZ', 'file_type')
  await no('noending', pdf('x'), 'file_type')
  await no('a.pdf', png, 'file_content')
  await no('a.jpg', png, 'file_content')
  await no('a.png', png.subarray(0, 20), 'file_content')
  await no('a.txt', '  <!DOCTYPE html><script>alert(1)</script>', 'file_content')
  await no('a.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1]), 'file_content')
  await no('a.xlsx', workbook({ name: 'xl/vbaProject.bin', content: 'macro' }), 'file_content')
  await no('a.xlsx', workbook({ name: '../../etc/cron.d/x', content: 'x' }), 'file_content')
  await no('a.xlsx', workbook({ name: 'xl/sheet.xml', content: Buffer.alloc(30_000_000) }), 'file_content')
  await no('a.docx', workbook(), 'file_content')
  await no('a.pdf', '', 'file_empty')
})

test('a name that leaves its folder is no name, and says nothing about where a file lies', async () => {
  for (const name of ['../../secrets/master-key.txt', '..\\x.pdf', '.htaccess.txt', 'a\u0000.pdf', 'a\u202Efdp.txt'])
    await assert.rejects(handIn(world, 'admin', attachmentApi.upload, { name }, pdf('x')), { code: 'invalid_input' }, name)
  assert.equal(existsSync(join(testFolder, 'secrets')), false)
})

test('more than 20 MB is refused while it comes in, and nothing of it is left', async () => {
  const big = Buffer.concat([pdf('big'), Buffer.alloc(largestFile)])
  await assert.rejects(handIn(world, 'admin', attachmentApi.upload, { name: 'big.pdf' }, big), { code: 'too_large', status: 413 })
  assert.deepEqual(readdirSync(join(testFolder, 'files', 'incoming')), [])
})

test('a file is taken by the upload alone, and the upload takes nothing but a file', async () => {
  await assert.rejects(handIn(world, 'admin', attachmentApi.upload, { name: 'a.pdf' }, '{}', { 'content-type': 'application/json' }), {
    code: 'unsupported_media',
  })
  await assert.rejects(
    handIn(world, 'admin', { ...attachmentApi.void, path: `/attachment-files/${randomUUID()}/void` }, {} as never, pdf('x')),
    {
      code: 'unsupported_media',
    },
  )
})

test('the same upload repeated under one key is one upload; another file under the same key is refused', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const first = await handIn(world, 'admin', attachmentApi.upload, { name: 'a.pdf' }, pdf('once'), headers)
  assert.deepEqual(await handIn(world, 'admin', attachmentApi.upload, { name: 'a.pdf' }, pdf('once'), headers), first)
  await assert.rejects(handIn(world, 'admin', attachmentApi.upload, { name: 'a.pdf' }, pdf('twice'), headers), { code: 'key_reused' })
})

test('who may not open the page of a record sees none of its files, and who may only read it adds none', async () => {
  const row = await attached(pdf('rights'))
  const sales = await world.as('xiaoshou')
  const keeper = await world.as('cangku')
  await assert.rejects(sales.ask(attachmentApi.list, { of: 'supplier', id: supplier }), { code: 'no_permission' })
  await assert.rejects(takeFile(world, 'xiaoshou', attachmentApi.file, { id: row.id }), { code: 'no_permission' })
  const { digest } = await handIn(world, 'cangku', attachmentApi.upload, { name: 'b.pdf' }, pdf('b'))
  await assert.rejects(keeper.ask(attachmentApi.add, { of: 'supplier', id: supplier, digest, name: 'b.pdf', kind: '合同' }), {
    code: 'no_permission',
  })
  await assert.rejects(keeper.ask(attachmentApi.void, { id: row.id, reason: '旧' }), { code: 'no_permission' })
})

test('another enterprise sees neither the record nor the file, and cannot put to use a file it has not handed in itself', async () => {
  const row = await attached(pdf('ours'))
  const other = await world.as('other')
  await assert.rejects(other.ask(attachmentApi.list, { of: 'supplier', id: supplier }), { code: 'not_found', status: 404 })
  await assert.rejects(takeFile(world, 'other', attachmentApi.file, { id: row.id }), { code: 'not_found' })
  await assert.rejects(other.ask(attachmentApi.void, { id: row.id, reason: 'x' }), { code: 'not_found' })
  const { rows } = await world.admin.query<{ id: string; table: string }>(
    `select id, 'enterprise' as table from enterprise where not is_operating limit 1`,
  )
  const theirs = rows[0]!.id
  await assert.rejects(other.ask(attachmentApi.add, { of: 'enterprise', id: theirs, digest: row.digest, name: 'x.pdf', kind: '其他' }), {
    code: 'file_unknown',
  })
})

test('a digest opens no file: it is put to use by who handed the file in, and by who may read it beside another record', async () => {
  const content = workbook({ name: 'note.txt', content: 'what sales may not read' })
  const name = '审计.xlsx'
  const { digest } = await attached(content, name)
  const { rows } = await world.admin.query<{ id: string }>(
    `select id from customer where enterprise_id = (select id from enterprise where is_operating) limit 1`,
  )
  const seller = await world.as('wuliu')
  const besideCustomer = { of: 'customer', id: rows[0]!.id, digest, name, kind: '其他' } as const
  await refused(seller.ask(attachmentApi.add, besideCustomer), 'file_unknown')
  await refused(seller.ask(importOf(customerSheet).check, { digest, name }), 'file_unknown')
  const draft = await draftOrder(world.as)
  await (await world.as('caigou')).ask(attachmentApi.add, { of: 'purchase_order', id: draft.id, digest, name, kind: '其他' })
  await handIn(world, 'wuliu', attachmentApi.upload, { name }, content)
  await seller.ask(attachmentApi.add, besideCustomer)
})

test('a file is attached to a record once, is voided once and with a reason, and stays there', async () => {
  const row = await attached(pdf('void'))
  const admin = await world.as('admin')
  const again = () => admin.ask(attachmentApi.add, { of: 'supplier', id: supplier, digest: row.digest, name: 'x.pdf', kind: '合同' })
  await assert.rejects(again(), { code: 'attached_already' })
  const voided = await admin.ask(attachmentApi.void, { id: row.id, reason: '许可证已换发' })
  assert.equal(voided.voided?.reason, '许可证已换发')
  await assert.rejects(admin.ask(attachmentApi.void, { id: row.id, reason: '再来' }), { code: 'attachment_voided' })
  assert.equal((await takeFile(world, 'admin', attachmentApi.file, { id: row.id })).content.length, row.size)
  await again()
  await assert.rejects(world.admin.query(`delete from attachment where id = $1`, [row.id]), /evidence/)
})

test('an attachment cannot point at a record that is not there, not even by direct SQL', async () => {
  const { digest } = await attached(pdf('direct'))
  await assert.rejects(
    world.change(
      `insert into attachment (enterprise_id, owner_table, owner_id, digest, name, kind, added_by)
       select enterprise_id, 'supplier', uuidv7(), $1, 'x.pdf', '其他', id from account where user_name = 'admin'`,
      [digest],
    ),
    /not_found/,
  )
})

test('every kind of record that may have files is a table with an id', async () => {
  for (const table of Object.keys(attachmentOwners)) await world.admin.query(`select id from ${table} limit 0`)
})

test('an uploaded file that no record names is removed after a day; an attached one stays', async () => {
  const used = await attached(pdf('used'))
  const unused = await handIn(world, 'admin', attachmentApi.upload, { name: 'u.pdf' }, pdf('unused'))
  const placeOf = (digest: string) => join(testFolder, 'files', digest.slice(0, 2), digest.slice(2))
  await sweepFiles(world.pool, testInstallation.files)
  assert.ok(existsSync(placeOf(unused.digest)), 'it is not a day old yet')
  await world.admin.query(`update stored_file set stored_at = now() - interval '2 days' where digest = any($1)`, [
    [used.digest, unused.digest],
  ])
  assert.ok((await sweepFiles(world.pool, testInstallation.files)) >= 1)
  assert.equal(existsSync(placeOf(unused.digest)), false)
  assert.ok(existsSync(placeOf(used.digest)))
  await testInstallation.files.remove(used.digest)
  await assert.rejects(takeFile(world, 'admin', attachmentApi.file, { id: used.id }), { code: 'file_missing' })
})

test('a file whose bytes were changed where they lie is not given out, and the security log keeps who asked for it', async () => {
  const row = await attached(pdf('as handed in'))
  const place = join(testFolder, 'files', row.digest.slice(0, 2), row.digest.slice(2))
  writeFileSync(place, pdf('as altered'))
  await assert.rejects(takeFile(world, 'caigou', attachmentApi.file, { id: row.id }), { code: 'file_damaged', status: 409 })
  const { rows } = await world.admin.query<{ user_name: string; facts: { path: string } }>(
    `select account.user_name, facts from security_log join account on account.id = account_id where event = 'file_damaged'`,
  )
  assert.deepEqual(rows, [{ user_name: 'caigou', facts: { path: `/api/attachment-files/${row.id}` } }])
  writeFileSync(place, pdf('as handed in'))
  assert.deepEqual((await takeFile(world, 'caigou', attachmentApi.file, { id: row.id })).content, pdf('as handed in'))
})
