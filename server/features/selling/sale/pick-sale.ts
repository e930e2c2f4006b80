import { randomUUIDv7 } from 'node:crypto'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { saleActions } from '#contract/selling/sale.ts'
import { type saleApi } from '#contract/selling/sale-api.ts'
import type { Installation } from '#kernel/installation.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { joinRuns, sizeOf } from '#tools/ranges.ts'
import { refuseUnusable } from '#server/features/warehouse/lot/standing.ts'
import {
  findCodes,
  refuseLocked,
  spellCodes,
  type CodeRun,
  type FoundCode,
  type PackRun,
} from '#server/features/packing/codes/code-spans.ts'
import { advanceSale, allocationsOf, takeSale } from './take-sale.ts'
import { together } from '#tools/together.ts'

type Allocation = Awaited<ReturnType<typeof allocationsOf>>[number]

/** 拣货: the scanned boxes and packs are in stock, each of an allocated lot and scanned once, and of every lot as many as allocated. */
export const pickSale =
  ({ masterKey }: Installation): Handler<typeof saleApi.pick> =>
  async (tx, actor, { id, codes, signature }) => {
    const [order, allocations] = await together([takeSale(tx, actor, saleActions.pick, id), allocationsOf(tx, id)])
    await refuseUnusable(
      tx,
      allocations.map(({ lotId, lotNo }) => ({ id: lotId, lotNo, path: 'codes' })),
    )
    const found = await findCodes(tx, masterKey, codes)
    const goods = found.map((code, place) => goodsOf(code, allocations, `codes.${place}`))
    await refuseLocked(tx, goods)
    const runs = joinedPacks(goods)
    const content = allocations.map(({ lotId, lotNo, packs }) => {
      const mine = goods.filter((one) => one.packs.some((run) => run.lotId === lotId))
      const counted = sizeOf(runs.filter((run) => run.lotId === lotId))
      if (counted !== packs) throw new Refusal('count_mismatch', [{ path: 'codes', message: `${lotNo} 应拣 ${packs}，已扫 ${counted}` }])
      return { lotNo, packs, codes: mine.map((one) => one.code) }
    })

    const packs = content.reduce((sum, lot) => sum + lot.packs, 0)
    const pickingId = randomUUIDv7()
    await tx.later(
      tx.insertInto('picking').values({
        id: pickingId,
        enterpriseId: actor.enterpriseId,
        orderId: id,
        packs,
        content: JSON.stringify(content),
        pickedBy: actor.id,
        pickedAt: tx.now().toISOString(),
      }),
    )
    await keepCodes(tx, { enterpriseId: actor.enterpriseId, pickingId }, runs, goods)
    await sign(tx, actor, signature, { meaning: saleActions.pick.signs, table: 'picking', id: pickingId })
    await notify(tx, actor, {
      duty: '110:check',
      title: `销售单 ${order.orderNo} 待复核`,
      page: '/yinpian-xiaoshou',
      q: order.orderNo,
      about: { table: 'sales_order', id, asks: 'picked' },
    })
    return advanceSale(tx, id, saleActions.pick)
  }

/** What one scanned code is, for the screen while picking. It asks what `pickSale` asks. */
export const scanForSale =
  ({ masterKey }: Installation): Handler<typeof saleApi.scan> =>
  async (tx, _actor, { id, code }) => {
    const allocations = await allocationsOf(tx, id)
    if (allocations.length === 0) throw new Refusal('not_found')
    const [found] = await findCodes(tx, masterKey, [code])
    const goods = goodsOf(found, allocations, 'code')
    await refuseLocked(tx, [goods])
    const lots = allocations.filter((one) => goods.packs.some((run) => run.lotId === one.lotId))
    return {
      code: goods.code,
      level: goods.level,
      box: found?.box ? only(await spellCodes(tx, masterKey, [found.box])) : null,
      packs: lots.map(({ lotId, lotNo }) => ({ lotId, lotNo, packs: sizeOf(goods.packs.filter((run) => run.lotId === lotId)) })),
    }
  }

/** Packs of one lot that lie together. */
export type LotRun = CodeRun & { lotId: string }
/** `lotId` is that of the first pack; a box may hold packs of two lots. */
type Goods = Pick<FoundCode, 'code' | 'level' | 'rangeId' | 'index'> & { path: string; lotId: string; packs: LotRun[] }

/** The packs a code stands for. Of a box only those in stock count; a box with a pack that is not released is refused. */
function goodsOf(code: FoundCode | undefined, allocations: readonly Allocation[], path: string): Goods {
  if (code === undefined) throw new Refusal('code_unknown', [{ path, message: '没有这个追溯码，请重新扫描' }])
  const inStock = code.packs.filter((run): run is PackRun & { lotId: string } => run.state === 'in_stock' && run.lotId !== null)
  const [first] = inStock
  if (first === undefined || code.packs.some((run) => run.state === 'activated'))
    throw new Refusal('code_not_in_stock', [{ path, message: `${code.code} 不在库，不能发出` }])
  if (inStock.some((run) => !allocations.some((one) => one.lotId === run.lotId)))
    throw new Refusal('code_of_other_batch', [{ path, message: `${code.code} 不属于本单分配的批次，请放回并另取` }])
  const { level, rangeId, index } = code
  return {
    code: code.code,
    level,
    rangeId,
    index,
    path,
    lotId: first.lotId,
    packs: inStock.map(({ rangeId, first, last, lotId }) => ({ rangeId, first, last, lotId })),
  }
}

/** The packs of scanned codes as joined runs of one range and lot. Refuses a pack scanned twice, or scanned beside the box it lies in (`code_twice`). */
export function joinedPacks(goods: readonly Pick<Goods, 'path' | 'code' | 'packs'>[]): LotRun[] {
  const packs = goods.flatMap(({ path, code, packs }) => packs.map((run) => ({ ...run, path, code })))
  const together = [...Map.groupBy(packs, ({ rangeId, lotId }) => `${rangeId} ${lotId}`)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return together.flatMap(([, runs]) => {
    const { joined, twice } = joinRuns(runs)
    if (twice !== undefined) throw new Refusal('code_twice', [{ path: twice.path, message: `${twice.code} 已经扫过，或在已扫的箱内` }])
    return joined
  })
}

/** The codes of the picking as intervals; while they are open no other picking takes them (`code_picked_once`). */
async function keepCodes(tx: Tx, picking: { enterpriseId: string; pickingId: string }, packs: readonly LotRun[], goods: readonly Goods[]) {
  const boxes = goods
    .filter((one) => one.level === 'box')
    .map(({ rangeId, index, lotId }) => ({ rangeId, first: index, last: index, lotId }))
  const rows = [...packs.map((run) => ({ ...run, level: 1 })), ...boxes.map((run) => ({ ...run, level: 3 }))]
  await tx.later(
    tx
      .insertInto('pickingCode')
      .values(
        rows.map(({ rangeId, lotId, level, first, last }) => ({ ...picking, rangeId, lotId, level, firstIndex: first, lastIndex: last })),
      ),
  )
}
