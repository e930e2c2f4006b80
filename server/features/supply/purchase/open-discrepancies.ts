import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { DiscrepancyKind } from '#contract/supply/discrepancy.ts'
import { differsFromNote, refusalCauses } from '#contract/supply/purchase.ts'
import type { refusedLineInput } from '#contract/supply/receipt.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notifyOfEach } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Schema } from '#server/db/schema.ts'
import type { LineAtDoor } from './split-line.ts'

type Refused = { delivered: z.output<typeof refusedLineInput>; line: LineAtDoor['line'] }
type Receipt = { id: string; receiptNo: string; orderId: string; supplier: { id: string; name: string } }

/** What about a line that comes in is not as its delivery note says: weight beyond 0.5 %, packages, labels, looks. */
function differencesOf({ delivered }: Pick<LineAtDoor, 'delivered'>): DiscrepancyKind[] {
  const differs = differsFromNote(delivered)
  const isLess = exact(delivered.net).lessThan(delivered.noteQuantity)
  const is: Record<Exclude<DiscrepancyKind, 'refused'>, boolean> = {
    short: differs && isLess,
    over: differs && !isLess,
    package: !delivered.packageIntact,
    label: !delivered.labelComplete,
    appearance: delivered.defects.length > 0,
    set_apart: delivered.abnormal.length > 0,
  }
  return keysOf(is).filter((kind) => is[kind])
}

/**
 * 到货差异: each line that is not as its delivery note says, and each that was turned away, is a matter with the supplier until it has its end (decision 0091).
 * What did not come in is in no stock; this only keeps it from being forgotten.
 */
export async function openDiscrepancies(
  tx: Tx,
  actor: Actor,
  receipt: Receipt,
  lots: readonly LineAtDoor[],
  refused: readonly Refused[],
): Promise<void> {
  const found = [
    ...lots.flatMap((lot, index) => {
      const kinds = differencesOf(lot)
      if (kinds.length === 0) return []
      const { delivered, line } = lot
      const notes = [delivered.exceptionNote, ...delivered.abnormal.map(({ note }) => note)].filter((note) => note !== '')
      const weights = { noted: delivered.noteQuantity, net: delivered.net, refused: '0' }
      return [{ delivered, line, kinds, doorLine: index + 1, refusedLine: null, ...weights, note: notes.join('；') }]
    }),
    ...refused.map(({ delivered, line }, index) => ({
      ...{ delivered, line, kinds: ['refused' as const], doorLine: null, refusedLine: index + 1 },
      ...{ noted: delivered.quantity, net: '0', refused: delivered.quantity },
      note: `${refusalCauses[delivered.cause]}：${delivered.reason}`,
    })),
  ]
  await writeDiscrepancies(
    tx,
    actor,
    found.map(({ delivered, line, ...difference }) => ({
      receiptId: receipt.id,
      orderId: receipt.orderId,
      supplierId: receipt.supplier.id,
      purchaseLineId: line.id,
      nameOnNote: delivered.nameOnNote,
      supplierLotNo: delivered.supplierLotNo,
      ...difference,
    })),
    `${receipt.supplier.name}，收货单 ${receipt.receiptNo}`,
  )
}

const lineColumns = [
  'purchaseLineId',
  'doorLine',
  'refusedLine',
  'kinds',
  'noted',
  'net',
  'refused',
  'nameOnNote',
  'supplierLotNo',
  'note',
] as const
type Line = Pick<Selectable<Schema['receiptDiscrepancy']>, (typeof lineColumns)[number] | 'receiptId' | 'orderId' | 'supplierId'>

/** Opens them and tells the buyers, who ask the supplier. */
async function writeDiscrepancies(tx: Tx, actor: Actor, lines: readonly Line[], body: string): Promise<void> {
  if (lines.length === 0) return
  const at = tx.now()
  const opened = await tx
    .insertInto('receiptDiscrepancy')
    .values(
      lines.map((line) => ({
        enterpriseId: actor.enterpriseId,
        discrepancyNo: documentNo('CY', dayInShanghai(at)),
        ...line,
        state: 'open' as const,
        openedBy: actor.id,
        openedAt: at.toISOString(),
      })),
    )
    .returning(['id', 'discrepancyNo'])
    .execute()
  await notifyOfEach(
    tx,
    actor,
    opened.map(({ id, discrepancyNo }) => ({
      duty: '11:create',
      title: `到货差异 ${discrepancyNo}，请联系供应商答复`,
      body,
      page: '/yuanliao-caigou',
      at: { list: 'discrepancies', id },
      about: { table: 'receipt_discrepancy', id, asks: 'open' },
    })),
  )
}

/**
 * A receipt goes back whole: its discrepancies are void. Those that it ended as a replacement are void as well, and opened anew: their replacement has not
 * come. What was signed stays as it was.
 */
export async function withdrawDiscrepancies(tx: Tx, actor: Actor, receipt: { id: string; receiptNo: string }): Promise<void> {
  await tx
    .updateTable('receiptDiscrepancy')
    .set({ state: 'void' })
    .where('receiptId', '=', receipt.id)
    .where('state', '<>', 'void')
    .execute()
  const again = await tx
    .updateTable('receiptDiscrepancy')
    .set({ state: 'void' })
    .where('replacedBy', '=', receipt.id)
    .where('state', '=', 'closed')
    .returning([...lineColumns, 'receiptId', 'orderId', 'supplierId', 'discrepancyNo'])
    .execute()
  await writeDiscrepancies(
    tx,
    actor,
    again.map(({ discrepancyNo, note, ...line }) => ({ ...line, note: `${note}；${discrepancyNo} 的补货 ${receipt.receiptNo} 已冲销` })),
    `补货的收货单 ${receipt.receiptNo} 已冲销`,
  )
}
