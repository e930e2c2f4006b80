import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { fillCheckMeaning, fillMeaning } from '#contract/packing/box.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { writeSignatures, type Signer } from '#kernel/sign.ts'
import { beginBoxChange, writeBoxChange } from '#server/features/packing/box/write-change.ts'
import { findCode, refuseLocked, type CodeRun, type FoundCode } from '#server/features/packing/codes/code-spans.ts'
import { refusePicked } from '#server/features/packing/box/take-box.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { reasonsAgainst, refuseReasons } from '#server/features/warehouse/lot/standing.ts'
import { layOutBoxes, type Filling } from '#server/features/packing/codes/fill-boxes.ts'

type Boxing = {
  packs: readonly CodeRun[]
  boxes: readonly CodeRun[]
  packsPerBox: number
  packSpecId: string
  topUpBox: string | undefined
}

/** Which packs go into which box, and the box of an earlier batch that is filled up first where one is named (合箱, I14). */
type Boxed = { fillings: Filling[]; begun: { rangeId: string; index: number; code: string } | undefined }

export async function boxPacks(tx: Tx, masterKey: Uint8Array, { topUpBox, packSpecId, ...goods }: Boxing): Promise<Boxed> {
  if (topUpBox === undefined) return { fillings: layOutBoxes(goods), begun: undefined }
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
  await refuseUnfit(tx, box)
  const room = goods.packsPerBox - Number(packs)
  if (room <= 0) throw new Refusal('box_full', [{ path: 'topUpBox', message: '该箱已满' }])
  const { rangeId, index, code } = box
  return { fillings: layOutBoxes({ ...goods, begun: { rangeId, index, room } }), begun: { rangeId, index, code } }
}

type TopUp = {
  begun: NonNullable<Boxed['begun']>
  fillings: readonly Filling[]
  lot: { id: string }
  order: { id: string; orderNo: string }
  operator: Signer
  checker: Signer
}

/** 装箱变更单 of a box that was filled up on the line: with two batches in it, its 合箱记录. Who packed and who checked sign it. */
export async function recordTopUp(tx: Tx, actor: Actor, { begun, fillings, lot, order, operator, checker }: TopUp): Promise<void> {
  const document = await beginBoxChange(tx)
  const moved = fillings
    .filter(({ boxes }) => boxes.rangeId === begun.rangeId && boxes.first === begun.index)
    .map(({ packs }) => ({ ...packs, lotId: lot.id, state: 'activated' as const }))
  const change = { document, box: begun, moved, way: 'in' as const, packagingOrderId: order.id, checkedBy: checker.id }
  await writeBoxChange(tx, actor, { ...change, reason: `包装 ${order.orderNo} 时先装满零箱` })
  await writeSignatures(tx, [
    { signer: operator, meaning: fillMeaning, table: 'box_change', id: document.id },
    { signer: checker, meaning: fillCheckMeaning, table: 'box_change', id: document.id },
  ])
}

/** A box that is filled up is ready for no order, and nothing but a release that is still to come speaks against what lies in it. */
async function refuseUnfit(tx: Tx, { rangeId, index, code, packs }: FoundCode): Promise<void> {
  await refusePicked(tx, [{ rangeId, first: index, last: index, path: 'topUpBox', code }])
  const lots = await lockLots(
    tx,
    packs.flatMap(({ lotId }) => lotId ?? []),
  )
  for (const { id, lotNo } of lots)
    refuseReasons(
      (await reasonsAgainst(tx, id)).filter(({ kind }) => kind !== 'not_released'),
      lotNo,
      'topUpBox',
    )
  await refuseLocked(tx, [{ path: 'topUpBox', code, packs }])
}
