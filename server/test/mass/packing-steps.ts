import { packRetentionApi } from '#contract/laboratory/pack-retention.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { boxesOf, filledBox, openedBox } from '#server/demo/box.ts'
import { keptPacks, labelledPackaging, packCodes, packedLot, releasedPack, usualCompletion } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { releasedRepack, repackedLot } from '#server/demo/repack.ts'
import { pick, type Choice, type Factory } from './factory.ts'

/** Packs are made, kept, labelled anew, put from box to box, and packed anew (换包装). */
export const packingSteps = ({ as, there }: Factory) => ({
  pack: async ({ lot, percent, who }: Choice) => {
    const packing = { batch: pick(there.batches, lot), packs: 1 + (percent % 12), spare: percent % 3 }
    if (who) there.packs.unshift(await releasedPack(as, packing))
    else await packedLot(as, packing)
  },
  /** A co-product goes the way of any batch. */
  packBeside: async ({ lot, percent }: Choice) => {
    there.packs.unshift(await releasedPack(as, { batch: pick(there.coProducts, lot), packs: 1 + (percent % 2) }))
  },
  loseLabel: async ({ lot, percent }: Choice) => {
    const labelled = await labelledPackaging(as, { batch: pick(there.batches, lot), packs: 1 + (percent % 5), spare: 2 })
    const usual = await usualCompletion(as, labelled)
    await (
      await as('baozhuang')
    ).ask(packagingApi.complete, {
      ...usual,
      labels: { ...usual.labels, destroyed: 1, lost: 1 },
      lostLabels: [{ runNo: labelled.runNo, first: 1, last: 1 }],
    })
  },
  replaceCode: async ({ lot, place }: Choice) => {
    const codes = await packCodes(as, pick(there.packs, lot).lotNo, 100)
    const [signature, checker] = [signed(), secondPerson('qa2')]
    await (await as('baozhuang')).ask(qrApi.replace, { code: pick(codes, place), reason: '标签破损', signature, checker })
  },
  openBox: async ({ lot, place, percent, who }: Choice) => {
    const box = pick((await boxesOf(as, pick(there.packs, lot).lotNo)).boxes, place)
    await openedBox(as, box.code, who ? [] : box.packs.slice(0, percent % 4))
  },
  refill: async ({ lot, place, percent, who }: Choice) => {
    const { boxes, loose } = await boxesOf(as, pick(there.packs, lot).lotNo)
    const packs = [pick(loose, place), ...loose.slice(0, percent % 4)]
    await filledBox(as, { ...(who && { box: pick(boxes, percent).code }), packs: [...new Set(packs)] })
  },
  /** What lies in a box into another, of this lot or the next: mostly into one that was emptied but for a pack. */
  merge: async ({ lot, place, percent }: Choice) => {
    const lots = await Promise.all([boxesOf(as, pick(there.packs, lot).lotNo), boxesOf(as, pick(there.packs, lot + 1).lotNo)])
    const [into, from] = lots.map(({ boxes }) => boxes.toSorted((one, other) => one.packs.length - other.packs.length))
    const isAny = percent % 4 === 0
    const box = pick(into ?? [], isAny ? place : 0)
    if (!isAny && box.packs.length > 1) await openedBox(as, box.code, box.packs.slice(1))
    const others = (from ?? []).filter(({ code }) => code !== box.code)
    const other = pick(others, isAny ? percent : 0)
    await filledBox(as, { box: box.code, packs: [other.code] })
  },
  /** A few packs of a released lot become another lot of the batch. */
  repack: async ({ lot, place, percent, who }: Choice) => {
    const { lotId, lotNo } = pick(there.packs, lot)
    const { boxes, loose } = await boxesOf(as, lotNo)
    const codes = [...loose, ...boxes.flatMap(({ packs }) => packs)]
    const opened = [...new Set([pick(codes, place), ...codes.slice(0, percent % 3)])]
    await (who ? releasedRepack : repackedLot)(as, { lot: { lotId, lotNo }, codes: opened })
  },
  keep: async ({ lot, place, percent }: Choice) => {
    const { lotId, lotNo } = pick(there.packs, lot)
    const { boxes, loose } = await boxesOf(as, lotNo)
    const codes = [...loose, ...boxes.flatMap(({ packs }) => packs)]
    const first = pick(codes, place)
    there.kept.unshift((await keptPacks(as, { lotId, codes: [...new Set([first, ...codes.slice(0, percent % 2)])] })).sample.id)
  },
  putBack: async ({ lot }: Choice) => {
    const [signature, second] = [signed(), secondPerson('qa')]
    await (await as('jianyan')).ask(packRetentionApi.putBack, { id: pick(there.kept, lot), reason: '多留', signature, second })
  },
})
