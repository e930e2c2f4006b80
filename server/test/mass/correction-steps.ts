import type { z } from 'zod'
import { correctionApi, type CorrectionRecord } from '#contract/cases/correction.ts'
import { present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { packedLot, releaseOf } from '#server/demo/packaging.ts'
import { signed } from '#server/demo/person.ts'
import { shippedSale } from '#server/demo/sale.ts'
import { part, pick, type Choice, type Factory } from './factory.ts'

const because = () => ({ reason: '录入错误，见原件', signature: signed() })

/** What all corrections have in common: what stands in the record, and how they end. */
function commonTo({ as }: Factory) {
  /** The head of quality approves, sometimes twice at once; or whoever asked takes it back. */
  async function settle({ id }: { id: string }, { place }: Choice): Promise<void> {
    if (place % 7 === 0) return void (await (await as('qa')).ask(correctionApi.cancel, { id, reason: '原记录无误' }))
    const head = await as('zhiliang')
    const approve = () => head.ask(correctionApi.approve, { id, signature: signed() })
    const ends = await Promise.allSettled(place % 3 === 0 ? [approve(), approve()] : [approve()])
    if (ends.some(({ status }) => status === 'fulfilled')) return
    await (await as('qa')).ask(correctionApi.cancel, { id, reason: '不能更正' })
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  const subjectOf = async (record: CorrectionRecord, recordId: string) => (await as('qa')).ask(correctionApi.subject, { record, recordId })
  return { settle, subjectOf }
}

/** What was signed and is wrong is put right by two: what came in, was packed and shipped. */
export function correctionSteps(factory: Factory) {
  const { as, there } = factory
  const { settle, subjectOf } = commonTo(factory)
  return {
    correctReceipt: async (choice: Choice) => {
      const id = pick(there.raws, choice.lot).lotId
      const { values } = await subjectOf('receipt_line', id)
      const net = part(present(values['net']), 80 + (choice.percent % 40))
      const gross = exact(net)
        .plus(values['tare'] ?? '0')
        .toFixed()
      const changes = { net, gross, exceptionNote: '按实重' }
      await settle(await (await as('qa')).ask(correctionApi.receiptLine, { id, changes, ...because() }), choice)
    },
    /** The last packs of the roll were none. */
    correctPacking: async (choice: Choice) => {
      const packed = await packedLot(as, { batch: pick(there.batches, choice.lot), packs: 3 + (choice.percent % 6) })
      const { record } = await (await as('baozhuang')).ask(packagingApi.read, { id: packed.orderId })
      const { id, remainder } = present(record)
      const changes = {
        packs: packed.packs - 1,
        destroyed: 1,
        remainder: exact(packed.spec.netQuantity).plus(remainder).toFixed(),
        notPacked: [{ runNo: packed.runNo, first: packed.packs, last: packed.packs }],
      }
      await settle(await (await as('qa')).ask(correctionApi.packaging, { id, changes, ...because() }), choice)
      there.packs.unshift({ ...packed, ...(await releaseOf(as, packed)) })
    },
    /** A pack or a box stayed in the house. */
    correctShipment: async (choice: Choice) => {
      const sale = await shippedSale(as, { pack: pick(there.packs, choice.lot), packs: 3 })
      const asked = { id: sale.shipmentId, changes: { stayed: [pick(sale.codes, choice.place)] }, ...because() }
      await settle(await (await as('qa')).ask(correctionApi.shipment, asked), choice)
    },
  }
}

/** The same of what was weighed out and made. */
export function batchCorrectionSteps(factory: Factory) {
  const { as, there } = factory
  const { settle, subjectOf } = commonTo(factory)
  return {
    correctIssue: async (choice: Choice) => {
      const { issue } = await (await as('shengchan')).ask(productionApi.read, { id: pick(there.orders, choice.lot) })
      const { id, weighings } = present(issue)
      const { piece, net, tare } = pick(
        weighings.map((one, index) => ({ ...one, piece: index + 1 })),
        choice.place,
      )
      const gross = exact(part(net, 90 + (choice.percent % 20)))
        .plus(tare)
        .toFixed()
      const changes = { weighings: [{ piece, gross, tare }] }
      await settle(await (await as('qa')).ask(correctionApi.issue, { id, changes, ...because() }), choice)
    },
    /** A loss that was swept up and not written down. */
    correctStep: async (choice: Choice) => {
      const { steps } = await (
        await as('shengchan')
      ).ask(productionApi.read, { id: pick([...there.finished, ...there.started, ...there.orders], choice.lot) })
      const { id } = pick(steps, choice.place)
      const { losses } = await subjectOf('production_step', id)
      const changes: z.input<typeof correctionApi.step.input>['changes'] = {
        losses: [...losses.filter(({ kind }) => kind !== 'dust'), { kind: 'dust', quantity: part('0.1', choice.percent) }],
      }
      await settle(await (await as('qa')).ask(correctionApi.step, { id, changes, ...because() }), choice)
    },
    /** A co-product that was weighed wrong, of a batch on the line or one that is finished. */
    correctBeside: async (choice: Choice) => {
      const id = pick([...there.finished, ...there.orders], choice.lot)
      const { coProducts, steps } = await (await as('shengchan')).ask(productionApi.read, { id })
      const { stepNo, lotNo, quantity } = pick(
        coProducts.filter((one) => one.lotNo !== null),
        choice.place,
      )
      const step = pick(
        steps.filter(({ no }) => no === stepNo),
        0,
      )
      const changes = { coProducts: [{ lotNo: present(lotNo), quantity: part(quantity, 90 + (choice.percent % 25)) }] }
      await settle(await (await as('qa')).ask(correctionApi.step, { id: step.id, changes, ...because() }), choice)
    },
    correctBatch: async (choice: Choice) => {
      const id = pick(there.batches, choice.lot).lotId
      const { values } = await subjectOf('batch', id)
      // Never the weight that stands there.
      const changes = { output: part(present(values['output']), 95 + (choice.percent % 5)) }
      await settle(await (await as('qa')).ask(correctionApi.batch, { id, changes, ...because() }), choice)
    },
  }
}
