import type { ScannedGoods } from '#contract/packing/box.ts'

/** A code that was scanned, with the text as it came. */
export type Scanned = ScannedGoods & { text: string }

/** How many packs scanned goods are. */
export const packsIn = (goods: readonly ScannedGoods[]) => goods.flatMap(({ packs }) => packs).reduce((sum, { packs }) => sum + packs, 0)

/** The batches of scanned goods. */
export const batchesIn = (goods: readonly ScannedGoods[]) => [...new Set(goods.flatMap(({ packs }) => packs.map(({ batchNo }) => batchNo)))]

/** The bins in which all of it lies. */
export function commonBins(goods: readonly ScannedGoods[]): ScannedGoods['bins'] {
  const [first, ...others] = goods
  return (first?.bins ?? []).filter(({ id }) => others.every(({ bins }) => bins.some((bin) => bin.id === id)))
}

/** Why a code does not go with what was scanned before; undefined when it does. */
export function misfit(goods: ScannedGoods, before: readonly ScannedGoods[]): string | undefined {
  if (before.some(({ code }) => code === goods.code)) return `${goods.code} 已经扫过`
  const [first] = before
  if (first !== undefined && first.packSpecId !== goods.packSpecId)
    return `${goods.code} 是 ${goods.specName}，与 ${first.specName} 不能同箱`
  const batches = batchesIn([...before, goods])
  return batches.length > 2 ? `一箱最多两个批号，已有 ${batches.slice(0, 2).join('、')}` : undefined
}
