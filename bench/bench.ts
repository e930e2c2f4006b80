import './cheap-passwords.ts'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { verifyPassword } from '#tools/password.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { bareStatements } from './bare.ts'
import { browserFigures } from './browser.ts'
import { costsOfCodes } from './codes.ts'
import { asPlainClient, cpuMeter, type CpuMeter } from './cpu.ts'
import { costsOfDocuments, type DocumentCost } from './documents.ts'
import { filledDatabases, taken, type FilledDatabases, type Size } from './filled.ts'
import { printFunctions } from './functions.ts'
import { measure, totalOf } from './measure.ts'
import { isYardstick, operationsOf, type Operation } from './operations.ts'
import { checkPlans } from './plans.ts'
import { askForEverything, startServer } from './serving.ts'
import { measuredAs, printGrowth, printHeading, printLine, printSize, verdictOf, type Row } from './table.ts'
import { writersAtOnce } from './writers.ts'

/**
 * npm run bench [-- --large] [-- --fresh] [-- --seconds 2] [-- --plans] [-- --functions]: what operations cost beside what PostgreSQL needs for the same rows, in one run, so
 * that ratios can be read (docs/performance.md). With --large at both sizes, and what is written to bench/results.json. With --plans only the plans are
 * looked at, with --functions only where the time of documents goes inside PostgreSQL. CPU counts; times on a shared machine are noise. A PostgreSQL without fsync is used.
 */
const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    plans: { type: 'boolean', default: false },
    functions: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '1.5' },
  },
})

async function measureAll(databases: FilledDatabases): Promise<void> {
  const small = await measureSize(databases, 'small')
  const large = options.large ? await measureSize(databases, 'large') : undefined
  if (large === undefined) return
  printGrowth([...small.rows, ...asRows(small.documents)], [...large.rows, ...asRows(large.documents)])
  const [cpu] = cpus()
  const about = { measuredAt: new Date().toISOString(), cores: cpus().length, cpu: cpu?.model, load: loadavg()[0] }
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify({ about, small, large }, rounded, 1)}\n`)
}

async function measureSize({ filled, copyOf }: FilledDatabases, size: Size) {
  const database = await copyOf(size)
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  const serving = await startServer(database.appUrl)
  try {
    await taken('Asking for everything once, as people have who work for some days', () => askForEverything(serving, filled))
    const meter = await cpuMeter(serving.pid, admin)
    const counts = await sizeOf(admin)
    const { rows: enterprises } = await admin.query<{ id: string }>('select id from enterprise where is_operating')
    const bare = await bareStatements(database.appUrl, only(enterprises).id, meter)
    const rows: Row[] = []
    const operations = await operationsOf(serving, filled, bare)
    const costOf = ({ isBare, ask }: Operation) => measure(isBare ? bare.meter : meter, Number(options.seconds), ask)
    for (const operation of operations) {
      const cost = await costOf(operation).catch((error: unknown) => console.log(`${operation.name}: ${String(error)}`))
      if (cost) rows.push(measuredAs(operation, cost))
    }
    // What others are compared with is measured again, in turns, and counts as it cost least: no price is better than it is.
    for (const operation of operations.filter(isYardstick)) {
      const row = rows.find(({ name }) => name === operation.name)
      const again = await costOf(operation)
      if (row && totalOf(again) < totalOf(row.cost)) row.cost = again
    }
    await bare.end()
    printSize(`CPU per request, ms, with ${counts.lots} lots and ${counts.moves} stock moves`, rows)
    const documents = await costsOfDocuments(meter, serving, filled)
    printDocuments(documents)
    const writers = await writersAtOnce(admin, serving)
    printWriters(writers)
    const codes = size === 'small' ? await costsOfCodes(serving) : undefined
    if (codes) console.log(`\nA million codes: ${JSON.stringify(codes, rounded)} (limits: 50 ms, 1 MiB, 150 ms, 350,000 lines/s, 100 MiB)`)
    const signatureMs = await costOfSignature(meter)
    console.log(`\nOne password checked as in production (argon2id, 19 MiB): ${signatureMs.toFixed(1)} ms, beside what is shown above`)
    const verified = await verification(admin, database.adminUrl)
    if (size === 'small') await browserFigures(serving.url)
    return { ...counts, rows, documents, writers, ...(codes && { codes }), signatureMs, ...verified }
  } finally {
    await serving.stop()
    await admin.end()
    await database.drop()
  }
}

async function sizeOf(admin: pg.Client) {
  const { rows } = await admin.query<{ lots: number; moves: number; auditBytesPerMove: number }>(
    `select (select count(*)::int from lot) as lots, (select count(*)::int from stock_entry) as moves,
      (pg_total_relation_size('audit') / (select count(*) from stock_entry))::int as "auditBytesPerMove"`,
  )
  return only(rows)
}

const perWrite = { most: 3.5, aim: 2.5 }

function printDocuments(documents: readonly DocumentCost[]): void {
  printHeading('CPU of documents, ms: all writes of one, and the write that completes it (signatures at next to no cost)', [
    'writes',
    'signs',
    'messages',
    'server',
    'postgres',
    'together',
    'a write',
    'session',
    '× session',
    'limit',
    'aim',
    'verdict',
  ])
  for (const { name, completing, whole, completion, session } of documents)
    for (const [title, spent] of [
      [name, whole],
      [`  of which ${completing}`, completion],
    ] as const) {
      const write = totalOf(spent) / spent.writes
      const price = write / totalOf(session)
      const judged = spent === whole ? [price, perWrite.most, perWrite.aim, verdictOf(price, perWrite)] : [price]
      printLine(title, [
        spent.writes,
        spent.signatures,
        spent.messages,
        spent.server,
        spent.postgres,
        totalOf(spent),
        write,
        totalOf(session),
        ...judged,
      ])
    }
}

const asRows = (documents: readonly DocumentCost[]): Row[] =>
  documents.flatMap(({ name, completing, whole, completion }) => [
    { name, cost: { ...whole, perSecond: 0, bytes: 0 } },
    { name: `  of which ${completing}`, cost: { ...completion, perSecond: 0, bytes: 0 } },
  ])

function printWriters(measured: Awaited<ReturnType<typeof writersAtOnce>>): void {
  const [one, eight] = measured
  if (one === undefined || eight === undefined) return
  const times = eight.perSecond / one.perSecond
  console.log(
    `\nMoves of different lots of one herb: one person ${one.perSecond.toFixed(0)}/s, eight ${eight.perSecond.toFixed(0)}/s, ${times.toFixed(2)} times (limit 1.6 on two cores); ${eight.errors} refused, ${eight.lost} lost${eight.firstError ? `: ${eight.firstError}` : ''}`,
  )
}

/** CPU milliseconds of one check with the memory that production gives it. */
async function costOfSignature(meter: CpuMeter): Promise<number> {
  const own = asPlainClient(meter)
  const stored = `$argon2id$v=19$m=19456,t=2,p=1$${Buffer.alloc(16, 1).toString('base64url')}$${Buffer.alloc(32, 2).toString('base64url')}`
  const checks = 5
  await verifyPassword('warm', stored)
  const before = own().server
  for (let count = 0; count < checks; count++) await verifyPassword('Bencao@2026', stored)
  return (own().server - before) / checks
}

/** As `npm run verify` does it on two cores. */
async function verification(admin: pg.Client, adminUrl: string) {
  const beside = new pg.Client({ connectionString: adminUrl })
  await beside.connect()
  const began = performance.now()
  const { findings, checked } = await verifyDatabase(admin, undefined, undefined, [beside])
  await beside.end()
  const seconds = (performance.now() - began) / 1000
  const verifySecondsPerMillion = (seconds / checked.entries) * 1e6
  console.log(
    `\nnpm run verify: ${checked.entries} audit entries, ${checked.rows} rows in ${seconds.toFixed(1)} s, ${verifySecondsPerMillion.toFixed(0)} s a million (limit 30), ${findings.length} findings`,
  )
  for (const { what } of findings.slice(0, 5)) console.log(`  ${what}`)
  return { verifySecondsPerMillion, findings: findings.length }
}

/** Three digits say enough. */
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value

const databases = await filledDatabases({ fresh: options.fresh })
try {
  if (options.plans) process.exitCode = (await checkPlans(databases)) ? 0 : 1
  else if (options.functions) await printFunctions(databases)
  else await measureAll(databases)
} finally {
  await databases.stop()
}
