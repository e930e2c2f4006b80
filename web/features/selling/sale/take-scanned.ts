import type { Scanned } from '#contract/selling/sale-api.ts'

/** `text` is what the scanner sent: a GS1 serial alone would leave out whose it is. */
export type ScannedGoods = Scanned & { text: string }

/** What is counted after one more scan, the last one first, and what the person is told: why it does not count, or what it took in. */
export type Taken = { scanned: readonly ScannedGoods[]; refused?: string; told?: string }

/** A code counts once: not beside itself, not a pack beside its box. A box takes in its packs that were scanned alone. */
export function takeScanned(before: readonly ScannedGoods[], goods: ScannedGoods): Taken {
  if (before.some((one) => one.code === goods.code)) return { scanned: before, refused: `${goods.code} 已经扫过，不重复计数` }
  if (goods.box !== null && before.some((one) => one.code === goods.box))
    return { scanned: before, refused: `${goods.code} 在已扫的箱 ${goods.box} 内，不重复计数` }
  const apart = before.filter((one) => one.box !== goods.code)
  const taken = before.length - apart.length
  return { scanned: [goods, ...apart], ...(taken > 0 && { told: `先前单独扫的 ${taken} 个码在这一箱内，已并入该箱` }) }
}
