import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import { TOTP } from 'otpauth'
import { elementAt } from '#contract/kernel/certain.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { dictionarySheet } from '#contract/office/import-sheets.ts'
import { importOf } from '#contract/office/import.ts'
import { accountApi } from '#contract/people/account.ts'
import { avatarApi } from '#contract/people/avatar.ts'
import { mailboxApi } from '#contract/people/mailbox.ts'
import { secondFactorApi } from '#contract/people/second-factor.ts'
import { tokenApi } from '#contract/people/token.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { expectedCatalogue } from '#server/db/catalogue.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { demoPassword, requestOf, signIn } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import { openFiles } from '#tools/files.ts'
import { workbookOf } from '#tools/sheets.ts'
import { auditedTables, besideTheAudit, witnessedTables } from '#server/verify/tables.ts'
import { verifiedParts, verifyDatabase } from '#server/verify/verify.ts'
import { classes, type Alteration, type Kinds } from './alterations.ts'
import { seededDatabase, type TestDatabase } from './database.ts'
import { handIn } from './file-hand.ts'
import { throughItsTransaction } from './tampering.ts'
import { openWorld, testFolder, type World } from './world.ts'

/*
 * A factory that has worked for a while is altered behind the program's back: by a superuser, with triggers off, in a copy, one thing at a
 * time. Whatever was altered, the verifier finds it, short of a chain that was written anew as a whole. What is altered is drawn from the
 * catalogue and the rows themselves.
 */

let database: TestDatabase
/** The name of the database and of its copies, on the cluster that `root` is connected to. */
let name: string
let root: pg.Client
let drawn: Record<string, Kinds>

before(async () => {
  database = await seededDatabase()
  const world = await openWorld({ ...database, drop: async () => {} })
  await workAWhile(world)
  await world.admin.query('select seal_logs()')
  await world.admin.query('vacuum analyze')
  drawn = Object.fromEntries(await Promise.all(Object.entries(classes).map(async ([kind, kindsOf]) => [kind, await kindsOf(world.admin)])))
  await world.close()
  name = new URL(database.adminUrl).pathname.slice(1)
  root = new pg.Client({ connectionString: urlOf('postgres') })
  await root.connect()
})
after(async () => {
  await root.end()
  await database.drop()
})

const urlOf = (other: string) => {
  const url = new URL(database.adminUrl)
  url.pathname = `/${other}`
  return url.href
}

/** Sales, files, sessions, tokens, guesses; the logs are sealed now and then meanwhile, as the server does it. */
async function workAWhile(world: World) {
  const { as } = world
  const seal = () => world.admin.query('select seal_logs()')
  const admin = await as('admin')
  await deliveredSale(as, { pack: await releasedPack(as, { packs: 20, spare: 3 }), packs: 5 })
  await seal()
  const frozen = await receivedLot(as)
  const qa = await as('qa')
  await qa.ask(stockApi.raw.freeze, { id: frozen.lotId, kind: 'freeze', reason: '受潮' })
  for (const [place, text] of ['受潮的两袋', '另一袋', '第三袋'].entries()) {
    const of = { of: 'lot', id: frozen.lotId, name: `受潮${place}.txt`, kind: '照片' } as const
    const { digest } = await handIn(world, 'qa', attachmentApi.upload, { name: of.name }, `${text}，记录于收货时，留作凭证，不得更改`)
    await qa.ask(attachmentApi.add, { ...of, digest })
  }
  const sheet = await workbookOf([
    { name: '字典词条', widths: [], heading: ['字典类型', '代码', '名称', '顺序'], rows: [['运输方式', 'barge', '驳船', '70']] },
  ])
  const { digest } = await handIn(world, 'zhuguan', attachmentApi.upload, { name: '词条.xlsx' }, sheet)
  await (await as('zhuguan')).ask(importOf(dictionarySheet).commit, { digest, name: '词条.xlsx' })
  await seal()
  await openDoors(world)
  const validUntil = addDays(dayInShanghai(new Date()), 30)
  for (const name of ['ERP', '称重']) await admin.ask(tokenApi.create, { name, rights: ['11'], validUntil, password: demoPassword })
  const { rows } = await admin.ask(tokenApi.list, {})
  await admin.ask(tokenApi.revoke, { id: elementAt(rows, 0).id, reason: '停用' })
}

/** People sign in and out, guess wrong, ask for letters, show a picture and set up a second factor. */
async function openDoors(world: World) {
  const { as, app } = world
  const [qa, buyer] = [await as('qa'), await as('caigou')]
  for (const password of ['一', '二', '三'])
    await app.inject({ method: 'POST', url: '/api/session', payload: { userName: 'qa', password } })
  const leaving = await signIn(app, 'xiaoshou')
  await leaving.ask(accountApi.signOut, {})
  const image = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  await qa.ask(avatarApi.save, { image: image.toString('base64') })
  await world.change(`update account set email = 'fuhe@example.cn', email_confirmed_at = now() where user_name = 'fuhe'`)
  await app.inject(requestOf(mailboxApi.askReset, { userName: 'fuhe', email: 'fuhe@example.cn' }))
  const { secret } = await buyer.ask(secondFactorApi.begin, { password: demoPassword })
  await buyer.ask(secondFactorApi.confirm, { code: new TOTP({ secret }).generate() })
}

/** Lends a copy of the database, which is gone afterwards. */
async function withCopy<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const copy = `${name}_${randomBytes(3).toString('hex')}`
  await root.query(`create database ${copy} template ${name} strategy wal_log owner bencao_owner`)
  const client = new pg.Client({ connectionString: urlOf(copy) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await root.query(`drop database ${copy} with (force)`)
  }
}

/** The same for the files. */
async function withFiles<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bencao-altered-'))
  cpSync(join(testFolder, 'files'), join(folder, 'files'), { recursive: true })
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * What the verifier finds when only this was altered; nothing where the alteration did not come about. A copy of the database costs more than
 * the work in it, so the copy is undone and lent again, but for what no transaction takes back.
 */
function findingsAfter(alteration: Alteration, shared: pg.Client): Promise<string[] | undefined> {
  const { alter, isLasting = false } = alteration
  const inCopy = (client: pg.Client) =>
    withFiles(async (folder) => {
      await client.query(`begin; set local session_replication_role = replica`)
      try {
        // What the database itself refuses does not come about either.
        const did = await alter({ client, folder }).catch((error: unknown) => {
          if (error instanceof pg.DatabaseError) return false
          throw error
        })
        if (!did) return undefined
        const { findings } = await verifyDatabase(throughItsTransaction(client), verifiedParts, openFiles(folder))
        return findings.map(({ what }) => what)
      } finally {
        await client.query(`rollback`)
      }
    })
  return isLasting ? withCopy(inCopy) : inCopy(shared)
}

/** Numbers from 0 to below 1 that a seed repeats (mulberry32). */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<Thing>(things: readonly Thing[], roll: () => number): Thing[] {
  const left = [...things]
  return things.map(() => elementAt(left.splice(Math.floor(roll() * left.length), 1), 0))
}

/** Alterations in the order in which they are tried: of each kind one, then of each a second. */
function* draw(kinds: Kinds, seed: number): Generator<Alteration> {
  const roll = dice(seed)
  const orders = shuffled(kinds, roll).map((kind) => shuffled(kind, roll))
  for (let turn = 0; turn < Math.max(...orders.map((order) => order.length)); turn++)
    for (const order of orders) {
      const one = order[turn]
      if (one !== undefined) yield one
    }
}

test('the copy that nobody alters is found clean', () =>
  withCopy(async (client) => {
    assert.deepEqual(await findingsAfter({ what: 'nothing', alter: async () => true }, client), [])
    assert.deepEqual((await verifyDatabase(client, verifiedParts, openFiles(testFolder))).findings, [])
  }))

const fixedSeed = 20260301
const randomSeed = Number(process.env['ALTERATION_SEED'] ?? randomInt(2 ** 31))

for (const kind of Object.keys(classes))
  test(`alterations of ${kind} are found, whichever are drawn (five by seed ${fixedSeed}, two by ALTERATION_SEED=${randomSeed})`, () =>
    withCopy(async (client) => {
      const missed: string[] = []
      for (const [seed, wanted] of [
        [fixedSeed, 5],
        [randomSeed, 2],
      ] as const) {
        let tried = 0
        for (const alteration of draw(drawn[kind] ?? [], seed)) {
          const findings = await findingsAfter(alteration, client)
          if (findings === undefined) continue
          if (findings.length === 0) missed.push(alteration.what)
          if ((tried += 1) === wanted) break
        }
        assert.equal(tried, wanted, `only ${tried} alterations of ${kind} could be made`)
      }
      assert.deepEqual(missed, [])
      assert.deepEqual((await verifyDatabase(client, verifiedParts, openFiles(testFolder))).findings, [], 'all of it was undone')
    }))

test('every table writes the audit, or is named with what holds it instead', () => {
  const tables = [...expectedCatalogue().objects.keys()].filter((object) => object.startsWith('table ')).map((object) => object.slice(6))
  assert.ok(tables.length > 90)
  assert.deepEqual([...auditedTables().map((table) => table.name), ...Object.keys(besideTheAudit)].sort(), tables.sort())
})

test('a witness covers every column of its table but those that are technical', async () => {
  const client = new pg.Client({ connectionString: urlOf(name) })
  await client.connect()
  try {
    for (const [table, { key, technical }] of Object.entries(witnessedTables)) {
      const { rows } = await client.query<{ args: Buffer; columns: string[] }>(
        `select tgargs as args, array(select attname::text from pg_attribute where attrelid = tgrelid and attnum > 0 and not attisdropped) as columns
        from pg_trigger where tgname = 'witnessed' and tgrelid = $1::regclass`,
        [table],
      )
      const { args, columns } = elementAt(rows, 0)
      const [named, ...covered] = args.toString('utf8').split('\0').filter((part) => part !== '') // prettier-ignore
      assert.equal(named, key)
      assert.deepEqual([...covered, ...technical, key, 'enterprise_id'].sort(), columns.sort(), table)
    }
  } finally {
    await client.end()
  }
})
