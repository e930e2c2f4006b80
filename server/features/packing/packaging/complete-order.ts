import { packagingActions, beyondPlanMeaning, packagingCheckMeaning, type packagingApi } from '#contract/packing/packaging.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import type { Installation } from '#kernel/installation.ts'
import { notify } from '#kernel/notify.ts'
import { nextPackedLotNo } from '#kernel/number.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures, type Signer } from '#kernel/sign.ts'
import { placeHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { createLot, linkLots, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { endReservations, moveStock, takeBin } from '#server/features/warehouse/stock/move-stock.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { boxPacks, recordTopUp } from './box-packs.ts'
import { movementsOf } from './draw-bulk.ts'
import { materialsOf } from './issue-pack-materials.ts'
import { pieceAccounts } from './pack-materials.ts'
import { together } from '#tools/together.ts'
import { namedCodes, runsOfOrder } from './named-labels.ts'
import { accountMaterials, openMaterialCase } from './account-materials.ts'
import { openLabelCase } from './open-label-case.ts'
import { explainLoss, historyOfOpened, movementsOfOpened, openingOf, openMissingCase, retireCodes, type Opening } from './open-packs.ts'
import { readIssued } from './read-issued.ts'
import { sortLabels } from './sort-labels.ts'
import { historyOf } from './tell-history.ts'
import { putCodesToUse } from './use-codes.ts'
import { advanceOrder, checkPackable, orderDocument, takeOrder, type Order } from './take-order.ts'
import { weighPacks, type PackedMasses } from './weigh-packs.ts'

/**
 * 完成包装: packs, labels and codes are counted against each other (I13) and the masses against the charge; the packs become
 * a pack lot in the 待放行 zone (I4), boxed, each with an active code. Operator and checker sign the record. A balance
 * outside its range puts a deviation hold on the lot, a lost label a case.
 */
export const completeOrder =
  ({ masterKey }: Installation): Handler<typeof packagingApi.complete> =>
  async (tx, actor, given) => {
    const action = packagingActions.complete
    const order = await takeOrder(tx, actor, action, given.id)
    const { row, bulk } = order
    await checkPackable(tx, order)
    const input = { ...given, ...(await timesOf(tx, given)) }
    await takeBin(tx, input.placeId, { zones: ['pack_quarantine'], isToxic: bulk.isToxic, path: 'placeId' })
    const opening = await openingOf(tx, masterKey, order, input)
    const masses = explainLoss(opening, weighPacks(row.netQuantity, input), input, row.netQuantity)
    const [issued, needed, accounts] = await together([readIssued(tx, input.id), materialsOf(tx, input.id), pieceAccounts(tx, input.id)])
    const lostCodes = namedCodes(await runsOfOrder(tx, row.id), input.lostLabels, 'lostLabels')
    const sorted = await sortLabels(tx, masterKey, issued.packs, { labelsIssued: row.labelsIssued, ...input, lostCodes })
    if (input.packs !== input.labels.used)
      throw new Refusal('labels_unreconciled', [
        { path: 'packs', message: `成品 ${input.packs} ${row.packUnit}，使用标签 ${input.labels.used} 张` },
      ])
    const { fillings, begun } = await boxPacks(tx, masterKey, {
      packs: sorted.used,
      boxes: issued.boxes,
      packsPerBox: row.packsPerBox,
      packSpecId: order.packSpecId,
      topUpBox: input.topUpBox,
    })

    const lot = await createPackLot(tx, actor, order, masses)
    await moveGoods(tx, actor, order, { opening, lot, masses, input })
    await endReservations(tx, orderDocument(row))
    const boxes = await putCodesToUse(tx, actor, order, lot, { ...sorted, boxes: issued.boxes, fillings, packedAt: input.finishedAt })
    const ownBoxes = boxes - (input.topUpBox === undefined ? 0 : 1)
    const materials = await accountMaterials(tx, actor, order, { needed, accounts }, input.materials, { ...input, ownBoxes })
    await linkPacked(tx, actor, order, { opening, lot, masses, used: materials.used })
    await writePackLot(tx, actor, order, lot, { packs: input.packs, boxes })
    const operator = await proveSigner(actor, input.signature)
    const checker = await proveSecond(actor, input.checker, '18:check')
    const beyond = await provePlan(tx, actor, order, given, checker)
    const { id } = await writeRecord(tx, actor, order, lot, { input, masses, boxes, checker, beyond, opening })
    await writeSignatures(tx, [
      { signer: operator, meaning: action.signs, table: 'packaging_record', id },
      { signer: checker, meaning: packagingCheckMeaning, table: 'packaging_record', id },
      ...(beyond === null ? [] : [{ signer: beyond, meaning: beyondPlanMeaning, table: 'packaging_record', id }]),
    ])

    if (begun !== undefined) await recordTopUp(tx, actor, { begun, fillings, lot, order: row, operator, checker })
    await materials.write([operator, checker])

    if (masses.isDeviation)
      await placeHold(tx, actor, {
        lotId: lot.id,
        kind: 'deviation',
        reason: `${deviationOf(opening, masses)}：${input.deviation}`,
      })
    const { lost } = input.labels
    const caseNo = lost === 0 ? null : await openLabelCase(tx, actor, { order: row, lot, lost, issued: row.labelsIssued })
    const materialCaseNo = materials.differences.length === 0 ? null : await openMaterialCase(tx, actor, order, lot, materials.differences)
    const missingCaseNo = await openMissingCase(tx, actor, order, opening, lot)
    await recordTrace(tx, actor, [...historyOf(row, lot, { input, masses, boxes }), ...historyOfOpened(order, opening, { lot, ...input })])
    await notify(tx, actor, {
      duty: '19:release',
      title: `${lot.name} ${lot.lotNo} 待放行`,
      body: `${input.packs} ${row.packUnit}，${masses.packed} kg`,
      page: '/yinpian-kucun',
      q: lot.lotNo,
      about: { table: 'lot', id: lot.id, asks: 'quarantine' },
    })
    return {
      ...(await advanceOrder(tx, order, action)),
      lotId: lot.id,
      lotNo: lot.lotNo,
      boxes,
      balance: masses.balance,
      caseNo,
      materialCaseNo,
      missingCaseNo,
    }
  }

type Packed = { opening: Opening | null; lot: Lot; masses: PackedMasses }

/** What a deviation is about: the balance, or what of opened packs was lost. */
const deviationOf = (opening: Opening | null, { balance, loss }: PackedMasses) =>
  `包装物料平衡 ${balance}%${opening === null ? '' : `，损耗 ${exact(loss).toFixed()} kg`}`

/** What is packed leaves the batch, or the packs that were opened for it, and comes into the 待放行 zone. */
async function moveGoods(tx: Tx, actor: Actor, order: Order, { opening, lot, masses, input }: Packed & Pick<Done, 'input'>): Promise<void> {
  if (opening === null) return moveStock(tx, actor, await movementsOf(tx, order, lot, masses, input))
  await moveStock(tx, actor, movementsOfOpened(order, opening, { lot, masses, ...input }))
  await retireCodes(tx, actor, order, opening, lot)
}

/** What the packs are made of: the batch or the opened packs, and the packaging materials. */
async function linkPacked(
  tx: Tx,
  actor: Actor,
  { row, source }: Order,
  { opening, lot, masses, used }: Packed & { used: readonly { lotId: string; quantity: string }[] },
): Promise<void> {
  const link = { child: lot.id, document: { id: row.id, no: row.orderNo } }
  const materials = used.map((one) => ({ ...one, role: 'packaging' as const }))
  const main = { lotId: source.id, quantity: masses.packed, role: 'main' as const }
  if (opening === null) return linkLots(tx, actor, { ...link, step: 'packaging', parents: [main, ...materials] })
  await linkLots(tx, actor, { ...link, step: 'repack', parents: [main] })
  await linkLots(tx, actor, { ...link, step: 'packaging', parents: materials })
}

/** Who lets more be packed than was planned: neither of the two who sign the record; null where no more was. */
async function provePlan(
  tx: Tx,
  actor: Actor,
  { row }: Order,
  { packs, approver }: Done['input'],
  checker: Signer,
): Promise<Signer | null> {
  if (packs <= row.plannedPacks) return null
  if (approver === undefined)
    throw new Refusal('beyond_plan', [
      { path: 'approver', message: `计划 ${row.plannedPacks} ${row.packUnit}，实际 ${packs} ${row.packUnit}` },
    ])
  const second = await proveSecond(actor, approver, '18:approve')
  if (second.id === checker.id) throw new Refusal('same_person', [{ path: 'approver.userName', message: '批准人不能是复核人' }])
  return second
}

/** Times run forward: packing begins once labels are on the line, and ends before it is written down. */
async function timesOf(tx: Tx, { id, startedAt, finishedAt }: { id: string; startedAt: string; finishedAt: string }) {
  const run = await tx
    .selectFrom('labelRun')
    .select('issuedAt')
    .where('packagingOrderId', '=', id)
    .orderBy('serial')
    .executeTakeFirstOrThrow()
  const begun = occurredAt(tx, startedAt, 'startedAt', { at: run.issuedAt, what: '标签领用' })
  return { startedAt: begun, finishedAt: occurredAt(tx, finishedAt, 'finishedAt', { at: begun, what: '开始时间' }) }
}

/** The pack lot carries the batch's number, birthday and 保质期; packed apart, it gets a serial (分装, domain §3.1). */
async function createPackLot(tx: Tx, actor: Actor, { bulk, source, packSpecId }: Order, { packed }: PackedMasses): Promise<Lot> {
  const { batchNo, productId, name, initials, bornOn, expiresOn, isToxic } = source
  const lotNo = await nextPackedLotNo(tx, batchNo, bulk.bornOn)
  return createLot(tx, actor, {
    kind: 'pack',
    lotNo,
    batchNo,
    materialId: null,
    productId,
    packSpecId,
    name,
    initials,
    unit: 'kg',
    quantity: packed,
    bornOn,
    retestOn: null,
    expiresOn,
    isToxic,
  })
}

const writePackLot = (tx: Tx, actor: Actor, { row, bulk }: Order, lot: Lot, counted: { packs: number; boxes: number }) =>
  tx
    .insertInto('packLot')
    .values({
      enterpriseId: actor.enterpriseId,
      id: lot.id,
      packagingOrderId: row.id,
      bulkLotId: bulk.id,
      ...counted,
    } satisfies EveryColumn<'packLot'>)
    .execute()

type Done = { input: Parameters<ReturnType<typeof completeOrder>>[2]; masses: PackedMasses; boxes: number }

const writeRecord = (
  tx: Tx,
  actor: Actor,
  { row, bulk }: Order,
  lot: Lot,
  { input, masses, boxes, checker, beyond, opening }: Done & { checker: Signer; beyond: Signer | null; opening: Opening | null },
) =>
  tx
    .insertInto('packagingRecord')
    .values({
      enterpriseId: actor.enterpriseId,
      packagingOrderId: row.id,
      bulkLotId: bulk.id,
      lotId: lot.id,
      startedAt: input.startedAt,
      finishedAt: input.finishedAt,
      packs: input.packs,
      boxes,
      charged: input.charged,
      packed: masses.packed,
      remainder: input.remainder,
      loss: input.loss,
      balance: masses.balance,
      deviation: input.deviation,
      labelsIssued: row.labelsIssued,
      labelsUsed: input.labels.used,
      labelsSpoiled: input.labels.spoiled,
      labelsDestroyed: input.labels.destroyed,
      labelsSampled: input.labels.sampled,
      labelsLost: input.labels.lost,
      codesActivated: input.packs,
      codesVoided: row.labelsIssued - input.packs,
      weightChecks: input.weightChecks,
      firstPiece: input.firstPiece,
      clearance: input.clearance,
      remark: input.remark,
      operatorId: actor.id,
      checkedBy: checker.id,
      beyondPlanBy: beyond?.id ?? null,
      openedPacks: opening?.packs ?? null,
      missingPacks: opening?.missing ?? null,
      lossReason: opening === null ? '' : input.lossReason,
    } satisfies EveryColumn<'packagingRecord'>)
    .returning('id')
    .executeTakeFirstOrThrow()
