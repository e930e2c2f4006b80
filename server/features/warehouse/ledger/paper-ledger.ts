import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dateTime, figure, kg } from '#contract/kernel/shown-value.ts'
import { unitOfClass, type MonthLine, type ToxicEntry } from '#contract/warehouse/ledger.ts'
import { doubleLocked, movementKinds } from '#contract/warehouse/movement.ts'
import { countClasses } from '#contract/warehouse/stocktake.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Block } from '#tools/paper.ts'

/** 月度台账 as two persons signed it: lot by lot, with its sum, and of toxic goods each movement with both names. */
export const ledgerPaper: PaperSource = {
  async read(tx, _actor, id) {
    const ledger = await ledgerOf(tx, id)
    const isToxic = ledger.goodsClass === 'toxic'
    const isReplaced = ledger.last > ledger.version
    return {
      ...(isToxic && { title: '毒性药材月度台账' }),
      documentNo: ledger.ledgerNo,
      marks: isReplaced ? [`已有第${ledger.last}版`] : [],
      page: '/yuanliao-kucun',
      q: ledger.ledgerNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['类别', countClasses[ledger.goodsClass]],
            ['月份', ledger.month.slice(0, 7)],
            ['版次', String(ledger.version)],
            ['签署', `${ledger.signedByName} / ${ledger.checkedByName}　${dateTime(ledger.signedAt)}`],
            ...(ledger.reason === '' ? [] : [['再次签署的原因', ledger.reason] as const]),
            ...(isToxic ? [['保管', `${doubleLocked}，双人收发、双人保管`] as const] : []),
          ],
        },
        linesBlock(ledger),
        ...(isToxic ? entryBlocks(ledger.entries) : []),
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'stock_ledger', ids: [id] }])),
      ],
    }
  },
}

type Ledger = Awaited<ReturnType<typeof ledgerOf>>

async function ledgerOf(tx: Tx, id: string) {
  const ledger = await tx
    .selectFrom('stockLedger as s')
    .innerJoin('account as signer', (join) =>
      join.onRef('signer.enterpriseId', '=', 's.enterpriseId').onRef('signer.id', '=', 's.signedBy'),
    )
    .innerJoin('account as checker', (join) =>
      join.onRef('checker.enterpriseId', '=', 's.enterpriseId').onRef('checker.id', '=', 's.checkedBy'),
    )
    .select([
      's.ledgerNo',
      's.goodsClass',
      's.month',
      's.version',
      's.opening',
      's.brought',
      's.taken',
      's.closing',
      's.reason',
      's.signedAt',
    ])
    .select(['signer.name as signedByName', 'checker.name as checkedByName'])
    .select([
      sql<MonthLine[]>`s.lines`.as('lines'),
      sql<ToxicEntry[]>`s.entries`.as('entries'),
      sql<number>`(select max(v.version) from stock_ledger v where v.enterprise_id = s.enterprise_id and v.goods_class = s.goods_class and v.month = s.month)`.as(
        'last',
      ),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (ledger === undefined) throw new Refusal('not_found')
  return ledger
}

/** 采购入库 50，生产领料 −20: what the month brought and took, by kind. */
const movesText = (moves: MonthLine['moves'], unit: string) =>
  moves.map(({ kind, quantity }) => `${movementKinds[kind]} ${figure(quantity, unit)}`).join('，')

function linesBlock({ goodsClass, lines, opening, brought, taken, closing }: Ledger): Block {
  const unit = unitOfClass(goodsClass)
  return {
    is: 'table',
    columns: [
      { title: '批号', share: 20 },
      { title: '品名', share: 15 },
      { title: `期初 (${unit})`, share: 13, align: 'right' },
      { title: `收入 (${unit})`, share: 13, align: 'right' },
      { title: `发出 (${unit})`, share: 13, align: 'right' },
      { title: `结存 (${unit})`, share: 13, align: 'right' },
      { title: `其中 (${unit})`, share: 23 },
    ],
    rows: [
      ...lines.map((line) => [
        line.lotNo,
        line.name,
        ...[line.opening, line.brought, line.taken, line.closing].map((quantity) => figure(quantity, unit)),
        movesText(line.moves, unit),
      ]),
      [`合计 ${lines.length} 批`, '', ...[opening, brought, taken, closing].map((quantity) => figure(quantity, unit)), ''],
    ],
    sums: 1,
  }
}

const entryBlocks = (entries: readonly ToxicEntry[]): Block[] => [
  { is: 'heading', text: '逐笔收发' },
  {
    is: 'table',
    columns: [
      { title: '时间', share: 20 },
      { title: '批号', share: 20 },
      { title: '摘要', share: 14 },
      { title: '凭证', share: 18 },
      { title: '收入 (kg)', share: 12, align: 'right' },
      { title: '发出 (kg)', share: 12, align: 'right' },
      { title: '经手', share: 11 },
      { title: '复核', share: 11 },
    ],
    rows: entries.map((entry) => [
      dateTime(new Date(entry.occurredAt).toISOString()),
      entry.lotNo,
      movementKinds[entry.kind],
      entry.documentNo,
      entry.goes ? '' : kg(entry.quantity),
      entry.goes ? kg(entry.quantity) : '',
      entry.by,
      entry.second ?? '—',
    ]),
  },
]
