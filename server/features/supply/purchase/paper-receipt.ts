import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { amount, dateTime } from '#contract/kernel/shown-value.ts'
import { abnormalPackages, receiptDoubts, receiptResults, refusalCauses } from '#contract/supply/purchase.ts'
import type { ReceiptDetail, ReceiptLot } from '#contract/supply/receipt.ts'
import { correctedWords, piecesOf, signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Block, Piece, Words } from '#tools/paper.ts'
import { readOrder } from './read-order.ts'

/** 到货验收记录: what came line by line, the packages that were set apart, what looked odd and why, what was turned away, and who signed. */
export const receiptPaper: PaperSource = {
  async read(tx, actor, id) {
    const { order, receipt } = await receiptOf(tx, actor, id)
    return {
      documentNo: receipt.receiptNo,
      marks: receipt.reversed === null ? [] : ['已冲销'],
      filesOf: { table: 'receipt', id },
      page: '/yuanliao-caigou',
      q: order.orderNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['采购单号', order.orderNo],
            ['供应商', order.supplierName],
            ['随货单号', receipt.deliveryNoteNo],
            ['到货时间', correctedWords(receipt.corrections, 'arrived_at', dateTime(receipt.arrivedAt), dateTime)],
            ['运输条件', receipt.transport || '—'],
            ['验收结论', receiptResults[receipt.result].label],
            [
              '净重合计',
              correctedWords(receipt.corrections, 'net_total', amount(receipt.netTotal, order.unit), (value) => amount(value, order.unit)),
            ],
            ['收货 / 复核', `${receipt.receivedBy.name} / ${receipt.checkedBy.name}`],
            ['备注', receipt.remark || '—'],
          ],
        },
        ...reversalBlocks(receipt),
        ...lotBlocks(receipt.lots, await packageNames(tx)),
        ...refusedBlocks(receipt),
        ...doubtBlocks(receipt),
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'receipt', ids: [id] }])),
      ],
    }
  },
}

/** 拒收通知单: what was turned away at the door goes back with it (domain §2.1). Of a receipt that took everything: `wrong_state`. */
export const refusalNotePaper: PaperSource = {
  async read(tx, actor, id) {
    const { order, receipt } = await receiptOf(tx, actor, id)
    if (receipt.refused.length === 0) throw new Refusal('wrong_state')
    return {
      documentNo: receipt.receiptNo,
      marks: receipt.reversed === null ? [] : ['已冲销'],
      page: '/yuanliao-caigou',
      q: order.orderNo,
      filesOf: { table: 'receipt', id },
      blocks: [
        {
          is: 'facts',
          rows: [
            ['供应商', order.supplierName],
            ['采购单号', order.orderNo],
            ['随货单号', receipt.deliveryNoteNo],
            ['到货时间', dateTime(receipt.arrivedAt)],
            ['收货 / 复核', `${receipt.receivedBy.name} / ${receipt.checkedBy.name}`],
          ],
        },
        ...refusedBlocks(receipt),
        { is: 'paragraph', words: '以上货物未入库，随车退回。请在收到后确认，并在七日内书面答复原因与改进措施。' },
        { is: 'blanks', labels: ['收货方（盖章）：', '供应商或承运人签收：'] },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'receipt', ids: [id] }])),
      ],
    }
  },
}

async function receiptOf(tx: Tx, actor: Actor, id: string) {
  const found = await tx.selectFrom('receipt').select('orderId').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  const order = await readOrder(tx, actor, { id: found.orderId })
  return { order, receipt: only(order.receipts.filter((receipt) => receipt.id === id)) }
}

/** 包装形式 by its code; a code of former times is shown as it is. */
async function packageNames(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const words = await tx.selectFrom('dictionaryItem').select(['code', 'label']).where('type', '=', 'package_type').execute()
  return new Map(words.map(({ code, label }) => [code, label]))
}

const reversalBlocks = ({ reversed }: ReceiptDetail): Block[] =>
  reversed === null
    ? []
    : [
        {
          is: 'paragraph',
          words: [
            { text: '已整单冲销：', bold: true },
            { text: `${dateTime(reversed.at)} ${reversed.by}，批准 ${reversed.approvedBy}；${reversed.reason}` },
          ],
        },
      ]

function lotBlocks(lots: readonly ReceiptLot[], packages: ReadonlyMap<string, string>): Block[] {
  if (lots.length === 0) return []
  return [
    { is: 'heading', text: '到货明细' },
    {
      is: 'table',
      columns: [
        { title: '行', share: 4, align: 'center' },
        { title: '进厂批号', share: 15 },
        { title: '物料', share: 10 },
        { title: '产地', share: 16 },
        { title: '采收', share: 13 },
        { title: '供应商批号', share: 12 },
        { title: '件数', share: 9 },
        { title: '单据', share: 11, align: 'right' },
        { title: '净重', share: 11, align: 'right' },
        { title: '异常与说明', share: 17 },
      ],
      rows: lots.map((lot) => [
        lot.doorLine === null ? '' : String(lot.doorLine),
        lot.lotNo,
        lot.name,
        originWords(lot),
        harvestWords(lot),
        correctedWords(lot.corrections, 'supplier_lot_no', lot.supplierLotNo),
        correctedWords(lot.corrections, 'package_count', `${lot.packageCount} ${packages.get(lot.packageKind) ?? lot.packageKind}`),
        `${amount(lot.noteQuantity, lot.unit)}${lot.lineNote !== null && lot.lineNet !== lot.net ? `（本行 ${amount(lot.lineNote, lot.unit)}）` : ''}`,
        correctedWords(lot.corrections, 'net', amount(lot.net, lot.unit), (value) => amount(value, lot.unit)),
        noteWords(lot),
      ]),
    },
  ]
}

const originParts = ['province', 'city', 'county', 'town', 'village']

/** 产地 with what each correction struck out of it, its parts together. */
function originWords({ originText, corrections }: ReceiptLot): Words {
  const changes = corrections.filter(({ field }) => originParts.includes(field))
  const numbers = [...new Set(changes.map(({ correctionNo }) => correctionNo))]
  const before = (no: string) =>
    originParts.flatMap((part) => changes.find((one) => one.correctionNo === no && one.field === part)?.old ?? []).join('')
  const nowIn = (part: string) => changes.findLast(({ field }) => field === part)?.new ?? ''
  return [
    ...numbers.flatMap((no): Piece[] => [{ text: before(no) || '（空）', struck: true }, { text: ' ' }]),
    { text: `${originText}${nowIn('town')}${nowIn('village')}` },
    ...numbers.map((no): Piece => ({ text: ` ${no}`, small: true })),
  ]
}

const harvestWords = ({ harvestFrom, harvestTo, corrections }: ReceiptLot): Words =>
  harvestFrom === null
    ? ''
    : [
        ...piecesOf(correctedWords(corrections, 'harvest_from', harvestFrom)),
        { text: ' 至\n' },
        ...piecesOf(correctedWords(corrections, 'harvest_to', harvestTo ?? '')),
      ]

const noteWords = (lot: ReceiptLot): Words => [
  ...(lot.abnormal === null
    ? []
    : [
        {
          text: `异常包装${lot.lineNet === null ? '' : `（本行 ${amount(lot.lineNet, lot.unit)} 中分出）`}：${abnormalPackages[lot.abnormal]}　`,
          bold: true,
        },
      ]),
  ...piecesOf(correctedWords(lot.corrections, 'exception_note', lot.exceptionNote)),
  { text: lot.netReason === '' ? '' : `　净重不等于毛重减皮重：${lot.netReason}` },
]

function refusedBlocks({ refused }: ReceiptDetail): Block[] {
  if (refused.length === 0) return []
  return [
    { is: 'heading', text: '拒收' },
    {
      is: 'table',
      columns: [
        { title: '物料', share: 16 },
        { title: '单据品名', share: 16 },
        { title: '供应商批号', share: 18 },
        { title: '件数', share: 9, align: 'right' },
        { title: '数量', share: 13, align: 'right' },
        { title: '原因', share: 30 },
      ],
      rows: refused.map((line) => [
        line.name,
        line.nameOnNote,
        line.supplierLotNo,
        String(line.packageCount),
        amount(line.quantity, line.unit),
        `${refusalCauses[line.cause]}：${line.reason}`,
      ]),
    },
  ]
}

function doubtBlocks(receipt: ReceiptDetail): Block[] {
  if (receipt.doubts.length === 0) return []
  const reasons = [
    ...(receipt.doubtReason === '' ? [] : [`到货：${receipt.doubtReason}`]),
    ...receipt.lots.filter((lot) => lot.doubtReason !== '').map((lot) => `${lot.lotNo}：${lot.doubtReason}`),
  ]
  return [
    { is: 'heading', text: '存疑' },
    { is: 'paragraph', words: [receipt.doubts.map((doubt) => receiptDoubts[doubt]).join('；'), ...reasons].join('\n') },
  ]
}
