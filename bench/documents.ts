import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { accountApi } from '#contract/people/account.ts'
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
import { sayFailed } from './table.ts'

export type Spent = { server: number; postgres: number; writes: number; signatures: number; messages: number }
/** `session` is what a request of the session cost when it was asked beside each write, alone as that was. */
export type DocumentCost = {
  name: string
  completing: string
  whole: Spent
  completion: Spent
  session: Pick<Spent, 'server' | 'postgres'>
}

type Counted = { meter: CpuMeter; serving: Serving }
type DocumentKind = {
  name: string
  /** The write that completes it. */
  completing: Endpoint
  make: (as: Serving['as'], lot: Awaited<ReturnType<typeof releasedLot>>, pack: Filled['pack']) => Promise<unknown>
}

const documents: DocumentKind[] = [
  { name: 'receipt: order, approval, goods received', completing: purchaseApi.receive, make: (as) => receivedLot(as) },
  {
    name: 'production order: all steps, balance, review',
    completing: productionApi.finish,
    make: (as, lot) => producedBatch(as, { lot, quantity: '20' }),
  },
  { name: 'shipment: order to signed for', completing: saleApi.ship, make: (as, _, pack) => deliveredSale(as, { pack, packs: 5 }) },
]

const nothing: Spent = { server: 0, postgres: 0, writes: 0, signatures: 0, messages: 0 }
const times = 6
/** So often a document is made before it counts: by then the server has compiled its steps and each connection has planned them. */
const warmUps = 8

/**
 * What the writes of whole documents cost on each side, and what the one of them costs that completes each; what a screen reads in between is not counted, and
 * signatures are checked at next to no cost. A request that is alone wakes processes that sleep and finds cold caches: it costs twice to ten times (HTTP alone) what one among
 * others does. So the session that they are compared with is asked alone as well, after each write.
 */
export async function costsOfDocuments(
  sides: readonly Counted[],
  filled: Filled,
  isWanted: (name: string) => boolean = () => true,
): Promise<DocumentCost[][]> {
  const made = sides.map((): DocumentCost[] => [])
  const lots = await Promise.all(sides.map(({ serving }) => releasedLot(serving.as)))
  for (const { name, completing, make } of documents.filter((document) => isWanted(document.name))) {
    const counters = sides.map((side, at) => counterOf(side, completing, (as) => make(as, elementAt(lots, at), filled.pack)))
    try {
      // In turns, as reads are.
      for (let turn = 0; turn < warmUps + times; turn++) for (const counter of counters) await counter.makeOne(turn >= warmUps)
      for (const [at, { cost }] of counters.entries()) made[at]?.push({ name, completing: completing.path, ...cost() })
    } catch (error) {
      sayFailed(name, error)
    }
  }
  return made
}

/** Makes the document on one side and counts what its writes cost. */
function counterOf({ meter, serving }: Counted, completing: Endpoint, make: (as: Serving['as']) => Promise<unknown>) {
  let [whole, completion, session] = [nothing, nothing, nothing]
  const spentIn = async <Answer>(ask: () => Promise<Answer>) => {
    const sent = await serving.messages()
    const before = meter()
    const answer = await ask()
    const after = meter()
    const messages = (await serving.messages()) - sent
    return { answer, server: after.server - before.server, postgres: after.postgres - before.postgres, messages }
  }
  let counts = false
  const counting = async (userName: string): Promise<Person> => {
    const person = await serving.as(userName)
    return {
      ...person,
      async ask(endpoint, input, headers) {
        if (endpoint.method === 'GET' || !counts) return person.ask(endpoint, input, headers)
        const { answer, ...spent } = await spentIn(() => person.ask(endpoint, input, headers))
        const write: Spent = { ...spent, writes: 1, signatures: JSON.stringify(input).split('"password"').length - 1 }
        whole = sumOf(whole, write)
        if (endpoint.path === completing.path) completion = sumOf(completion, write)
        const { answer: _actor, ...alone } = await spentIn(() => person.ask(accountApi.current, {}))
        session = sumOf(session, { ...alone, writes: 1, signatures: 0 })
        return answer
      },
    }
  }
  return {
    async makeOne(isCounted: boolean) {
      counts = isCounted
      await make(counting)
    },
    cost: () => ({ whole: partOf(whole, times), completion: partOf(completion, times), session: partOf(session, session.writes) }),
  }
}

const partOf = ({ server, postgres, writes, signatures, messages }: Spent, parts: number): Spent => ({
  server: server / parts,
  postgres: postgres / parts,
  writes: writes / parts,
  signatures: signatures / parts,
  messages: messages / parts,
})

const sumOf = (one: Spent, other: Spent): Spent => ({
  server: one.server + other.server,
  postgres: one.postgres + other.postgres,
  writes: one.writes + other.writes,
  signatures: one.signatures + other.signatures,
  messages: one.messages + other.messages,
})
