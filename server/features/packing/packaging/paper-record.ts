import { fieldNames } from '#contract/office/field-names.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dateTime, decimal, kg, percent } from '#contract/kernel/shown-value.ts'
import { breakdownText } from '#contract/making/asset.ts'
import { packagingLooks, type PackagingDetail } from '#contract/packing/packaging.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { pieceParts } from '#contract/packing/pack-material.ts'
import { repackGrounds, repackRuns } from '#contract/packing/repack.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Block } from '#tools/paper.ts'
import { readPackaging } from './queries.ts'

/** 批包装记录: what was packed of which batch, weights, labels and codes in balance, clearance, and who signed. Before it is done: `wrong_state`. */
export const packagingRecordPaper: PaperSource = {
  async read(tx, actor, id) {
    const order = await readPackaging(tx, actor, { id })
    const { record } = order
    if (record === null) throw new Refusal('wrong_state')
    return {
      documentNo: order.orderNo,
      marks: order.state === 'completed' ? [] : [packagingLooks[order.state].label],
      page: '/yinpian-baozhuang',
      q: order.orderNo,
      filesOf: { table: 'packaging_order', id },
      blocks: [
        { is: 'heading', text: '包装指令' },
        { is: 'facts', rows: orderFacts(order) },
        { is: 'heading', text: '包装记录' },
        { is: 'facts', rows: recordFacts(record) },
        ...labelBlocks(order, record),
        ...materialBlocks(order),
        ...correctionBlocks(record),
        ...signatureBlocks(
          await signaturesOf(tx, [
            { table: 'packaging_order', ids: [order.id], of: '包装指令' },
            { table: 'packaging_record', ids: [record.id], of: '批包装记录' },
            { table: 'pack_material_entry', ids: order.pieceEntries.map(({ id: entryId }) => entryId), of: '包材收发' },
          ]),
        ),
      ],
    }
  },
}

type Order = Omit<PackagingDetail, 'label'>
type Packed = NonNullable<PackagingDetail['record']>
type Facts = (readonly [label: string, value: string])[]

const orderFacts = (order: Order): Facts => [
  ['品名', order.productName],
  ['成品批号', order.lotNo ?? '—'],
  ['生产批号', order.batchNo],
  ['包装规格', order.specName],
  ...repackFacts(order),
  ['计划数量', `${order.plannedPacks} ${order.packUnit}`],
  ['生产日期', order.producedOn],
  ['保质期至', order.expiresOn ?? '—'],
  ...(order.packagingMaterial === '' ? [] : [['内包材批号', order.packagingMaterial] as const]),
  ['标签版本', order.labelVersion],
  ['编制', `${order.createdBy.name}　${dateTime(order.createdAt)}`],
  ['批准', order.approvedAt === null ? '—' : `${order.approvedBy?.name ?? ''}　${dateTime(order.approvedAt)}`],
  ['操作间与设备', order.stations.map(({ number, name }) => `${number} ${name}`).join('、') || '—'],
  ...order.breakdowns.map((one) => ['设备故障', breakdownText(one, dateTime)] as const),
  ['备注', order.remark || '—'],
]

/** Of what a repack packs anew: the lot, why, and which packs by the serials of their labels. */
const repackFacts = ({ repackOf, repack }: Order): Facts =>
  repackOf === null || repack === null
    ? []
    : [
        ['换包装自', `${repackOf.lotNo}　${repack.specName}`],
        ['缘由', `${repackGrounds[repack.ground]}：${repack.reason}`],
        ['打开的袋', `${repack.packs} ${repack.packUnit}（${repackRuns(repack)}）`],
        ['会签（QA）', repack.approvedByName ?? '—'],
      ]

const recordFacts = (record: Packed): Facts => [
  ['开始时间', dateTime(record.startedAt)],
  ['结束时间', dateTime(record.finishedAt)],
  ['首件确认', record.firstPiece],
  ['装量检查 (g)', record.weightChecks.map((weight) => decimal(weight, 1)).join('，')],
  [record.openedPacks === null ? '领用待包装品' : '打开的成品', `${kg(record.charged)} kg${openedText(record)}`],
  ['成品', `${record.packs} 件（${record.boxes} 箱），${kg(record.packed)} kg`],
  ['零头', `${kg(record.remainder)} kg`],
  ['损耗', `${kg(record.loss)} kg${record.lossReason && `（${record.lossReason}）`}`],
  ['物料平衡', percent(record.balance)],
  ['清场', record.clearance],
  ['偏差', record.deviation || '无'],
  ['操作 / 复核', `${record.operatorName} / ${record.checkedByName ?? '—'}`],
  ...(record.beyondPlanByName ? [['超计划批准', record.beyondPlanByName] as const] : []),
  ['备注', record.remark || '—'],
]

const openedText = ({ openedPacks, missingPacks }: Packed) =>
  openedPacks === null ? '' : `，${openedPacks} 件${missingPacks ? `；未找到 ${missingPacks} 件` : ''}`

function labelBlocks(order: Order, record: Packed): Block[] {
  return [
    { is: 'heading', text: '标签与追溯码' },
    {
      is: 'table',
      columns: ['领用', '使用', '损坏', '销毁', '取样', '遗失', '激活的码', '作废的码'].map((title) => ({
        title,
        share: 1,
        align: 'right',
      })),
      rows: [
        [
          record.labelsIssued,
          record.labelsUsed,
          record.labelsSpoiled,
          record.labelsDestroyed,
          record.labelsSampled,
          record.labelsLost,
          record.codesActivated,
          record.codesVoided,
        ].map(String),
      ],
    },
    {
      is: 'table',
      columns: [
        { title: '标签领用单', share: 24 },
        { title: '袋签 (张)', share: 12, align: 'right' },
        { title: '箱签 (张)', share: 12, align: 'right' },
        { title: '领用人 / 时间', share: 30 },
        { title: '原因', share: 22 },
      ],
      rows: order.runs.map((run) => [
        run.runNo,
        String(run.packLabels),
        String(run.boxLabels),
        `${run.issuedByName}${run.approvedByName ? `，批准 ${run.approvedByName}` : ''}　${dateTime(run.issuedAt)}`,
        run.reason,
      ]),
    },
  ]
}

/** 包材平衡, lot by lot. */
function materialBlocks({ pieces }: Order): Block[] {
  if (pieces.length === 0) return []
  return [
    { is: 'heading', text: '包材' },
    {
      is: 'table',
      columns: [
        { title: '批号', share: 20 },
        { title: '包材', share: 18 },
        ...['领用', ...Object.values(pieceParts)].map((title) => ({ title, share: 9, align: 'right' as const })),
      ],
      rows: pieces.map((lot) => [
        lot.lotNo,
        `${lot.name}（${lot.unit}）`,
        String(lot.issued),
        ...keysOf(pieceParts).map((part) => String(lot[part])),
      ]),
    },
  ]
}

function correctionBlocks({ corrections }: Packed): Block[] {
  if (corrections.length === 0) return []
  return [
    { is: 'heading', text: '更正' },
    {
      is: 'table',
      columns: [
        { title: '更正单', share: 24 },
        { title: '项目', share: 24 },
        { title: '更正前', share: 26 },
        { title: '更正后', share: 26 },
      ],
      rows: corrections.map(({ correctionNo, field, old, new: is }) => [
        correctionNo,
        fieldNames[field] ?? field,
        [{ text: old ?? '（空）', struck: true }],
        is ?? '（空）',
      ]),
    },
  ]
}
