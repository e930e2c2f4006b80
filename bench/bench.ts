import './cheap-passwords.ts'
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { accountApi } from '#contract/people/account.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { requestOf } from '#server/demo/person.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import type { Person } from '#server/demo/person.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { browserFigures } from './browser.ts'
import { cpuMeter, type CpuMeter } from './cpu.ts'
import { filledDatabases } from './filled.ts'
import { startServer, type Call, type Serving } from './serving.ts'

/**
 * npm run bench [-- --large] [-- --seconds 2]: what one operation costs beside what PostgreSQL needs for the same rows, in one run, so that
 * ratios can be read. CPU counts; times on a shared machine are noise. A throw-away PostgreSQL without fsync is used.
 */
const { values: options } = parseArgs({
  options: { large: { type: 'boolean', default: false }, fresh: { type: 'boolean', default: false }, seconds: { type: 'string', default: '1.5' } },
})
const seconds = Number(options.seconds)

type Cost = { perSecond: number; server: number; postgres: number; bytes: number }
type Row = { name: string; cost: Cost; limit?: number; aim?: number }

/** Asks with four at a time for some seconds, after a warm-up, and says what one answer cost. */
async function measure(meter: CpuMeter, ask: () => Promise<{ bytes: number }>): Promise<Cost> {
  const during = async (milliseconds: number) => {
    const end = performance.now() + milliseconds
    let [answers, bytes] = [0, 0]
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (performance.now() < end) {
          bytes += (await ask()).bytes
          answers += 1
        }
      }),
    )
    return { answers, bytes }
  }
  await during(400)
  const before = meter()
  const began = performance.now()
  const { answers, bytes } = await during(seconds * 1000)
  const after = meter()
  return {
    perSecond: answers / ((performance.now() - began) / 1000),
    server: (after.server - before.server) / answers,
    postgres: (after.postgres - before.postgres) / answers,
    bytes: bytes / answers,
  }
}

type Spent = { server: number; postgres: number; writes: number; signatures: number }

/**
 * What the writes of a whole document cost, one after the other, and what the `completing` one of them alone costs; what a screen reads in
 * between is not counted.
 */
async function costOfDocument(
  meter: CpuMeter,
  serving: Serving,
  times: number,
  completing: Endpoint,
  make: (as: Serving['as']) => Promise<unknown>,
): Promise<{ whole: Spent; completion: Spent }> {
  const nothing: Spent = { server: 0, postgres: 0, writes: 0, signatures: 0 }
  let [whole, completion] = [nothing, nothing]
  const counting = async (userName: string): Promise<Person> => {
    const person = await serving.as(userName)
    return {
      ...person,
      async ask(endpoint, input, headers) {
        if (endpoint.method === 'GET') return person.ask(endpoint, input, headers)
        const before = meter()
        const answer = await person.ask(endpoint, input, headers)
        const after = meter()
        const signatures = JSON.stringify(input).split('"password"').length - 1
        const add = (sum: Spent): Spent => ({
          server: sum.server + (after.server - before.server) / times,
          postgres: sum.postgres + (after.postgres - before.postgres) / times,
          writes: sum.writes + 1 / times,
          signatures: sum.signatures + signatures / times,
        })
        whole = add(whole)
        if (endpoint.path === completing.path) completion = add(completion)
        return answer
      },
    }
  }
  await make(counting)
  ;[whole, completion] = [nothing, nothing]
  for (let turn = 0; turn < times; turn++) await make(counting)
  return { whole, completion }
}

const number = (value: number | undefined, digits = 2) => (value === undefined ? '' : value.toFixed(digits)).padStart(9)
const verdict = (total: number, limit?: number, aim?: number) =>
  limit === undefined ? '' : total <= (aim ?? limit) ? 'better than aimed' : total <= limit ? 'within the limit' : 'OVER THE LIMIT'
const heading = (title: string, columns: string[]) =>
  console.log(`\n${title}\n${''.padEnd(58)}${columns.map((column) => column.padStart(9)).join('')}`)
const columns = ['per s', 'server', 'postgres', 'together', 'limit', 'aim', 'bytes']
const show = ({ name, cost, limit, aim }: Row) => {
  const total = cost.server + cost.postgres
  console.log(
    `${name.padEnd(58)}${number(cost.perSecond, 0)}${number(cost.server)}${number(cost.postgres)}${number(total)}${number(limit)}${number(aim)}${number(cost.bytes, 0)}  ${verdict(total, limit, aim)}`,
  )
}

const databases = await filledDatabases({ fresh: options.fresh })
const { pack, packs, raws, codes, shipmentNo } = databases.filled
const database = await databases.copyOf(options.large ? 'large' : 'small')
const admin = new pg.Client({ connectionString: database.adminUrl })
await admin.connect()
const serving = await startServer(database.appUrl)
try {
  const { as, send } = serving
  const meter = await cpuMeter(serving.pid, admin)
  const { cookie } = await as('admin')
  const [, forward, wide] = raws
  const backward = packs[0]!

  const get = (endpoint: Endpoint, input: Record<string, unknown>) => {
    const call: Call = { ...requestOf(endpoint, input), headers: { cookie } }
    return async () => {
      const answer = await send(call)
      if (answer.status !== 200) throw new Error(`${call.url}: ${answer.status} ${answer.body}`)
      return answer
    }
  }
  let turn = 0
  const write = async () => {
    const answer = await send({
      ...requestOf(accountApi.saveProfile, { name: '陈管理', phone: String(turn++) }),
      headers: { cookie, 'idempotency-key': randomUUID() },
    })
    if (answer.status !== 200) throw new Error(answer.body)
    return answer
  }
  const scan = async () => {
    const answer = await send({
      method: 'GET',
      url: `/index?c=${codes[turn % codes.length]}`,
      headers: { 'user-agent': `Mozilla/5.0 visitor ${turn++}` },
    })
    if (answer.status !== 200) throw new Error(`${answer.status}`)
    return answer
  }

  // PostgreSQL alone: the same rows by hand-written statements over one prepared connection, the driver's work in the first column.
  const { rows: enterprises } = await admin.query<{ id: string }>('select id from enterprise where is_operating')
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 4, options: `-c app.enterprise=${enterprises[0]!.id}` })
  pool.on('error', () => {}) // what went wrong is thrown below, not said by a connection that the end cut off
  const own: CpuMeter = () => ({ server: (process.cpuUsage().user + process.cpuUsage().system) / 1000, postgres: meter().postgres })
  const bare =
    (name: string, text: string, values: unknown[] = []) =>
    async () => {
      const { rows } = await pool.query({ name, text, values })
      if (rows.length === 0) throw new Error(`${name}: no rows`)
      return { bytes: 0 }
    }
  const list = `select l.id, l.lot_no, l.name, l.state, l.quantity, s.name as supplier, stock.here from lot l join raw_lot r using (enterprise_id, id)
    join supplier s on s.enterprise_id = l.enterprise_id and s.id = r.supplier_id
    join lateral (select sum(b.quantity) as here from stock_balance b where b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.is_real) stock on true
    where l.kind = 'raw' and l.state = 'released' order by l.born_on desc, l.id desc limit 20`
  const down = `with recursive below(id) as (select $1::uuid union select e.to_lot_id from below join lot_edge e on e.from_lot_id = below.id)
    select l.id, l.lot_no, l.state, line.packs, line.quantity, s.shipment_no, s.customer_name from below join lot l on l.id = below.id
    left join shipment_line line on line.lot_id = l.id left join shipment s on s.id = line.shipment_id`
  const up = `with recursive above(id) as (select $1::uuid union select e.from_lot_id from above join lot_edge e on e.to_lot_id = above.id)
    select l.id, l.lot_no, l.state, l.quantity from above join lot l on l.id = above.id`

  const operations: [Row['name'], () => Promise<{ bytes: number }>, number?, number?, boolean?][] = [
    ['PostgreSQL alone: select 1', bare('one', 'select 1'), undefined, undefined, true],
    ['PostgreSQL alone: 20 raw lots with stock', bare('list', list), undefined, undefined, true],
    ['PostgreSQL alone: forward, 25 lots, 100 lines', bare('down', down, [forward]), undefined, undefined, true],
    ['PostgreSQL alone: forward, 1,201 lots, 5,000 lines', bare('down', down, [wide]), undefined, undefined, true],
    ['PostgreSQL alone: backward from a packed lot', bare('up', up, [backward]), undefined, undefined, true],
    ['GET /healthz (HTTP alone)', async () => send({ method: 'GET', url: '/healthz' })],
    ['session: GET /api/session', get(accountApi.current, {})],
    ['a step that does next to nothing: PATCH profile', write, 1.5, 0.7],
    ['list: 20 raw lots, released, with stock quantity', get(stockApi.list, { state: 'released' }), 2.4, 1.2],
    ['list: the same, searched by pinyin', get(stockApi.list, { state: 'released', q: 'dg' }), 2.4, 1.2],
    ['trace: forward, 25 lots, 100 lines', get(traceApi.view, { id: forward }), 3, 1.5],
    ['trace: wide recall, 1,000 packed lots, 5,000 lines', get(traceApi.recall, { id: wide }), 34, 17],
    ['trace: graph of the wide recall, 1,201 lots', get(traceApi.view, { id: wide }), 34, 17],
    ['trace: backward from a pack', get(traceApi.view, { id: backward }), 1.5, 0.6],
    ['trace: backward from a shipment', get(traceApi.search, { q: shipmentNo }), 8, 3],
    ['scan: whole public page', scan, 0.9, 0.45],
  ]
  const measureAll = async () => {
    const costs: Cost[] = []
    for (const [name, ask, limit, aim, isBare] of operations) {
      const cost = await measure(isBare ? own : meter, ask)
      show({ name, cost, ...(limit !== undefined && { limit }), ...(aim !== undefined && { aim }) })
      costs.push(cost)
    }
    return costs
  }
  const size = async () =>
    (
      await admin.query<{ lots: string; moves: string }>(
        `select (select count(*) from lot) as lots, (select count(*) from stock_entry) as moves`,
      )
    ).rows[0]!
  const small = await size()
  heading(`CPU per request, ms, with ${small.lots} lots and ${small.moves} stock moves`, columns)
  await measureAll()

  const raw = await releasedLot(as)
  const times = 8
  const documents: [string, (as: Serving['as']) => Promise<unknown>, Endpoint, number, number][] = [
    ['receipt: order, approval, goods received', (as) => receivedLot(as), purchaseApi.receive, 6, 3],
    ['production order: all steps, balance, review', (as) => producedBatch(as, { lot: raw, quantity: '20' }), productionApi.finish, 9, 4.5],
    ['shipment: order to signed for', (as) => deliveredSale(as, { pack, packs: 5 }), saleApi.ship, 10, 5],
  ]
  heading('CPU of documents, ms (writes only, signatures at next to no cost; the limit is for the write that completes one)', [
    'writes',
    'signs',
    'server',
    'postgres',
    'together',
    'limit',
    'aim',
  ])
  const showSpent = (name: string, { writes, signatures, server, postgres }: Spent, limit?: number, aim?: number) =>
    console.log(
      `${name.padEnd(58)}${number(writes, 0)}${number(signatures, 0)}${number(server)}${number(postgres)}${number(server + postgres)}${number(limit)}${number(aim)}  ${verdict(server + postgres, limit, aim)}`,
    )
  for (const [name, make, completing, limit, aim] of documents) {
    const { whole, completion } = await costOfDocument(meter, serving, times, completing, make)
    showSpent(name, whole)
    showSpent(`  of which ${completing.path}`, completion, limit, aim)
  }

  const began = performance.now()
  const { findings, checked } = await verifyDatabase(admin)
  console.log(
    `\nnpm run verify: ${checked.entries} audit entries, ${checked.rows} rows in ${((performance.now() - began) / 1000).toFixed(1)} s, ${findings.length} findings (limit: 1 million entries in 60 s)`,
  )
  for (const { what } of findings.slice(0, 5)) console.log(`  ${what}`)
  await pool.end()

  await browserFigures(serving.url)
} finally {
  await serving.stop()
  await admin.end()
  await database.drop()
  await databases.stop()
}
