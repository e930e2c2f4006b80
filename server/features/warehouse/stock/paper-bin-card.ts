import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { amount, dateTime, day, figure } from '#contract/kernel/shown-value.ts'
import { holdKinds, lotStates } from '#contract/warehouse/lot.ts'
import { movementKinds, zones } from '#contract/warehouse/movement.ts'
import { sideOfKind, type LotStock } from '#contract/warehouse/stock.ts'
import type { PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Block } from '#tools/paper.ts'
import { lotStockOf } from './queries.ts'

/** 货位卡 with the state of the goods (GMP 第112条): name, lot number, quality state, until when it may be used, where it lies, what moved. */
export const binCardPaper: PaperSource = {
  async read(tx, actor, id) {
    const lot = await lotOf(tx, id)
    const side = sideOfKind[lot.kind]
    const page = side === 'raw' ? '14' : '19'
    if (!actor.rights.includes(page)) throw new Refusal('no_permission', [{ path: '', message: page }])
    const stock = await lotStockOf(side)(tx, actor, { id })
    const holds = stock.holds.filter(({ liftedAt }) => liftedAt === null)
    return {
      documentNo: lot.lotNo,
      marks: holds.length > 0 ? ['已冻结'] : [],
      page: side === 'raw' ? '/yuanliao-kucun' : '/yinpian-kucun',
      q: lot.lotNo,
      blocks: [
        stateLabel(lot, holds.length > 0),
        {
          is: 'facts',
          rows: [
            ['品名', lot.name],
            ['批号', lot.lotNo],
            ['质量状态', [{ text: lotStates[lot.kind][lot.state].label, bold: true }]],
            ['冻结', holds.map(({ kind, reason }) => `${holdKinds[kind]}：${reason}`).join('；') || '无'],
            ...datesOf(lot),
            ...openedOf(lot),
            ['入库数量', amount(lot.quantity, lot.unit)],
            ...(lot.isToxic ? ([['特殊管理', toxicCare]] as const) : []),
          ],
        },
        ...placeBlocks(stock.places, lot.unit),
        ...entryBlocks(stock.entries, lot.unit),
      ],
    }
  },
}

type Lot = Awaited<ReturnType<typeof lotOf>>
const toxicCare = '毒性药材，双人双锁'

const datesOf = (lot: Lot): (readonly [label: string, value: string])[] => [
  [sideOfKind[lot.kind] === 'raw' ? '入库日期' : '生产日期', day(lot.bornOn)],
  ...(lot.retestOn === null ? [] : [['复验期', lot.retestOn] as const]),
  ...(lot.expiresOn === null ? [] : [['有效期至', lot.expiresOn] as const]),
]

const openedOf = ({ openedNo }: Lot): (readonly [label: string, value: string])[] => (openedNo === null ? [] : [['换包装自', openedNo]])

/** 物料状态标识, to be cut out and put on the goods. */
const stateLabel = (lot: Lot, isHeld: boolean): Block => ({
  is: 'cards',
  cards: [
    {
      title: isHeld ? '已冻结' : lotStates[lot.kind][lot.state].label,
      name: lot.name,
      facts: [['批号', lot.lotNo], ['数量', amount(lot.quantity, lot.unit)], ...datesOf(lot), ...openedOf(lot)],
      code: lot.lotNo,
      foot: lot.isToxic ? toxicCare : '物料状态标识',
    },
  ],
})

const placeBlocks = (places: LotStock['places'], unit: string): Block[] => [
  { is: 'heading', text: '存放' },
  {
    is: 'table',
    columns: [
      { title: '货位', share: 24 },
      { title: '名称', share: 26 },
      { title: '仓库 / 库区', share: 30 },
      { title: `数量 (${unit})`, share: 20, align: 'right' },
    ],
    rows: places.map((place) => [
      place.code,
      place.name,
      [place.warehouse, place.zone === null ? '' : zones[place.zone]].filter(Boolean).join(' / '),
      figure(place.quantity, unit),
    ]),
  },
]

const entryBlocks = (entries: LotStock['entries'], unit: string): Block[] => [
  { is: 'heading', text: '收发存' },
  {
    is: 'table',
    columns: [
      { title: '日期', share: 20 },
      { title: '摘要', share: 13 },
      { title: '凭证', share: 19 },
      { title: '从', share: 15 },
      { title: '到', share: 15 },
      { title: `数量 (${unit})`, share: 14, align: 'right' },
      { title: `结存 (${unit})`, share: 14, align: 'right' },
      { title: '经手', share: 10 },
    ],
    rows: entries
      .toReversed()
      .map((entry) => [
        dateTime(entry.occurredAt),
        movementKinds[entry.kind],
        entry.documentNo,
        entry.from,
        entry.to,
        figure(entry.quantity, unit),
        figure(entry.balance, unit),
        entry.by,
      ]),
  },
]

async function lotOf(tx: Tx, id: string) {
  const lot = await tx
    .selectFrom('lot')
    // Of packs the lot that was opened for them, where they were packed anew.
    .select(
      sql<
        string | null
      >`(select opened.lot_no from pack_lot p join packaging_order o on o.enterprise_id = p.enterprise_id and o.id = p.packaging_order_id
        join lot opened on opened.enterprise_id = o.enterprise_id and opened.id = o.repack_of where p.enterprise_id = lot.enterprise_id and p.id = lot.id)`.as(
        'openedNo',
      ),
    )
    .select(['kind', 'lotNo', 'name', 'unit', 'state', 'quantity', 'bornOn', 'retestOn', 'expiresOn', 'isToxic'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (lot === undefined) throw new Refusal('not_found')
  return lot
}
