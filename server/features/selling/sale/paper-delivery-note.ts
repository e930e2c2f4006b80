import { unitOfAll } from '#contract/making/pack-spec.ts'
import { kg } from '#contract/kernel/shown-value.ts'
import type { DeliveryNote } from '#contract/selling/shipment.ts'
import { correctedWords, signatureBlocks, type PaperSource } from '#kernel/paper.ts'
import type { Block } from '#tools/paper.ts'
import { printDeliveryNote } from './print-delivery-note.ts'

/** 随货同行单（销售出库单） as the trade prints it, with room for the 出库专用章. */
export const deliveryNotePaper: PaperSource = {
  async read(tx, actor, id) {
    const note = await printDeliveryNote(tx, actor, { id })
    return {
      title: '随货同行单（销售出库单）',
      documentNo: note.noteNo,
      marks: [],
      page: '/yinpian-xiaoshou',
      q: note.orderNo,
      blocks: [
        ...(note.replaces === null
          ? []
          : [{ is: 'paragraph', words: [{ text: `本单替代 ${note.replaces}，原单作废。`, bold: true }] } as const]),
        {
          is: 'facts',
          rows: [
            ['出库单号', note.shipmentNo],
            ['销售单号', note.orderNo],
            ['供货单位', note.supplier.name],
            ['许可证号', note.supplier.licenceNo],
            ['发货地址', note.supplier.address],
            ['电话', note.supplier.phone],
            ['收货单位', note.customer.name],
            ['许可证号', note.customer.licenceNo],
            ['收货地址', note.customer.address],
            ['联系人', `${note.customer.contact} ${note.customer.phone}`],
            ['发货日期', note.shippedOn],
            ['储运要求', note.temperature || '按标签贮藏要求'],
          ],
        },
        goodsOf(note),
        {
          is: 'facts',
          rows: [
            ['运输方式', note.transportMode],
            ['承运单位', note.carrier],
            ['车牌号', note.vehicleNo],
            ['司机', `${note.driver} ${note.driverPhone}`],
            ['制单', note.createdBy],
          ],
        },
        { is: 'blanks', labels: ['出库专用章：', '收货人签字：', '收货日期：　　　年　　月　　日'] },
        ...signatureBlocks(note.signatures),
      ],
    }
  },
}

function goodsOf(note: DeliveryNote): Block {
  const unit = unitOfAll(note.lines.map((line) => line.packUnit))
  return {
    is: 'table',
    columns: [
      { title: '药品通用名称', share: 13 },
      { title: '剂型', share: 9 },
      { title: '规格', share: 11 },
      { title: '生产厂商', share: 16 },
      { title: '产地', share: 15 },
      { title: '批号', share: 12 },
      { title: '生产日期', share: 13 },
      { title: '保质期至', share: 13 },
      { title: '数量', share: 10, align: 'right' },
      { title: '重量 (kg)', share: 11, align: 'right' },
    ],
    rows: [
      ...note.lines.map((line) => [
        line.name,
        '中药饮片',
        line.spec,
        note.supplier.name,
        line.origin,
        line.batchNo,
        line.producedOn,
        line.expiresOn,
        correctedWords(line.corrections, 'packs', `${line.packs} ${line.packUnit}`, (packs) => `${packs} ${line.packUnit}`),
        correctedWords(line.corrections, 'quantity', kg(line.quantity), kg),
      ]),
      [
        '合计',
        ...Array.from({ length: 7 }, () => ''),
        correctedWords(note.corrections, 'packs', `${note.packs} ${unit}`, (packs) => `${packs} ${unit}`),
        correctedWords(note.corrections, 'quantity', kg(note.quantity), kg),
      ],
    ],
    sums: 1,
  }
}
