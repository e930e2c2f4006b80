import { amount, dateTime, decimal } from '#contract/kernel/shown-value.ts'
import { purchaseCategories, purchaseLooks, standardsAtTest, type PurchaseState } from '#contract/supply/purchase.ts'
import type { PurchaseDetail } from '#contract/supply/purchase-api.ts'
import { isCounted } from '#contract/warehouse/unit.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Block } from '#tools/paper.ts'
import { readOrder } from './read-order.ts'

/** An order that nobody has to deliver on says so: not approved yet, or called off. */
const unfinished: readonly PurchaseState[] = ['draft', 'submitted', 'half_approved', 'returned', 'cancelled']

/** 采购单: what is ordered of whom, from where, and who approved it. */
export const purchaseOrderPaper: PaperSource = {
  async read(tx, actor, id) {
    const order = await readOrder(tx, actor, { id })
    return {
      documentNo: order.orderNo,
      marks: unfinished.includes(order.state) ? [purchaseLooks[order.state].label] : [],
      page: '/yuanliao-caigou',
      q: order.orderNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['供应商', order.supplierName],
            ['采购类别', purchaseCategories[order.category]],
            ['采购日期', order.purchasedOn],
            ['要求到货', order.expectedOn ?? '—'],
            ['合同号', order.contractNo || '—'],
            ['质量协议号', order.qualityAgreementNo || '—'],
            ['采购员', order.buyer.name],
            ['批准', order.approvals.map(({ by, at }) => `${by.name}　${dateTime(at)}`).join('\n') || '—'],
            ['备注', order.remark || '—'],
          ],
        },
        linesOf(order),
        { is: 'blanks', labels: ['采购方（盖章）：', '供应商确认（盖章）：'] },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'purchase_order', ids: [id] }])),
      ],
    }
  },
}

const linesOf = (order: PurchaseDetail): Block => ({
  is: 'table',
  columns: [
    { title: '行', share: 5, align: 'center' },
    { title: '物料', share: 16 },
    { title: '执行标准', share: 24 },
    { title: '规格等级', share: 12 },
    { title: '约定产地', share: 18 },
    { title: '数量', share: 14, align: 'right' },
    { title: '单价 (元)', share: 15, align: 'right' },
  ],
  rows: [
    ...order.lines.map((line) => [
      String(line.lineNo),
      line.materialName,
      line.standardName ?? (isCounted(line.unit) ? '验收检验' : standardsAtTest),
      line.grade || '—',
      line.agreedOrigin === null ? '—' : `${line.agreedOrigin.province}${line.agreedOrigin.city}${line.agreedOrigin.county}`,
      amount(line.quantity, line.unit),
      line.unitPrice === null ? '—' : decimal(line.unitPrice, 2),
    ]),
    ['', '合计', '', '', '', amount(order.quantity, order.unit), order.amount === null ? '' : `${decimal(order.amount, 2)} 元`],
  ],
  sums: 1,
})
