import { sql } from 'kysely'
import { exact } from '#contract/kernel/exact-decimal.ts'
import type { repackApi } from '#contract/packing/repack-api.ts'
import { repackGrounds } from '#contract/packing/repack.ts'
import type { Installation } from '#kernel/installation.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { known, refuse, refusePicked, takeCodes } from '#server/features/packing/box/take-box.ts'
import { findCode, packsFor, refuseLocked, type CodeRun, type FoundCode } from '#server/features/packing/codes/code-spans.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { readStock } from '#server/features/warehouse/stock/on-hand.ts'
import { joinRuns, sizeOf } from '#tools/ranges.ts'
import { checkRepackable } from './take-order.ts'
import { specFor, writeOrder } from './write-order.ts'

/** 换包装: packing asks to open packs of a released lot and to pack their content anew; the packs are named by their codes and taken by nothing else meanwhile. */
export const createRepack =
  ({ masterKey }: Installation): Handler<typeof repackApi.create> =>
  async (tx, actor, { lotId, codes, ground, reason, ...order }) => {
    const { found } = await takeCodes(tx, masterKey, codes)
    const lot = await lockLot(tx, lotId)
    await checkRepackable(tx, lot, 'lotId')
    const spec = await specFor(tx, lot.productId, order.packSpecId, order.packagingMaterial)
    const named = found.map((code, place) => openable(known(code, `codes.${place}`), lotId, `codes.${place}`))
    for (const goods of named) await refuseTaken(tx, goods)
    const runs = joined(named)
    const packs = sizeOf(runs)
    const source = await tx
      .selectFrom('packLot')
      .innerJoin('packSpec', (join) =>
        join.onRef('packSpec.enterpriseId', '=', 'packLot.enterpriseId').on('packSpec.id', '=', lot.packSpecId),
      )
      .select(['packLot.bulkLotId', 'packSpec.netQuantity', 'packSpec.packUnit'])
      .where('packLot.id', '=', lotId)
      .executeTakeFirstOrThrow()
    const content = exact(source.netQuantity).times(packs)
    const planned = exact(spec.netQuantity).times(order.plannedPacks)
    if (planned.greaterThan(content))
      throw refuse(
        'short_stock',
        'plannedPacks',
        `打开 ${packs} ${source.packUnit} 共 ${content.toFixed()} kg，计划需要 ${planned.toFixed()} kg`,
      )
    const { available } = await readStock(tx, lotId)
    if (content.greaterThan(available))
      throw refuse('short_stock', 'codes', `${lot.lotNo} 未分配的有 ${exact(available).toFixed()} kg，打开需要 ${content.toFixed()} kg`)
    const { id, orderNo } = await writeOrder(
      tx,
      actor,
      { ...order, bulkLotId: source.bulkLotId, repackOf: lotId, repackGround: ground, repackReason: reason },
      spec,
    )
    await tx
      .insertInto('repackCode')
      .values(
        runs.map(({ rangeId, first, last }) => ({
          ...{ enterpriseId: actor.enterpriseId, packagingOrderId: id, lotId },
          ...{ rangeId, firstIndex: first, lastIndex: last },
        })),
      )
      .execute()
    await notify(tx, actor, {
      duty: '18:approve',
      title: `${lot.name} ${lot.lotNo} 换包装指令待批准`,
      body: `${repackGrounds[ground]}，打开 ${packs} ${source.packUnit}，须QA会签`,
      page: '/yinpian-baozhuang',
      q: orderNo,
      about: { table: 'packaging_order', id, asks: 'draft' },
    })
    return { id, orderNo, state: 'draft', packs }
  }

/** What a scanned code brings into the order, for the screen before it is written. The step asks again. */
export const scanForRepack =
  ({ masterKey }: Installation): Handler<typeof repackApi.scan> =>
  async (tx, _actor, { lotId, code }) => {
    const goods = openable(known(await findCode(tx, masterKey, code), 'code'), lotId, 'code')
    await refuseTaken(tx, goods)
    return { code: goods.code, level: goods.level, packs: sizeOf(goods.packs) }
  }

type Openable = Pick<FoundCode, 'code' | 'level'> & { path: string; packs: CodeRun[] }

/** The packs of a lot that a code stands for: all in stock; of a box with packs of two batches those of this lot. */
export function openable(found: FoundCode, lotId: string, path: string): Openable {
  const packs = packsFor(found, lotId)
  const inStock = packs.filter((run) => run.lotId === lotId && run.state === 'in_stock')
  if (inStock.length === 0 || inStock.length < packs.length) throw refuse('code_not_in_house', path, `${found.code} 不是该批的在库成品`)
  return { code: found.code, level: found.level, path, packs: inStock.map(({ rangeId, first, last }) => ({ rangeId, first, last })) }
}

/** Packs that are ready for a sale, locked by the authority or named by another repack are not opened. The database says the same. */
async function refuseTaken(tx: Tx, { code, path, packs }: Openable): Promise<void> {
  await refusePicked(
    tx,
    packs.map((run) => ({ ...run, path, code })),
  )
  await refuseLocked(tx, [{ code, path, packs }])
  for (const { rangeId, first, last } of packs) {
    const taken = await tx
      .selectFrom('repackCode')
      .innerJoin('packagingOrder', (join) =>
        join
          .onRef('packagingOrder.enterpriseId', '=', 'repackCode.enterpriseId')
          .onRef('packagingOrder.id', '=', 'repackCode.packagingOrderId'),
      )
      .select('packagingOrder.orderNo')
      .where('repackCode.rangeId', '=', rangeId)
      .where(sql<boolean>`repack_code.is_open`)
      .where('repackCode.firstIndex', '<=', last)
      .where('repackCode.lastIndex', '>=', first)
      .executeTakeFirst()
    if (taken !== undefined) throw refuse('packs_in_repack', path, `${code} 已列入换包装指令 ${taken.orderNo}`)
  }
}

/** Runs of each range in order, joined; a pack that was scanned twice, or beside its box, is refused. */
export function joined(named: readonly { path: string; code: string; packs: readonly CodeRun[] }[]): CodeRun[] {
  const runs = named.flatMap(({ path, code, packs }) => packs.map((run) => ({ ...run, path, code })))
  return [...Map.groupBy(runs, ({ rangeId }) => rangeId).values()].flatMap((ofRange) => {
    const { joined: whole, twice } = joinRuns(ofRange)
    if (twice !== undefined) throw refuse('code_twice', twice.path, `${twice.code} 已经扫过，或在已扫的箱内`)
    return whole.map(({ rangeId, first, last }) => ({ rangeId, first, last }))
  })
}
