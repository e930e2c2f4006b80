import { present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { fillCheckMeaning, fillMeaning, type boxApi } from '#contract/packing/box.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { refuseLocked, type FoundCode } from '#server/features/packing/codes/code-spans.ts'
import { fillBoxes } from '#server/features/packing/codes/fill-boxes.ts'
import { joinedPacks } from '#server/features/selling/sale/pick-sale.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { reasonsAgainst, refuseReasons } from '#server/features/warehouse/lot/standing.ts'
import { takeBin } from '#server/features/warehouse/stock/move-stock.ts'
import { stockOfLotsInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { sizeOf } from '#tools/ranges.ts'
import { labelNewBox } from './label-box.ts'
import { leaveBoxes } from './open-box.ts'
import { boxChangeOf } from './queries.ts'
import { known, ownedPacks, packsHere, refuse, refuseNoBox, refusePicked, takeCodes, type OwnedRun } from './take-box.ts'
import { beginBoxChange, writeBoxChange } from './write-change.ts'

/** What was scanned to be put into a box: a loose pack, or another box with what is left in it. */
type Goods = { path: string; code: string; packs: OwnedRun[]; source: FoundCode }

/**
 * 补装与合箱: loose packs, or what is left in other boxes, go into a box of the same specification that has room, or into another carton with a label of its own. Packs of
 * one lot may wait for their release together; of two batches both are released and nothing speaks against either. All of it lies in one bin. Two persons sign.
 */
export const fillBox =
  ({ masterKey }: Installation): Handler<typeof boxApi.fill> =>
  async (tx, actor, { box: boxText, packs: codes, placeId, reason, signature, checker }) => {
    const { found, lots } = await takeCodes(tx, masterKey, [...codes, ...(boxText === undefined ? [] : [boxText])])
    const box = boxText === undefined ? undefined : known(found[codes.length], 'box')
    if (box !== undefined) refuseNoBox(box, 'box')
    const goods = codes.map((_, place) => goodsOf(known(found[place], `packs.${place}`), box, `packs.${place}`))
    joinedPacks(goods)
    const moved = goods.flatMap(({ packs }) => packs)
    const inside = box === undefined ? [] : ownedPacks(box)
    const all = [...inside, ...moved]
    const spec = await specOf(tx, box ?? present(goods[0]).source)
    for (const { path, source } of goods)
      if (source.packSpecId !== spec.id) throw refuse('box_spec_differs', path, `${source.code} 不是 ${spec.name}`)
    const room = spec.packsPerBox - sizeOf(inside)
    if (sizeOf(moved) > room) throw refuse('box_full', 'packs', `还能装 ${room} ${spec.packUnit}，扫到 ${sizeOf(moved)} ${spec.packUnit}`)
    await refuseUnfit(tx, lots, all)
    await refuseLocked(tx, [...goods, ...(box === undefined ? [] : [{ path: 'box', code: box.code, packs: inside }])])
    await refusePicked(tx, [
      ...goods.flatMap(({ path, code, packs }) => packs.map((run) => ({ ...run, path, code }))),
      ...(box === undefined ? [] : [{ rangeId: box.rangeId, first: box.index, last: box.index, path: 'box', code: box.code }]),
    ])
    await refuseElsewhere(tx, { placeId, lots, all, net: spec.netQuantity })

    const signer = await proveSigner(actor, signature)
    const second = await proveSecond(actor, checker, '18:check')
    const document = await beginBoxChange(tx)
    const boxed = goods.flatMap(({ packs, source }) => (source.level === 'box' ? packs : []))
    await leaveBoxes(tx, actor, boxed, { document, reason: `合入另一箱：${reason}` })
    const target =
      box ?? (await labelNewBox(tx, actor, masterKey, { rangeId: present(moved[0]).rangeId, document, reason, secondId: second.id }))
    await putInto(tx, target, { moved, lots })
    const change = { document, box: target, isNewBox: box === undefined, moved, way: 'in' as const, place: { id: placeId }, reason }
    await writeBoxChange(tx, actor, { ...change, checkedBy: second.id })
    await writeSignatures(tx, [
      { signer, meaning: fillMeaning, table: 'box_change', id: document.id },
      { signer: second, meaning: fillCheckMeaning, table: 'box_change', id: document.id },
    ])
    return { ...(await boxChangeOf(tx, document.id)), rangeId: target.rangeId }
  }

/** What a code brings into the box. A single pack lies in no box: which it came from would be a guess. */
function goodsOf(source: FoundCode, box: FoundCode | undefined, path: string): Goods {
  const { code, level } = source
  if (level === 'box') {
    if (box?.rangeId === source.rangeId && box.index === source.index) throw refuse('code_twice', path, '这就是要装入的箱')
    refuseNoBox(source, path)
  } else if (source.box !== null) throw refuse('pack_in_other_box', path, `${code} 已装在箱里`)
  const packs = packsHere(source)
  if (packs.length === 0 || packs.length < source.packs.length) throw refuse('code_not_in_stock', path, `${code} 不在库，不能装箱`)
  return { path, code, packs, source }
}

const specOf = (tx: Tx, { packSpecId }: FoundCode) =>
  tx
    .selectFrom('packSpec')
    .select(['id', 'name', 'packsPerBox', 'packUnit', 'netQuantity'])
    .where('id', '=', packSpecId)
    .executeTakeFirstOrThrow()

/** Packs of one batch may wait for their release together. Of more than one, each is released; nothing else may speak against any. */
async function refuseUnfit(tx: Tx, lots: readonly Lot[], all: readonly OwnedRun[]): Promise<void> {
  const concerned = lots.filter(({ id }) => all.some((run) => run.lotId === id))
  const batches = new Set(concerned.map(({ batchNo }) => batchNo))
  if (batches.size > 2) throw refuse('box_two_batches', 'packs', [...batches].join('、'))
  for (const { id, lotNo } of concerned) {
    const reasons = await reasonsAgainst(tx, id)
    refuseReasons(batches.size === 1 ? reasons.filter(({ kind }) => kind !== 'not_released') : reasons, lotNo, 'packs')
  }
}

/** All of it lies in the bin that was named, as far as the ledger knows: of each lot as many packs lie there as will be in the box. */
async function refuseElsewhere(
  tx: Tx,
  { placeId, lots, all, net }: { placeId: string; lots: readonly Lot[]; all: readonly OwnedRun[]; net: string },
): Promise<void> {
  const concerned = lots.filter(({ id }) => all.some((run) => run.lotId === id))
  for (const { isToxic } of concerned) await takeBin(tx, placeId, { zones: ['pack_released', 'pack_quarantine'], isToxic, path: 'placeId' })
  const bins = await stockOfLotsInBins(
    tx,
    concerned.map(({ id }) => id),
  )
  for (const { id, lotNo } of concerned) {
    const there = bins.find((bin) => bin.lotId === id && bin.placeId === placeId)?.quantity ?? '0'
    const needed = exact(net).times(sizeOf(all.filter((run) => run.lotId === id)))
    if (needed.greaterThan(there)) throw refuse('packs_not_in_bin', 'placeId', `${lotNo} 在该货位只有 ${exact(there).toFixed()} kg`)
  }
}

/** The packs lie in the box from now on, lot by lot. */
async function putInto(
  tx: Tx,
  { rangeId, index }: { rangeId: string; index: number },
  { moved, lots }: { moved: readonly OwnedRun[]; lots: readonly Lot[] },
): Promise<void> {
  for (const { id, batchNo } of lots) {
    const mine = moved.filter((run) => run.lotId === id)
    const fillings = mine.map((run) => ({
      boxes: { rangeId, first: index, last: index },
      packs: { rangeId: run.rangeId, first: run.first, last: run.last },
      packsInBox: run.last - run.first + 1,
    }))
    await fillBoxes(tx, fillings, { lotId: id, batchNo, packedAt: tx.now().toISOString() })
  }
}
