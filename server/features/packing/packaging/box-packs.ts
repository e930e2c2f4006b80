import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import { findCode, type CodeRun } from '#server/features/packing/codes/code-spans.ts'
import { layOutBoxes, type Filling } from '#server/features/packing/codes/fill-boxes.ts'

type Boxing = {
  packs: readonly CodeRun[]
  boxes: readonly CodeRun[]
  packsPerBox: number
  packSpecId: string
  topUpBox: string | undefined
}

/** Which packs go into which box, with a box of an earlier batch filled up first where one is named (合箱, I14). */
export async function boxPacks(tx: Tx, masterKey: Uint8Array, { topUpBox, packSpecId, ...goods }: Boxing): Promise<Filling[]> {
  if (topUpBox === undefined) return layOutBoxes(goods)
  const box = await findCode(tx, masterKey, topUpBox)
  const mayOpen = box?.level === 'box' && box.packSpecId === packSpecId && (box.state === 'activated' || box.state === 'in_stock')
  if (!mayOpen) throw new Refusal('box_not_open', [{ path: 'topUpBox', message: '请核对箱码' }])
  await sql`select id from packaging_order where id = ${box.packagingOrderId}::uuid for update`.execute(tx)
  const { packs } = await tx
    .selectFrom('boxContent')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('packsInBox'), sql<number>`0`).as('packs'))
    .where('boxRangeId', '=', box.rangeId)
    .where('firstBox', '<=', box.index)
    .where('lastBox', '>=', box.index)
    .where('openedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const room = goods.packsPerBox - Number(packs)
  if (room <= 0) throw new Refusal('box_full', [{ path: 'topUpBox', message: '该箱已满' }])
  return layOutBoxes({ ...goods, begun: { rangeId: box.rangeId, index: box.index, room } })
}
