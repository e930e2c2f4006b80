import { Decimal } from 'decimal.js'
import type { packagingApi } from '#contract/packing/packaging.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { readStock } from '#server/features/warehouse/stock/on-hand.ts'
import { checkPackable } from './take-order.ts'
import { specFor, writeOrder } from './write-order.ts'

/** 包装指令: how many packs of which specification are to be made of a conforming batch; planned packs × net content ≤ what is there. */
export const createOrder: Handler<typeof packagingApi.create> = async (tx, actor, input) => {
  const bulk = await lockLot(tx, input.bulkLotId)
  await checkPackable(tx, { source: bulk, row: { repackOf: null } })
  const spec = await specFor(tx, bulk.productId, input.packSpecId, input.packagingMaterial)
  const planned = new Decimal(spec.netQuantity).times(input.plannedPacks)
  const { available } = await readStock(tx, bulk.id)
  if (planned.greaterThan(available))
    throw new Refusal('short_stock', [
      { path: 'plannedPacks', message: `该批可用 ${new Decimal(available).toFixed()} kg，计划需要 ${planned.toFixed()} kg` },
    ])
  const { id, orderNo } = await writeOrder(tx, actor, input, spec)
  await notify(tx, actor, {
    duty: '18:approve',
    title: `${bulk.name} ${bulk.batchNo} 包装指令待批准`,
    page: '/yinpian-baozhuang',
    q: orderNo,
    about: { table: 'packaging_order', id, asks: 'draft' },
  })
  return { id, orderNo, state: 'draft' }
}
