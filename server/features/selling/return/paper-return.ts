import { dateTime, kg, kgUnit } from '#contract/kernel/shown-value.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { packConditions, returnDecisions, returnKinds, returnLooks } from '#contract/selling/return.ts'
import type { ReturnDetail } from '#contract/selling/return-api.ts'
import { signatureBlocks, type PaperContent, type PaperSource } from '#kernel/paper.ts'
import type { Block } from '#tools/paper.ts'
import { returnFileOf } from './queries.ts'

const headOf = (file: ReturnDetail): Omit<PaperContent, 'blocks'> => ({
  documentNo: file.returnNo,
  marks: file.state === 'declined' || file.state === 'cancelled' || file.state === 'requested' ? [returnLooks[file.state].label] : [],
  page: '/yinpian-xiaoshou',
  q: file.orderNo,
  link: `/yinpian-xiaoshou?view=returns&id=${file.id}`,
})

const whence = (file: ReturnDetail): Block => ({
  is: 'facts',
  rows: [
    ['退货单位', file.customerName],
    ['地址', file.customerAddress],
    ['联系人', `${file.contact} ${file.phone}`],
    ['来由', returnKinds[file.kind]],
    ['出库单号', file.shipmentNo],
    ['销售单号', file.orderNo],
    ['退货原因', [file.reason, file.note].filter(Boolean).join('：')],
    ['储存与运回条件', file.kept || '—'],
    ['登记', `${file.createdBy.name}　${dateTime(file.createdAt)}`],
    ['QA 同意', file.approvedAt === null ? '—' : `${file.approvedBy ?? ''}　${dateTime(file.approvedAt)}`],
  ],
})

/** 退货单: what a customer sends back of which shipment, and why (GMP Art. 136). It travels with the goods. */
export const returnNotePaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await returnFileOf(tx, id)
    return {
      ...headOf(file),
      blocks: [
        whence(file),
        {
          is: 'table',
          columns: [
            { title: '品名与规格', share: 34 },
            { title: '批号', share: 26 },
            { title: '预计退回', share: 20, align: 'right' },
            { title: '实收', share: 20, align: 'right' },
          ],
          rows: file.lines.map((line) => [
            line.goods,
            line.lotNo,
            `${line.packs} ${line.packUnit}`,
            file.receipt === null ? '' : `${line.received} ${line.packUnit}`,
          ]),
        },
        { is: 'blanks', labels: ['退货单位签字：', '承运人签字：', '日期：　　　年　　月　　日'] },
        ...signatureBlocks(file.signatures),
      ],
    }
  },
}

/** 退货验收记录: what came, in which condition, where it lies apart, what was found, and what was decided. */
export const returnInspectionPaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await returnFileOf(tx, id)
    const { receipt, inspection, decision } = file
    if (receipt === null) throw new Refusal('wrong_state')
    return {
      ...headOf(file),
      blocks: [
        whence(file),
        { is: 'heading', text: '收货' },
        {
          is: 'facts',
          rows: [
            ['到货时间', dateTime(receipt.arrivedAt)],
            ['退货区货位', `${receipt.bin}，隔位 ${receipt.position}`],
            ['外观', receipt.appearance],
            ['运回方式与温湿度', receipt.transport || '—'],
            ['收货人', `${receipt.receivedBy}　${dateTime(receipt.receivedAt)}`],
            ['收回合计', file.credit === null ? '—' : `${file.credit.packs} 件，${kgUnit(file.credit.quantity)}`],
          ],
        },
        {
          is: 'table',
          columns: [
            { title: '品名与规格', share: 28 },
            { title: '批号', share: 22 },
            { title: '包装情况', share: 14 },
            { title: '数量', share: 12, align: 'right' },
            { title: '重量 (kg)', share: 12, align: 'right' },
            { title: '处理', share: 16 },
          ],
          rows: receipt.items.map((item) => [
            item.goods,
            item.lotNo,
            packConditions[item.condition],
            `${item.packs} ${item.packUnit}`,
            kg(item.quantity),
            item.decision === null ? '待定' : returnDecisions[item.decision],
          ]),
        },
        { is: 'heading', text: '检验' },
        {
          is: 'facts',
          rows: [
            ['结论', inspection === null ? '待检验' : inspection.conforms ? '符合' : '不符合'],
            ['所见', inspection?.findings ?? '—'],
            ['检验人', inspection === null ? '—' : `${inspection.inspectedBy}　${dateTime(inspection.inspectedAt)}`],
          ],
        },
        { is: 'heading', text: '最终处理意见' },
        {
          is: 'facts',
          rows: [
            ['依据', decision?.conclusion ?? '待处理'],
            ['决定', decision === null ? '—' : `${decision.decidedBy}、${decision.secondBy}　${dateTime(decision.decidedAt)}`],
          ],
        },
        ...signatureBlocks(file.signatures),
      ],
    }
  },
}
