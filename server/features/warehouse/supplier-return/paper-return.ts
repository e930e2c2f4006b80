import { amount, dateTime } from '#contract/kernel/shown-value.ts'
import { supplierReturnLooks, type SupplierReturnFile, type SupplierReturnState } from '#contract/warehouse/supplier-return.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import { supplierReturnFileOf } from './queries.ts'

/** States in which the paper is not one that travels with goods. */
const marked: readonly SupplierReturnState[] = ['proposed', 'refused', 'cancelled', 'declined', 'back']

/** 退货单（供应商）: which goods of which delivery go back, and why. It travels with them, and the supplier signs it. */
export const supplierReturnPaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await supplierReturnFileOf(tx, id)
    const { row } = file
    return {
      documentNo: row.returnNo,
      marks: marked.includes(row.state) ? [supplierReturnLooks[row.state].label] : [],
      page: '/yuanliao-kucun',
      q: row.returnNo,
      blocks: [
        { is: 'facts', rows: goodsRows(file) },
        { is: 'facts', rows: stepRows(file) },
        { is: 'blanks', labels: ['供应商签收：', `实收数量：　　　　${row.unit}`, '日期：　　　年　　月　　日'] },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'supplier_return', ids: [id] }])),
      ],
    }
  },
}

type Rows = (readonly [string, string])[]

const goodsRows = ({ row, ...file }: SupplierReturnFile): Rows => [
  ['供应商', row.supplierName],
  ['地址', file.supplierAddress],
  ['联系人', file.supplierContact],
  ['品名', row.name],
  ['本厂批号', row.lotNo],
  ['供应商批号', file.supplierLotNo],
  ['收货单 / 采购单', `${file.receiptNo} / ${file.orderNo}`],
  ['退货原因', row.reason],
  ['核准数量', amount(row.quantity, row.unit)],
  ['实称', row.weighed === null ? '' : amount(row.weighed, row.unit)],
]

const stepRows = ({ row, ...file }: SupplierReturnFile): Rows => [
  ['提出', `${row.proposedBy.name}　${dateTime(row.proposedAt)}`],
  ['决定', file.decidedAt === null ? '未决定' : `${file.decidedByName ?? ''}　${dateTime(file.decidedAt)}　${file.opinion ?? ''}`],
  ...(row.sentAt === null
    ? []
    : ([
        ['称重 / 复核', `${file.sentByName ?? ''} / ${file.checkedByName ?? ''}　${dateTime(row.sentAt)}`],
        ['承运', file.carrier ?? ''],
      ] as const)),
  ...(file.confirmedOn === null
    ? []
    : ([
        [
          '供应商确认',
          `${file.confirmedOn}　${amount(file.confirmedQuantity ?? '0', row.unit)}　${file.confirmedPerson ?? ''}　${file.confirmationNo ?? ''}`,
        ],
      ] as const)),
  ...(file.endedAt === null ? [] : ([['终止', `${file.endedByName ?? ''}　${dateTime(file.endedAt)}　${file.endReason ?? ''}`]] as const)),
  ...(file.backAt === null
    ? []
    : ([['供应商未收', `收回 ${amount(file.backWeight ?? '0', row.unit)}　${dateTime(file.backAt)}　${file.backReason ?? ''}`]] as const)),
]
