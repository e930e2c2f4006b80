import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import type { Person } from '#server/demo/person.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import type { Filled } from '#server/test/fill/factory.ts'
import type { CpuMeter } from './cpu.ts'
import type { Serving } from './serving.ts'

export type Spent = { server: number; postgres: number; writes: number; signatures: number; messages: number }
export type DocumentCost = { name: string; completing: string; whole: Spent; completion: Spent }

const nothing: Spent = { server: 0, postgres: 0, writes: 0, signatures: 0, messages: 0 }
const times = 6
/** So often a document is made before it counts: by then the server has compiled its steps and each connection has planned them. */
const warmUps = 8

/**
 * What the writes of whole documents cost, and what the one of them costs that completes each; what a screen reads in between is not counted, and
 * signatures are checked at next to no cost.
 */
export async function costsOfDocuments(meter: CpuMeter, serving: Serving, { pack }: Filled): Promise<DocumentCost[]> {
  const lot = await releasedLot(serving.as)
  return [
    await costOf(meter, serving, 'receipt: order, approval, goods received', purchaseApi.receive, (as) => receivedLot(as)),
    await costOf(meter, serving, 'production order: all steps, balance, review', productionApi.finish, (as) =>
      producedBatch(as, { lot, quantity: '20' }),
    ),
    await costOf(meter, serving, 'shipment: order to signed for', saleApi.ship, (as) => deliveredSale(as, { pack, packs: 5 })),
  ]
}

async function costOf(
  meter: CpuMeter,
  serving: Serving,
  name: string,
  completing: Endpoint,
  make: (as: Serving['as']) => Promise<unknown>,
): Promise<DocumentCost> {
  let [whole, completion] = [nothing, nothing]
  const counting = async (userName: string): Promise<Person> => {
    const person = await serving.as(userName)
    return {
      ...person,
      async ask(endpoint, input, headers) {
        if (endpoint.method === 'GET') return person.ask(endpoint, input, headers)
        const sent = await serving.messages()
        const before = meter()
        const answer = await person.ask(endpoint, input, headers)
        const after = meter()
        const spent: Spent = {
          server: (after.server - before.server) / times,
          postgres: (after.postgres - before.postgres) / times,
          writes: 1 / times,
          signatures: (JSON.stringify(input).split('"password"').length - 1) / times,
          messages: ((await serving.messages()) - sent) / times,
        }
        whole = sumOf(whole, spent)
        if (endpoint.path === completing.path) completion = sumOf(completion, spent)
        return answer
      },
    }
  }
  for (let turn = -warmUps; turn < times; turn++) {
    if (turn === 0) [whole, completion] = [nothing, nothing]
    await make(counting)
  }
  return { name, completing: completing.path, whole, completion }
}

const sumOf = (one: Spent, other: Spent): Spent => ({
  server: one.server + other.server,
  postgres: one.postgres + other.postgres,
  writes: one.writes + other.writes,
  signatures: one.signatures + other.signatures,
  messages: one.messages + other.messages,
})
