import { present } from '#contract/kernel/certain.ts'
import { disposalApi } from '#contract/warehouse/disposal.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { stocktakeApi } from '#contract/warehouse/stocktake.ts'
import { supplierReturnApi } from '#contract/warehouse/supplier-return.ts'
import { boxesOf } from '#server/demo/box.ts'
import { approvedDisposal, damagedPacks, destroyed, proposedDisposal, usualDestruction } from '#server/demo/disposal.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { withQualityHead } from '#server/demo/person.ts'
import { codesOf } from '#server/demo/sale.ts'
import { counted, driedCount } from '#server/demo/stocktake.ts'
import { confirmedSupplierReturn, sentSupplierReturn, usualBringingBack } from '#server/demo/supplier-return.ts'
import { NothingOfTheKind, part, pick, type Choice, type Factory } from './factory.ts'

/** Goods are counted, and found to be less, more or elsewhere. */
export function countSteps({ as, there }: Factory) {
  /** A count of one lot in one of its bins, by two where it differs much; two persons decide about what is beyond the tolerance. */
  async function countOf(lotId: string, placeId: string, found: { quantity: string } | { codes: string[] }, cause: 'moisture' | 'scale') {
    const keeper = await as('cangku')
    const { rows } = await keeper.ask(stocktakeApi.list, { state: 'counting', pageSize: 200 })
    const open = await Promise.all(rows.map(({ id }) => keeper.ask(stocktakeApi.read, { id })))
    const has = ({ lines }: { lines: { lotId: string; placeId: string }[] }) =>
      lines.some((line) => line.lotId === lotId && line.placeId === placeId)
    const plan = 'codes' in found ? ({ scope: 'class', goodsClass: 'pack' } as const) : ({ scope: 'herb', subject: '当归' } as const)
    const file = open.find(has) ?? (await keeper.ask(stocktakeApi.plan, plan))
    const lineNow = async () => {
      const { lines } = await (await as('qa')).ask(stocktakeApi.read, { id: file.count.id })
      return lines.find((line) => line.lotId === lotId && line.placeId === placeId)
    }
    await counted(as, file, { lotId, placeId }, found)
    if ((await lineNow())?.state === 'recount') await counted(as, file, { lotId, placeId }, found, 'cangku2')
    const line = await lineNow()
    if (line?.state === 'beyond')
      await (
        await as('qa')
      ).ask(stocktakeApi.decide, {
        ...{ id: file.count.id, lineId: line.id, outcome: 'adjust', cause, note: '逐袋复核' },
        ...withQualityHead(),
      })
    return file
  }
  const rawIn = async (lot: number, place: number) => {
    const { lotId } = pick(there.raws, lot)
    const { places } = await (await as('cangku')).ask(stockApi.raw.stock, { id: lotId })
    const bins = places.filter(({ zone }) => zone !== null)
    return { lotId, bin: pick(bins, place) }
  }
  return {
    /** A herb dries: every bin of it holds a little less than the book says, within the tolerance. */
    dry: async ({ place }: Choice) => {
      const material = pick(['甘草', '党参', '丹参'], place)
      await releasedLot(as, { material, quantity: '80' })
      await driedCount(as, material)
    },
    cancelCount: async ({ lot }: Choice) => {
      const keeper = await as('cangku')
      const { rows } = await keeper.ask(stocktakeApi.list, { state: 'counting', pageSize: 200 })
      await keeper.ask(stocktakeApi.cancel, { id: pick(rows, lot).id, reason: '改日再盘' })
    },
    shortage: async ({ lot, place, percent }: Choice) => {
      const { lotId, bin } = await rawIn(lot, place)
      await countOf(lotId, bin.id, { quantity: part(bin.quantity, 50 + (percent % 40)) }, 'scale')
    },
    gain: async ({ lot, place, percent }: Choice) => {
      const { lotId, bin } = await rawIn(lot, place)
      await countOf(lotId, bin.id, { quantity: part(bin.quantity, 103 + (percent % 5)) }, 'scale')
    },
    /** Packs that are not where their codes say; a later count may find them again. */
    countPacks: async ({ lot, place, percent, who }: Choice) => {
      const { lotId, lotNo } = pick(there.packs, lot)
      const { places } = await (await as('cangku')).ask(stockApi.pack.stock, { id: lotId })
      const bin = pick(
        places.filter(({ zone }) => zone !== null),
        place,
      )
      const { boxes, loose } = await boxesOf(as, lotNo)
      const codes = [...loose, ...boxes.flatMap(({ packs }) => packs)]
      await countOf(lotId, bin.id, { codes: who ? codes : codes.slice(percent % 3) }, 'scale')
    },
  }
}

/** Goods are thrown away and given back to their supplier. */
export const wayOutSteps = ({ as, there }: Factory) => ({
  destroy: async ({ lot, place }: Choice) => {
    const pack = pick(there.packs, lot)
    await destroyed(as, await damagedPacks(as, pack.lotId, await codesOf(as, pack.lotNo, 1 + (place % 3))))
  },
  /** A part of what was rejected, and another than was weighed first. */
  destroyRejected: async ({ lot, percent, who }: Choice) => {
    const lotId = who ? pick(there.rejected, lot) : pick(there.failed, lot)
    const [bin] = await (await as('cangku')).ask(disposalApi.choices, { ground: 'rejected', lotId })
    if (bin === undefined) throw new NothingOfTheKind()
    const quantity = part(bin.quantity, 1 + (percent % 60))
    await destroyed(as, { lotId, lines: [{ lotId, placeId: bin.placeId, quantity }] })
  },
  /** Agreed to, and taken back; it stays where it is. */
  cancelDisposal: async ({ lot }: Choice) => {
    const { disposal } = await approvedDisposal(as, await proposedDisposal(as, { lotId: pick(there.rejected, lot) }))
    await (await as('cangku')).ask(disposalApi.cancel, { id: disposal.id, reason: '改为退供应商' })
  },
  /** Two carry the same one out at once. */
  destroyTwice: async ({ lot, percent }: Choice) => {
    const lotId = pick(there.rejected, lot)
    const [bin] = await (await as('cangku')).ask(disposalApi.choices, { ground: 'rejected', lotId })
    const line = { lotId, placeId: present(bin).placeId, quantity: part(present(bin).quantity, 1 + (percent % 50)) }
    const approved = await approvedDisposal(as, await proposedDisposal(as, { lotId, lines: [line] }))
    const keepers = [await as('cangku'), await as('cangku2')]
    await Promise.allSettled(keepers.map((keeper) => keeper.ask(disposalApi.carryOut, usualDestruction(approved))))
  },
  /** Given back and confirmed, or brought back because the supplier did not take it in. */
  returnToSupplier: async ({ lot, percent, who }: Choice) => {
    const lotId = pick(there.rejected, lot)
    const choices = await (await as('cangku')).ask(supplierReturnApi.choices, { lotId })
    const bin = pick(choices, percent)
    const quantity = part(bin.quantity, 1 + (percent % 100))
    if (who) return void (await confirmedSupplierReturn(as, { lotId }))
    const sent = await sentSupplierReturn(as, { lotId, quantity })
    await (
      await as('cangku')
    ).ask(supplierReturnApi.bringBack, await usualBringingBack(as, sent, part(present(sent.row.weighed), 50 + (percent % 50))))
  },
})
