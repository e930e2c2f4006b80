import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { kgUnit } from '#contract/kernel/shown-value.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { productionRecord, type ProductionRecord } from '#contract/making/production-record.ts'
import { signatureBlocks, type PaperSource } from '#kernel/paper.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Block } from '#tools/paper.ts'
import { issueBlocks, returnBlocks } from './paper-batch.ts'
import { readProduction } from './queries.ts'

/** 补领单: what was weighed out beyond the plan, why, and who approved it. */
export const supplementPaper: PaperSource = {
  async read(tx, actor, id) {
    const record = await recordWith(tx, actor, 'productionIssue', id)
    const supplement = record.supplements.find((one) => one.id === id)
    // The first issue is part of the batch record.
    if (supplement === undefined) throw new Refusal('not_found')
    return paperOf(record, supplement.issueNo, [...issueBlocks(supplement)])
  },
}

/** 退料单, with a label for each container that went back. */
export const returnPaper: PaperSource = {
  async read(tx, actor, id) {
    const record = await recordWith(tx, actor, 'productionReturn', id)
    const back = only(record.returns.filter((one) => one.id === id))
    return paperOf(record, back.returnNo, [
      ...returnBlocks(back),
      { is: 'paragraph', words: `合计退回 ${kgUnit(sumOf(back.weighings.map(({ net }) => net)))}。物料标签剪下后贴于每件。` },
      {
        is: 'cards',
        cards: back.weighings.map((piece, at) => ({
          title: '退料',
          name: record.lots.find(({ lotId }) => lotId === piece.lotId)?.name ?? '',
          facts: [
            ['批号', piece.lotNo],
            ['净重', kgUnit(piece.net)],
            ['货位', piece.placeCode],
            ['件号', `${at + 1} / ${back.weighings.length}`],
          ],
          code: piece.lotNo,
          foot: `退料单 ${back.returnNo}`,
        })),
      },
    ])
  },
}

/** The batch record that an issue or a return belongs to. */
async function recordWith(tx: Tx, actor: Actor, table: 'productionIssue' | 'productionReturn', id: string): Promise<ProductionRecord> {
  const found = await tx.selectFrom(table).select('orderId').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return productionRecord.parse(await readProduction(tx, actor, { id: found.orderId }))
}

const paperOf = (record: ProductionRecord, documentNo: string, blocks: Block[]) => ({
  documentNo,
  marks: [],
  page: '/yinpian-shengchan' as const,
  q: record.orderNo,
  blocks: [
    {
      is: 'facts' as const,
      rows: [
        ['指令号', record.orderNo] as const,
        ['生产批号', record.batchNo ?? '—'] as const,
        ['品名 / 规格', `${record.productName} ${record.cutSpec}`] as const,
        ['车间 / 生产线', `${record.workshop} / ${record.line}`] as const,
      ],
    },
    ...blocks,
    ...signatureBlocks(record.signatures.filter(({ of }) => of.endsWith(documentNo))),
  ],
})
