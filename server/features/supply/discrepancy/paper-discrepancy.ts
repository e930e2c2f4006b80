import { amount, dateTime } from '#contract/kernel/shown-value.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { discrepancyKinds, discrepancyLooks, discrepancyOutcomes, type DiscrepancyFile } from '#contract/supply/discrepancy.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import { discrepancyFileOf } from './queries.ts'

type Rows = (readonly [string, string])[]

/** 到货差异通知单: what the supplier is asked to answer; with the answer and its end once they are there. */
export const discrepancyPaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await discrepancyFileOf(tx, id)
    const { row } = file
    return {
      documentNo: row.discrepancyNo,
      marks: row.state === 'void' ? [discrepancyLooks.void.label] : [],
      page: '/yuanliao-caigou',
      q: row.discrepancyNo,
      filesOf: { table: 'receipt_discrepancy', id },
      blocks: [
        { is: 'facts', rows: doorRows(file) },
        { is: 'paragraph', words: '以上与随货单不符或未予接收。请书面答复原因与处理意见。' },
        ...(file.answeredAt === null ? [] : [{ is: 'facts' as const, rows: answerRows(file) }]),
        { is: 'blanks', labels: ['收货方（盖章）：', '供应商或承运人签章：', '日期：　　　年　　月　　日'] },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'receipt_discrepancy', ids: [id] }])),
      ],
    }
  },
}

/** 少、多、拒收. */
const weightsOf = ({ noted, net, refused, unit }: DiscrepancyFile['row']) =>
  exact(refused).isZero()
    ? `随货单 ${amount(noted, unit)}，实收 ${amount(net, unit)}，相差 ${amount(exact(net).minus(noted).toFixed(), unit)}`
    : `拒收 ${amount(refused, unit)}，未入库`

const doorRows = ({ row, ...file }: DiscrepancyFile): Rows => [
  ['供应商', row.supplierName],
  ['采购单 / 收货单', `${row.orderNo} / ${row.receiptNo}`],
  ['随货单号', file.deliveryNoteNo],
  ['到货时间', dateTime(file.arrivedAt)],
  ['物料（单据品名）', `${row.name}（${file.nameOnNote}）`],
  ['供应商批号', file.supplierLotNo || '—'],
  ['差异', row.kinds.map((kind) => discrepancyKinds[kind]).join('、')],
  ['数量', weightsOf(row)],
  ['收货时的记录', file.note],
]

const answerRows = ({ row, ...file }: DiscrepancyFile): Rows => [
  ['供应商答复', `${file.answeredOn ?? ''}　${file.answeredPerson ?? ''}　${file.answer ?? ''}`],
  ['登记', `${file.answeredByName ?? ''}　${dateTime(file.answeredAt ?? '')}`],
  ...(row.settledAs === null
    ? []
    : ([
        ['处理结果', [discrepancyOutcomes[row.settledAs], file.paperNo, file.replacedByNo].filter(Boolean).join('　')],
        ['结论', `${file.conclusion ?? ''}　${file.closedByName ?? ''}　${dateTime(row.closedAt ?? '')}`],
      ] as const)),
]
