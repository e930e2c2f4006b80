import { randomUUID } from 'node:crypto'
import { present } from '#contract/kernel/certain.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { recordApi } from '#contract/laboratory/record.ts'
import { dashboardApi } from '#contract/office/dashboard.ts'
import { searchApi } from '#contract/office/search.ts'
import { workApi } from '#contract/office/work.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { accountApi } from '#contract/people/account.ts'
import { packLotApi } from '#contract/release/pack-lot.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { requestOf } from '#server/demo/person.ts'
import type { Filled } from '#server/test/fill/factory.ts'
import type { bareStatements } from './bare.ts'
import type { CpuMeter } from './cpu.ts'
import type { Asked } from './measure.ts'
import type { Serving } from './serving.ts'

/** What an operation is compared with: a bare statement by its own name, the session's cost, or HTTP alone. */
type Yardstick = 'session' | 'healthz' | { bare: string }
export type Limit = { over: Yardstick; most: number; aim: number }
export type Operation = Asked & { name: string; limit?: Limit }

export const sessionName = 'session: GET /api/session'
export const healthName = 'GET /healthz (HTTP alone)'

/** The operations that are asked in turns with one that has this limit. A bare statement is beside the session, which any request pays. */
export function yardsticksOf({ over }: Limit): string[] {
  if (over === 'healthz') return [healthName]
  return over === 'session' ? [sessionName] : [sessionName, over.bare]
}

/** Every operation of the table, with what it may cost at most and what is aimed at. */
export async function operationsOf(
  serving: Serving,
  meter: CpuMeter,
  { raws, packs, codes, shipmentNo }: Filled,
  bare: Awaited<ReturnType<typeof bareStatements>>,
): Promise<Operation[]> {
  const { as, send } = serving
  const { cookie } = await as('admin')
  const cookies = await Promise.all(['admin', 'qa', 'cangku', 'caigou'].map(async (userName) => (await as(userName)).cookie))
  const [, forward, wide] = raws.map((id) => present(id))
  if (forward === undefined || wide === undefined) throw new Error('the factory is not filled')
  const backward = present(packs[0])
  let turn = 0
  const good = async (call: Parameters<typeof send>[0]) => {
    const answer = await send(call)
    if (answer.status !== 200) throw new Error(`${call.url}: ${answer.status} ${answer.body}`)
    return answer
  }
  const get = (endpoint: Endpoint, input: Record<string, unknown>): Asked => ({
    meter,
    ask: () => good({ ...requestOf(endpoint, input), headers: { cookie } }),
  })
  // Each of those who ask at a time writes a row of their own: nobody changes another's profile.
  const write = () => {
    turn += 1
    return good({
      ...requestOf(accountApi.saveProfile, { name: `某${'甲乙丙丁'[turn % 4]}`, phone: String(turn) }),
      headers: { cookie: present(cookies[turn % 4]), 'idempotency-key': randomUUID() },
    })
  }
  const quality = await as('qa')
  const drill = async () => {
    const scope = { node: 'lot' as const, ids: [wide] }
    return { bytes: JSON.stringify(await quality.ask(recallApi.drill, { recallClass: 'II', scope, reason: '年度演练' })).length }
  }
  const scan = () =>
    good({ method: 'GET', url: `/index?c=${codes[turn % codes.length]}`, headers: { 'user-agent': `Mozilla/5.0 visitor ${turn++}` } })
  const overSession = (most: number, aim: number): Limit => ({ over: 'session', most, aim })
  const overBare = (name: string, most: number, aim: number): Limit => ({ over: { bare: name }, most, aim })
  const bareList = 'PostgreSQL alone: 20 raw lots with stock'
  const bareDown = 'PostgreSQL alone: forward, 25 lots, 100 lines'
  const bareWide = 'PostgreSQL alone: wide, 1,201 lots, 5,000 lines'
  const ofList = overBare(bareList, 4, 2.5)
  const rawLots = (input: Record<string, unknown>) => get(stockApi.list, { state: 'released', ...input })
  return [
    { name: 'PostgreSQL alone: select 1', ...bare.one },
    { name: bareList, ...bare.list },
    { name: bareDown, ...bare.down(forward) },
    { name: bareWide, ...bare.down(wide) },
    { name: 'PostgreSQL alone: backward from a packed lot', ...bare.up(backward) },
    { name: healthName, meter, ask: () => good({ method: 'GET', url: '/healthz' }) },
    { name: sessionName, ...get(accountApi.current, {}), limit: { over: 'healthz', most: 8, aim: 5 } },
    { name: 'a write that does next to nothing: PATCH profile', meter, ask: write, limit: overSession(2, 1.5) },
    { name: 'list: 20 raw lots, released, with stock', ...rawLots({}), limit: ofList },
    { name: 'list: the same, found by pinyin', ...rawLots({ q: 'dg' }), limit: ofList },
    { name: 'list: 20 packed lots with stock, page 50', ...get(packLotApi.list, { page: 50 }), limit: ofList },
    { name: 'trace: forward, 25 lots, 100 lines', ...get(traceApi.view, { id: forward }), limit: overBare(bareDown, 5, 3) },
    {
      name: 'trace: wide recall, 1,000 packed lots, 5,000 lines',
      ...get(traceApi.recall, { id: wide }),
      limit: overBare(bareWide, 4, 2),
    },
    { name: 'trace: graph of the wide recall', ...get(traceApi.view, { id: wide }), limit: overBare(bareWide, 6, 3) },
    // What is made of the herb of the wide recall: 1,200 lots and itself. The lists are written down with it.
    { name: 'recall: drill of the wide recall, written down', meter, ask: drill },
    { name: 'trace: backward from a pack', ...get(traceApi.view, { id: backward }), limit: overSession(1.6, 1.3) },
    { name: 'trace: backward from a shipment', ...get(traceApi.search, { q: shipmentNo }), limit: overSession(2.5, 2) },
    { name: 'scan: whole public page', meter, ask: scan, limit: overSession(1.5, 0.8) },
    { name: 'home: what waits', ...get(workApi.waiting, {}), limit: overSession(4, 2) },
    { name: 'home: overview', ...get(workApi.overview, {}), limit: overSession(4, 2) },
    { name: 'dashboard: figures', ...get(dashboardApi.figures, {}), limit: overSession(4, 2) },
    { name: 'dashboard: trends', ...get(dashboardApi.trends, {}), limit: overSession(4, 2) },
    { name: 'dashboard: oversight', ...get(dashboardApi.oversight, {}) },
    { name: 'choices: suppliers of a purchase', ...get(purchaseApi.suppliers, { category: 'crude_drug', on: '2026-03-01' }) },
    { name: 'choices: materials of a purchase', ...get(purchaseApi.materials, { category: 'crude_drug', on: '2026-03-01' }) },
    { name: 'choices: customers of a sale', ...get(saleApi.customers, {}) },
    { name: 'choices: goods of a sale', ...get(saleApi.goods, {}) },
    { name: 'choices: products of a production order', ...get(productionApi.products, { q: '当归' }) },
    { name: 'choices: batches to be packed', ...get(packagingApi.choices, {}) },
    { name: 'choices: lots of a test request', ...get(rawInspectionApi.lots, {}) },
    { name: 'register of tests', ...get(recordApi.list, {}) },
    { name: 'search everywhere', ...get(searchApi.search, { q: '当归' }) },
  ]
}
