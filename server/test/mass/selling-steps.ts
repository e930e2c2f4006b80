import { elementAt, present } from '#contract/kernel/certain.ts'
import type { ReturnState } from '#contract/selling/return.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { disposalApi } from '#contract/warehouse/disposal.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { destroyed } from '#server/demo/disposal.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { arrivalOf, awaitedReturn, packsOut, provenReturn, restockedReturn } from '#server/demo/return.ts'
import { allocatedSale, allocationsOf, deliveredSale, pickedSale, shippedSale } from '#server/demo/sale.ts'
import { pick, type Choice, type Factory } from './factory.ts'

const conditions = ['intact', 'intact', 'intact', 'damaged', 'opened'] as const

/** Packs are allocated, picked, sold, and refused at the door. */
export const sellingSteps = ({ as, there }: Factory) => ({
  pickSale: async ({ lot, percent }: Choice) => {
    there.sales.unshift((await pickedSale(as, { pack: pick(there.packs, lot), packs: 1 + (percent % 15) })).id)
  },
  sell: async ({ lot, percent }: Choice) => {
    const sale = await deliveredSale(as, { pack: pick(there.packs, lot), packs: 1 + (percent % 15) })
    there.sales.unshift(sale.id)
    // The first lot that was allocated: not always the one whose specification was asked for.
    const { lotId, lotNo } = pick(await allocationsOf(as, sale.id), 0)
    there.delivered.unshift({ ...sale, pack: { ...sale.pack, lotId, lotNo } })
  },
  allocate: async ({ lot, percent }: Choice) => {
    there.sales.unshift((await allocatedSale(as, { pack: pick(there.packs, lot), packs: 1 + (percent % 40) })).id)
  },
  giveBack: async ({ lot }: Choice) => (await as('cangku')).ask(saleApi.giveBack, { id: pick(there.sales, lot), reason: '改日再发' }),
  /** The customer takes only a part: what is refused comes back, what is missing is claimed. */
  refuseDelivery: async ({ lot, percent, who }: Choice) => {
    const { id } = await shippedSale(as, { pack: pick(there.packs, lot), packs: 2 + (percent % 6) })
    const { lotId, packs } = pick(await allocationsOf(as, id), 0)
    const carrier = await as('wuliu')
    await carrier.ask(saleApi.deliver, {
      ...{ id, receiver: '药房收货员', arrivedAt: carrier.time.now().toISOString(), exception: who ? '短少' : '拒收' },
      ...{ exceptionNote: '外箱破损', undelivered: [{ lotId, refused: Math.min(packs, 1), missing: who && packs > 1 ? 1 : 0 }] },
    })
  },
})

/** What is done with returns: the version, one in a state, and the decision about one. */
function returnsOf({ as }: Factory) {
  const versionOf = async (id: string) => (await (await as('qa')).ask(returnApi.read, { id })).rowVersion
  /** Inspected and decided about: what is intact may be sold again, the rest is destroyed. */
  async function decide(id: string, conforms: boolean): Promise<void> {
    const qa = await as('qa')
    const at = { id, rowVersion: await versionOf(id) }
    const { rowVersion } = await qa.ask(returnApi.inspect, { ...at, conforms, findings: '逐袋检查', signature: signed() })
    await provenReturn(as, id)
    const { receipt } = await qa.ask(returnApi.read, { id })
    await qa.ask(returnApi.decide, {
      ...{ id, rowVersion, conclusion: '按包装情况处理', ...withQualityHead() },
      decisions: present(receipt).items.map((item) => ({
        itemId: item.id,
        decision: conforms && item.condition === 'intact' ? ('restock' as const) : ('destroy' as const),
      })),
    })
  }
  /** A return in a state, as it was a moment ago. */
  async function returnIn(state: ReturnState, place: number): Promise<string> {
    const { rows } = await (await as('qa')).ask(returnApi.list, { state, pageSize: 50 })
    return pick(rows, place).id
  }
  return { versionOf, decide, returnIn }
}

/** Packs come back from who bought them, are sold again or destroyed. */
export function returnSteps(factory: Factory) {
  const { as, there } = factory
  const { versionOf, decide, returnIn } = returnsOf(factory)
  const isHere = (id: string) => {
    if (!there.returns.includes(id)) there.returns.unshift(id)
  }
  return {
    askReturn: async ({ lot, percent }: Choice) => {
      there.awaited.unshift(await awaitedReturn(as, { sale: pick(there.delivered, lot), packs: 1 + (percent % 4) }))
    },
    /** By their codes, in whatever condition they are. */
    receiveByCode: async ({ lot, place }: Choice) => {
      const { id, sale, packs } = pick(there.awaited, lot)
      const codes = (await packsOut(as, sale)).slice(0, packs).map(({ code }) => code)
      const items = [...Map.groupBy(codes, (_, index) => elementAt(conditions, index === 0 ? 0 : (place + index) % conditions.length))]
      const arrival = await arrivalOf(
        as,
        items.map(([condition, some]) => ({ condition, codes: some })),
      )
      await (await as('cangku')).ask(returnApi.receive, { id, rowVersion: await versionOf(id), ...arrival })
      isHere(id)
    },
    /** By their number: whose code nobody can read are those that the customer did not keep. */
    receiveByCount: async ({ lot }: Choice) => {
      const { id, sale, packs } = pick(there.awaited, lot)
      const out = (await packsOut(as, sale)).map(({ code }) => code)
      await (
        await as('cangku')
      ).ask(returnApi.receive, {
        ...{ id, rowVersion: await versionOf(id), ...(await arrivalOf(as, [])) },
        ...{ counted: [{ lotId: sale.pack.lotId, packs }], kept: out.slice(packs) },
      })
      isHere(id)
    },
    /** What was received by mistake was never received. */
    unreceive: async ({ lot }: Choice) => {
      const keeper = await as('cangku')
      const id = pick(there.returns, lot)
      const { rowVersion } = await keeper.ask(returnApi.read, { id })
      await keeper.ask(returnApi.takeBack, { id, rowVersion, reason: '登错', signature: signed(), approver: secondPerson('qa') })
    },
    decideRestock: async ({ lot }: Choice) => decide(pick(there.returns, lot), true),
    decideDestroy: async ({ lot }: Choice) => decide(pick(there.returns, lot), false),
    withdrawDecision: async ({ lot, who }: Choice) => {
      const id = await returnIn(who ? 'restocking' : 'destroying', lot)
      const at = { id, rowVersion: await versionOf(id) }
      await (await as('qa')).ask(returnApi.withdraw, { ...at, reason: '重新评估', ...withQualityHead() })
    },
    /** What waits for it is put away; where nothing does, a pack comes all the way back. */
    restock: async ({ lot }: Choice) => {
      const keeper = await as('cangku')
      const { rows } = await keeper.ask(returnApi.list, { state: 'restocking', pageSize: 50 })
      if (rows.length === 0) return void (await restockedReturn(as, { sale: pick(there.delivered, lot), packs: 1 }))
      const { id, rowVersion } = await keeper.ask(returnApi.read, { id: pick(rows, lot).id })
      await keeper.ask(returnApi.restock, { id, rowVersion, placeId: await binIn(keeper, 'pack_released') })
    },
    /** What was decided to be destroyed of one return, by its codes: beside it may lie what is sold again. */
    destroyReturned: async ({ lot, place }: Choice) => {
      const { receipt } = await (await as('qa')).ask(returnApi.read, { id: await returnIn('destroying', lot) })
      const condemned = (receipt?.items ?? []).filter(({ decision, settledAt }) => decision === 'destroy' && settledAt === null)
      const { lotId, quantity, codes } = pick(condemned, place)
      const bins = await (await as('cangku')).ask(disposalApi.choices, { ground: 'returned', lotId })
      await destroyed(as, { lotId, ground: 'returned', lines: [{ lotId, placeId: pick(bins, 0).placeId, quantity, codes }] })
    },
  }
}
