import { Decimal } from 'decimal.js'
import type { packagingApi } from '#contract/packing/packaging.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo } from '#kernel/number.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { readStock } from '#server/features/warehouse/stock/on-hand.ts'
import { together } from '#tools/together.ts'
import { checkPackable } from './take-order.ts'

/** 包装指令: how many packs of which specification are to be made of a conforming batch; planned packs × net content ≤ what is there. */
export const createOrder: Handler<typeof packagingApi.create> = async (tx, actor, input) => {
  const bulk = await lockLot(tx, input.bulkLotId)
  await checkPackable(tx, bulk)
  const [spec, materials] = await together([
    tx.selectFrom('packSpec').select(['productId', 'netQuantity', 'isActive']).where('id', '=', input.packSpecId).executeTakeFirst(),
    tx.selectFrom('packSpecMaterial').select(['materialId', 'per', 'pieces']).where('packSpecId', '=', input.packSpecId).execute(),
  ])
  if (spec === undefined) throw new Refusal('not_found')
  if (spec.productId !== bulk.productId || !spec.isActive) throw new Refusal('spec_of_other_product')
  const planned = new Decimal(spec.netQuantity).times(input.plannedPacks)
  const { available } = await readStock(tx, bulk.id)
  if (planned.greaterThan(available))
    throw new Refusal('short_stock', [
      { path: 'plannedPacks', message: `该批可用 ${new Decimal(available).toFixed()} kg，计划需要 ${planned.toFixed()} kg` },
    ])

  if ((materials.length === 0) !== (input.packagingMaterial !== ''))
    throw new Refusal('invalid_input', [
      { path: 'packagingMaterial', message: materials.length === 0 ? '请填写内包材批号' : '包材按规格领用，不填写批号' },
    ])
  const { id, orderNo } = await tx
    .insertInto('packagingOrder')
    .values({ ...input, enterpriseId: actor.enterpriseId, orderNo: documentNo('BZ', dayInShanghai(tx.now())), createdBy: actor.id })
    .returning(['id', 'orderNo'])
    .executeTakeFirstOrThrow()
  if (materials.length > 0)
    await tx
      .insertInto('packagingOrderMaterial')
      .values(
        [...Map.groupBy(materials, ({ materialId }) => materialId)].map(([materialId, of]) => ({
          enterpriseId: actor.enterpriseId,
          packagingOrderId: id,
          materialId,
          perPack: of.find(({ per }) => per === 'pack')?.pieces ?? 0,
          perBox: of.find(({ per }) => per === 'box')?.pieces ?? 0,
        })),
      )
      .execute()
  await notify(tx, actor, {
    duty: '18:approve',
    title: `${bulk.name} ${bulk.batchNo} 包装指令待批准`,
    page: '/yinpian-baozhuang',
    q: orderNo,
    about: { table: 'packaging_order', id, asks: 'draft' },
  })
  return { id, orderNo, state: 'draft' }
}
