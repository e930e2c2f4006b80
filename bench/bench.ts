import './cheap-passwords.ts'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { present } from '#contract/kernel/certain.ts'
import { verifyPassword } from '#tools/password.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { browserFigures } from './browser.ts'
import { costsOfCodes } from './codes.ts'
import { asPlainClient, type CpuMeter } from './cpu.ts'
import { costsOfDocuments, type DocumentCost } from './documents.ts'
import { filledDatabases, type FilledDatabases, type Size } from './filled.ts'
import { printFunctions } from './functions.ts'
import { inTurns, totalOf, warmUp } from './measure.ts'
import { yardsticksOf } from './operations.ts'
import { checkPlans } from './plans.ts'
import { profiled } from './profile.ts'
import { openSide, type Side } from './side.ts'
import { growthLimit, printChange, printHeading, printLine, printSize, sayFailed, verdictOf, type Row } from './table.ts'
import { writersAtOnce } from './writers.ts'

/**
 * npm run bench [-- --large] [-- --fresh] [-- --rounds 6]: what operations cost beside what PostgreSQL needs for the same rows, asked in turns, so that
 * ratios can be read (docs/performance.md). With --large at both sizes, and what is written to bench/results.json.
 *
 * -- --only <expression>: only operations whose name it finds. -- --before <folder>: the same in turns with another checkout that has the same migrations, whose packages are
 * installed and whose pages are built.
 * -- --profile <folder>: CPU profiles of the server, one for each operation, are left there. -- --plans: only the plans are looked at; -- --functions: only where the time of
 * documents goes inside PostgreSQL. CPU counts; times on a shared machine are noise. A PostgreSQL without fsync is used.
 */
const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    plans: { type: 'boolean', default: false },
    functions: { type: 'boolean', default: false },
    only: { type: 'string' },
    before: { type: 'string' },
    profile: { type: 'string' },
    rounds: { type: 'string', default: '6' },
  },
})

const isWanted = (name: string) => options.only === undefined || new RegExp(options.only).test(name)

async function measureAll(databases: FilledDatabases): Promise<void> {
  const sides: Side[] = []
  try {
    for (const size of options.large ? (['small', 'large'] as const) : (['small'] as const))
      for (const checkout of options.before === undefined ? [undefined] : [resolve(options.before), undefined])
        sides.push(await openSide(databases, size, checkout))
    const reads = await measureReads(sides)
    for (const [at, side] of sides.entries()) printSize(`CPU per request, ms, ${titleOf(side)}`, present(reads[at]))
    const documents = await costsOfDocuments(sides, databases.filled, isWanted)
    for (const [at, side] of sides.entries()) printDocuments(`CPU of documents, ms, ${titleOf(side)}`, present(documents[at]))
    const measured = sides.map((side, at) => ({ side, rows: [...present(reads[at]), ...asRows(present(documents[at]))] }))
    printChanges(measured)
    if (options.only !== undefined || options.before !== undefined || options.profile !== undefined) return
    const whole: Partial<Record<Size, object>> = {}
    for (const [at, side] of sides.entries())
      whole[side.size] = { ...side.counts, rows: present(reads[at]), documents: present(documents[at]), ...(await measureRest(side)) }
    if (!options.large || process.exitCode !== undefined) return
    const [cpu] = cpus()
    const about = { measuredAt: new Date().toISOString(), cores: cpus().length, cpu: cpu?.model, load: loadavg()[0] }
    writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify({ about, ...whole }, rounded, 1)}\n`)
  } finally {
    for (const side of sides) await side.close()
  }
}

/** Each factory with the other checkout and with this one, then the small and the large factory. */
function printChanges(measured: readonly { side: Side; rows: readonly Row[] }[]): void {
  for (const { side, rows } of measured)
    for (const other of measured)
      if (side.size === other.side.size && side.checkout !== undefined && other.side.checkout === undefined)
        printChange(`Before and now, ${side.size}`, ['before', 'now'], rows, other.rows)
      else if (side.checkout === other.side.checkout && side.size === 'small' && other.side.size === 'large')
        printChange(`Growth from small to large${checkoutOf(side)}`, ['small', 'large'], rows, other.rows, growthLimit)
}

const checkoutOf = ({ checkout }: Side) => (checkout === undefined ? '' : `, ${checkout}`)
const titleOf = (side: Side) => `${side.size}: ${side.counts.lots} lots, ${side.counts.moves} stock moves${checkoutOf(side)}`

/** Each operation on every side in turns with the others and with what it is compared with. */
async function measureReads(sides: readonly Side[]): Promise<Row[][]> {
  const measured = sides.map((): Row[] => [])
  const known = sides.map(({ operations }) => new Map(operations.map((operation) => [operation.name, operation])))
  for (const { name, limit } of present(sides[0]).operations.filter((operation) => isWanted(operation.name))) {
    const names = [name, ...(limit ? yardsticksOf(limit) : [])]
    try {
      const asked = known.map((operations) => names.map((one) => present(operations.get(one))))
      for (const operation of asked.flat()) await warmUp(operation)
      const costs = await inTurns(asked.flat(), Number(options.rounds))
      for (const [at, rows] of measured.entries()) {
        const [cost, ...besides] = costs.slice(at * names.length, (at + 1) * names.length)
        const beside = Object.fromEntries(besides.map((one, place) => [present(names[place + 1]), one]))
        rows.push({ name, cost: present(cost), ...(limit && { limit, beside }) })
      }
      if (options.profile !== undefined)
        for (const [at, side] of sides.entries())
          await profiled(side.serving.pid, join(options.profile, `${name.replaceAll(/\W+/g, '-')}-${side.name}.cpuprofile`), () =>
            warmUp(present(known[at]?.get(name))),
          )
    } catch (error) {
      sayFailed(name, error)
    }
  }
  return measured
}

/** What is not compared in turns. */
async function measureRest({ size, admin, adminUrl, serving, meter }: Side) {
  console.log(`\nOf the ${size} factory`)
  const writers = await writersAtOnce(admin, serving)
  printWriters(writers)
  const codes = size === 'small' ? await costsOfCodes(serving) : undefined
  if (codes) console.log(`A million codes: ${JSON.stringify(codes, rounded)} (limits: 50 ms, 1 MiB, 150 ms, 350,000 lines/s, 100 MiB)`)
  const signatureMs = await costOfSignature(meter)
  console.log(`One password checked as in production (argon2id, 19 MiB): ${signatureMs.toFixed(1)} ms, beside what is shown above`)
  const verified = await verification(admin, adminUrl)
  if (size === 'small') await browserFigures(serving.url)
  return { writers, ...(codes && { codes }), signatureMs, ...verified }
}

const perWrite = { most: 3.5, aim: 2.5 }

/** All writes of a document, and the write that completes it; signatures at next to no cost. */
function printDocuments(title: string, documents: readonly DocumentCost[]): void {
  if (documents.length === 0) return
  printHeading(title, [
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
    `Moves of different lots of one herb: one person ${one.perSecond.toFixed(0)}/s, eight ${eight.perSecond.toFixed(0)}/s, ${times.toFixed(2)} times (limit 1.6 on two cores); ${eight.errors} refused, ${eight.lost} lost${eight.firstError ? `: ${eight.firstError}` : ''}`,
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
    `npm run verify: ${checked.entries} audit entries, ${checked.rows} rows in ${seconds.toFixed(1)} s, ${verifySecondsPerMillion.toFixed(0)} s a million (limit 30), ${findings.length} findings`,
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
