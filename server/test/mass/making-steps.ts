import { productionApi } from '#contract/making/production-api.ts'
import { present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { inspect } from '#server/demo/inspection.ts'
import { signed } from '#server/demo/person.ts'
import {
  doneStep,
  finishedProduction,
  gaveBack,
  handedOver,
  issuedProduction,
  pausedProduction,
  replacedPart,
  steppedProduction,
  supplemented,
  terminatedProduction,
} from '#server/demo/production.ts'
import { steppedRework } from '#server/demo/rework.ts'
import { part, pick, type Choice, type Factory } from './factory.ts'

/** What the steps of making have in common: a charge, the record, a batch that is tested. */
const commonTo = ({ as, there }: Factory) => ({
  charge: ({ lot, percent }: Choice) => [{ lotId: pick(there.raws, lot).lotId, quantity: String(5 + (percent % 20)), reason: '按计划' }],
  read: async (id: string) => (await as('shengchan')).ask(productionApi.read, { id }),
  tested: async (batch: { lotId: string; batchNo: string }) => {
    await inspect(as, batch.lotId, { side: 'bulk' })
    there.batches.unshift(batch)
  },
})

/** Batches are weighed out, made, ended and worked again. */
export function makingSteps(factory: Factory) {
  const { as, there } = factory
  const { charge, read, tested } = commonTo(factory)
  return {
    issue: async ({ lot, percent }: Choice) => {
      const id = pick(there.raws, lot).lotId
      const { places } = await (await as('cangku')).ask(stockApi.raw.stock, { id })
      const quantity = part(pick(places, 0).quantity, percent)
      there.orders.unshift((await issuedProduction(as, { lots: [{ lotId: id, quantity, reason: '按计划' }] })).id)
    },
    make: async (choice: Choice) => {
      const { id } = await steppedProduction(as, { lots: charge(choice) })
      const batch = await finishedProduction(as, id, { deviation: '差异已查明' })
      there.finished.unshift(id)
      if (choice.who) await tested(batch)
    },
    /** What a batch yields beside it is tested once its record is reviewed, and is packed like any other. */
    makeBeside: async (choice: Choice) => {
      const lots = [{ lotId: pick(there.raws, choice.lot).lotId, quantity: '40', reason: '按计划' }]
      const { id } = await steppedProduction(as, { lots })
      await finishedProduction(as, id)
      await (await as('qa')).ask(productionApi.review, { id, signature: signed() })
      const { coProducts } = await read(id)
      const { lotId, lotNo } = pick(coProducts, 0)
      await inspect(as, present(lotId), { side: 'bulk' })
      there.coProducts.unshift({ lotId: present(lotId), batchNo: present(lotNo) })
    },
    stop: async (choice: Choice) => {
      const { id } = await issuedProduction(as, { lots: charge(choice) })
      there.orders.unshift(id)
      await doneStep(as, id)
      await terminatedProduction(as, id, { remains: String(choice.place % 30) })
    },
    rework: async ({ lot, percent, place, who }: Choice) => {
      const quantity = String(1 + (percent % 20))
      const { id } = await steppedRework(as, { lotId: pick(there.failed, lot), quantity })
      if (place % 4 === 0) return void (await terminatedProduction(as, id, { remains: part(quantity, percent) }))
      const batch = await finishedProduction(as, id)
      if (who) await tested(batch)
    },
    supplement: async ({ lot, percent }: Choice) => {
      const id = pick(there.orders, lot)
      const { lots } = await (await as('cangku')).ask(productionApi.read, { id })
      await supplemented(as, id, { lotNo: pick(lots, percent).lotNo, net: part('5', percent) })
    },
    takeBack: async ({ lot, percent }: Choice) => {
      const id = pick(there.orders, lot)
      const { lots } = await read(id)
      await gaveBack(as, id, { lotNo: pick(lots, percent).lotNo, net: part('5', percent) })
    },
  }
}

/** Batches come into the store in parts, some of them put right. */
export function partSteps(factory: Factory) {
  const { as, there } = factory
  const { charge, read, tested } = commonTo(factory)
  return {
    /** A batch in parts, some of them put right, which yields what its process names beside it; finished, or ended in the middle. */
    inParts: async (choice: Choice) => {
      const { percent, place, who } = choice
      const { id } = await steppedProduction(as, { lots: charge(choice) })
      const output = (await read(id)).steps.at(-1)?.output ?? '0'
      there.started.push(id)
      await handedOver(as, id, part(output, 10 + (percent % 60)))
      const { parts } = await read(id)
      if (place % 3 === 0) await replacedPart(as, id, { partId: pick(parts, place).id, net: part(output, 10 + (place % 60)) })
      if (place % 5 === 0) return void (await terminatedProduction(as, id, { remains: part(output, percent % 40) }))
      // Two at once hand over what is left of it.
      const rest = (await read(id)).parts
        .filter((one) => one.replacedByNo === null)
        .reduce((left, one) => left.minus(one.quantity), exact(output))
        .toFixed()
      if (exact(rest).greaterThan(0)) await Promise.allSettled([handedOver(as, id, rest), handedOver(as, id, rest)])
      const batch = await finishedProduction(as, id, { deviation: '差异已查明' })
      if (who) await tested(batch)
    },
    /** The first part is in the store, the rest on the line. */
    beginParts: async (choice: Choice) => {
      const { id } = await steppedProduction(as, { lots: charge(choice) })
      await handedOver(as, id, part((await read(id)).steps.at(-1)?.output ?? '0', 10 + (choice.percent % 40)))
      there.started.unshift(id)
    },
    handOver: async ({ lot, percent }: Choice) => void (await handedOver(as, pick(there.started, lot), part('1', percent))),
    /** Anybody puts a part of any batch right, or says that it was none, at any time. */
    replacePart: async ({ lot, percent, place }: Choice) => {
      const id = pick(there.started, lot)
      const { parts } = await read(id)
      await replacedPart(as, id, { partId: pick(parts.toReversed(), place % 2).id, ...(percent % 3 > 0 && { net: part('2', percent) }) })
    },
    finishParts: async ({ lot }: Choice) => {
      const id = pick(there.started, lot)
      await finishedProduction(as, id, { deviation: '差异已查明' })
      there.started = there.started.filter((one) => one !== id)
      there.finished.unshift(id)
    },
    pause: async ({ lot }: Choice) => void (await pausedProduction(as, pick(there.started, lot))),
  }
}
