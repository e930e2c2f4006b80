import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { inspect, rejectedLot, release, sampled, sampleOf } from '#server/demo/inspection.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { part, pick, type Choice, type Factory } from './factory.ts'

/** Goods come in, are sampled, released or rejected, moved, held and set free again. */
export const storeSteps = ({ as, there }: Factory) => ({
  receive: async ({ percent }: Choice) => there.raws.unshift(await receivedLot(as, { quantity: String(50 + percent) })),
  release: async ({ lot }: Choice) => {
    const { reportId } = await inspect(as, pick(there.raws, lot).lotId, { side: 'raw' })
    await release(as, reportId)
  },
  reject: async ({ percent }: Choice) => there.rejected.unshift((await rejectedLot(as, { quantity: String(20 + percent) })).lotId),
  sample: async () => there.sampled.unshift((await sampled(as, (await receivedLot(as)).lotId, 'raw')).inspectionId),
  giveUp: async ({ lot, percent }: Choice) => {
    const [signature, second] = [signed(), secondPerson('qa')]
    await (
      await as('zhuguan')
    ).ask(rawInspectionApi.giveUp, {
      ...{ id: pick(there.sampled, lot), reason: '送错批', samples: percent % 2 === 0 ? 'return' : 'scrap' },
      ...{ signature, second },
    })
  },
  loseSample: async ({ lot, place, who }: Choice) => {
    const person = await as('jianyan')
    const id = pick(there.sampled, lot)
    const { sampling } = await person.ask(rawInspectionApi.file, { id })
    const sample = pick(sampling?.samples ?? [], place)
    const api = sampleLaboratoryApi.raw
    await person.ask(who ? api.lose : api.lack, { id: sample.id, reason: '打翻' })
    if (!who)
      await person.ask(api.dispose, { id: sample.id, leftOver: '1', reason: '打翻', signature: signed(), witness: secondPerson('qa') })
    await (await as('quyang')).ask(rawInspectionApi.sampleAgain, { id, reason: '打翻', ...sampleOf('raw') })
  },
  move: async ({ lot, place, percent, who }: Choice) => {
    const [side, id] =
      place % 3 === 0 ? ([stockApi.pack, pick(there.packs, lot).lotId] as const) : ([stockApi.raw, pick(there.raws, lot).lotId] as const)
    const person = await as(who ? 'cangku' : 'cangku2')
    const { places } = await person.ask(side.stock, { id })
    const targets = await person.ask(side.targets, { id })
    const from = pick(
      places.filter(({ zone }) => zone !== null),
      place,
    )
    await person.ask(side.transfer, {
      id,
      fromPlaceId: from.id,
      toPlaceId: pick(targets, place >> 1).id,
      quantity: part(from.quantity, percent),
      reason: '移库',
    })
  },
  freeze: async ({ lot, who }: Choice) => {
    const [side, { lotId }] = who ? (['raw', pick(there.raws, lot)] as const) : (['pack', pick(there.packs, lot)] as const)
    const { holdId } = await (await as('qa')).ask(stockApi[side].freeze, { id: lotId, kind: 'freeze', reason: '待查' })
    there.holds.unshift({ lotId, holdId, side })
  },
  unfreeze: async ({ lot }: Choice) => {
    const { lotId, holdId, side } = pick(there.holds, lot)
    await (await as('qa')).ask(stockApi[side].unfreeze, { id: lotId, holdId, conclusion: '查无问题', ...withQualityHead() })
  },
})
