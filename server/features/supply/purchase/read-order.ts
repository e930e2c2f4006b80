import { sql } from 'kysely'
import type { CorrectedValue } from '#contract/cases/corrected-value.ts'
import type { purchaseApi, PurchaseDetail } from '#contract/supply/purchase-api.ts'
import type { ReceiptDetail } from '#contract/supply/receipt.ts'
import { originText } from '#contract/supply/origin.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { agreedOriginOf, orderLines, orderRow, seesPrices, standardNameOf } from './queries.ts'

/** One order with its lines and with what came in against it. */
export const readOrder: Handler<typeof purchaseApi.read> = async (tx, actor, { id }) => {
  const row = await orderRow(tx, actor, id)
  const { approverName, approvedBy, ...order } = await tx
    .selectFrom('purchaseOrder')
    .leftJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'purchaseOrder.enterpriseId').onRef('account.id', '=', 'purchaseOrder.approvedBy'),
    )
    .select([
      'supplierId',
      'supplierKind',
      'contractNo',
      'qualityAgreementNo',
      'remark',
      'approvedBy',
      'approvedAt',
      'returnReason',
      'endReason',
      'invoiceNo',
      'account.name as approverName',
    ])
    .where('purchaseOrder.id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = await orderLines(tx, id)
  return {
    ...row,
    ...order,
    approvedBy: approvedBy === null || approverName === null ? null : { id: approvedBy, name: approverName },
    lines: lines.map((line) => ({
      id: line.id,
      lineNo: line.lineNo,
      materialId: line.materialId,
      materialName: line.materialName,
      unit: line.unit,
      standardName: standardNameOf(line),
      grade: line.grade,
      agreedOrigin: agreedOriginOf(line),
      quantity: line.quantity,
      received: line.received,
      unitPrice: seesPrices(actor) ? line.unitPrice : null,
    })),
    receipts: await receiptsOf(tx, id),
  } satisfies PurchaseDetail
}

/** The receipts of an order, with the persons of each. */
const receipts = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('receipt')
    .innerJoin('account as receiver', (join) =>
      join.onRef('receiver.enterpriseId', '=', 'receipt.enterpriseId').onRef('receiver.id', '=', 'receipt.receivedBy'),
    )
    .innerJoin('account as checker', (join) =>
      join.onRef('checker.enterpriseId', '=', 'receipt.enterpriseId').onRef('checker.id', '=', 'receipt.checkedBy'),
    )
    .select([
      'receipt.id',
      'receiptNo',
      'arrivedAt',
      'deliveryNoteNo',
      'transport',
      'remark',
      'result',
      'netTotal',
      'receipt.doubts',
      'receipt.doubtReason',
      'receiver.id as receiverId',
      'receiver.name as receiverName',
      'checker.id as checkerId',
      'checker.name as checkerName',
      'receipt.reversedAt',
      'receipt.reversalReason',
      sql<string | null>`(select name from account a where a.enterprise_id = receipt.enterprise_id and a.id = receipt.reversed_by)`.as(
        'reverser',
      ),
      sql<
        string | null
      >`(select name from account a where a.enterprise_id = receipt.enterprise_id and a.id = receipt.reversal_approved_by)`.as(
        'reversalApprover',
      ),
    ])
    .select(sql<CorrectedValue[]>`corrections_of('receipt', receipt.id)`.as('corrections'))
    .where('receipt.orderId', '=', orderId)
    .orderBy('receipt.id')
    .execute()

/** What came in against an order, delivery by delivery. */
async function receiptsOf(tx: Tx, orderId: string): Promise<ReceiptDetail[]> {
  const lots = await lotsOf(tx, orderId)
  const refused = await refusedOf(tx, orderId)
  return (await receipts(tx, orderId)).map(
    ({ receiverId, receiverName, checkerId, checkerName, reversedAt, reversalReason, reverser, reversalApprover, ...receipt }) => ({
      ...receipt,
      receivedBy: { id: receiverId, name: receiverName },
      checkedBy: { id: checkerId, name: checkerName },
      reversed:
        reversedAt === null
          ? null
          : { at: reversedAt, by: reverser ?? '', approvedBy: reversalApprover ?? '', reason: reversalReason ?? '' },
      lots: (lots.get(receipt.id) ?? []).map(shownLot),
      refused: (refused.get(receipt.id) ?? []).map(
        ({ id, name, unit, nameOnNote, supplierLotNo, packageCount, quantity, cause, reason }) => ({
          id,
          name,
          unit,
          nameOnNote,
          supplierLotNo,
          packageCount,
          quantity,
          cause,
          reason,
        }),
      ),
    }),
  )
}

/** A lot as its receipt shows it. */
const shownLot = (lot: LotOfReceipt) => ({
  lotId: lot.id,
  lotNo: lot.lotNo,
  unit: lot.unit,
  state: lot.state,
  holds: lot.holds,
  name: lot.name,
  originText: lot.province === '' ? '' : originText(lot),
  harvestFrom: lot.harvestFrom,
  harvestTo: lot.harvestTo,
  grade: lot.grade,
  supplierLotNo: lot.supplierLotNo,
  packageCount: lot.packageCount,
  packageKind: lot.packageKind,
  noteQuantity: lot.noteQuantity,
  net: lot.net,
  netReason: lot.netReason,
  retestOn: lot.retestOn,
  exceptionNote: lot.exceptionNote,
  corrections: lot.corrections,
  abnormal: lot.abnormal,
  doorLine: lot.doorLine,
  lineNet: lot.lineNet,
  lineNote: lot.lineNote,
  linePackages: lot.linePackages,
  doubts: lot.doubts,
  doubtReason: lot.doubtReason,
})

type LotOfReceipt = NonNullable<ReturnType<Awaited<ReturnType<typeof lotsOf>>['get']>>[number]

/** The lots of an order, by the receipt that brought them in. */
async function lotsOf(tx: Tx, orderId: string) {
  const lots = await tx
    .selectFrom('rawLot')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'rawLot.enterpriseId').onRef('lot.id', '=', 'rawLot.id'))
    .selectAll('rawLot')
    .select(['lot.lotNo', 'lot.unit', 'lot.state', 'lot.holds', 'lot.name', 'lot.retestOn'])
    .select(sql<CorrectedValue[]>`corrections_of('raw_lot', raw_lot.id)`.as('corrections'))
    .where('rawLot.orderId', '=', orderId)
    .orderBy('rawLot.lineNo')
    .execute()
  return Map.groupBy(lots, (lot) => lot.receiptId)
}

/** What was turned away of an order, by receipt. */
async function refusedOf(tx: Tx, orderId: string) {
  const refused = await tx
    .selectFrom('refusedDelivery')
    .innerJoin('purchaseLine', (join) =>
      join
        .onRef('purchaseLine.enterpriseId', '=', 'refusedDelivery.enterpriseId')
        .onRef('purchaseLine.id', '=', 'refusedDelivery.purchaseLineId'),
    )
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'purchaseLine.enterpriseId').onRef('material.id', '=', 'purchaseLine.materialId'),
    )
    .selectAll('refusedDelivery')
    .select(['material.name', 'material.unit'])
    .where('refusedDelivery.orderId', '=', orderId)
    .orderBy('refusedDelivery.lineNo')
    .execute()
  return Map.groupBy(refused, (line) => line.receiptId)
}
