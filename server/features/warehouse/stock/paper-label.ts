import { Refusal } from '#contract/kernel/refusals.ts'
import { amount, day } from '#contract/kernel/shown-value.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import type { PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'
import { packagesThere } from './packages-there.ts'

/**
 * 物料状态标签: one label for each package of a bought lot that is there, with the state it is in (待验标签, domain §2.1). A released lot that nothing holds has the
 * 物料合格证 instead: `wrong_state`, as where nothing is left to put a label on.
 */
export const packageLabelPaper: PaperSource = {
  async read(tx, _actor, id) {
    const lot = await boughtLot(tx, id)
    const isHeld = lot.holds > 0
    if (lot.state === 'released' && !isHeld) throw new Refusal('wrong_state')
    const there = await packagesThere(tx, id)
    if (there.packages === 0) throw new Refusal('wrong_state')
    const state = lotStates[lot.kind][lot.state].label
    return {
      documentNo: lot.lotNo,
      marks: isHeld ? ['已冻结'] : [],
      page: '/yuanliao-kucun',
      q: lot.lotNo,
      blocks: [
        {
          is: 'paragraph',
          words: `${lot.name} ${lot.lotNo}，现存 ${amount(there.quantity, lot.unit)}，共 ${there.packages} 张。贴于每件包装；状态改变后换贴新标签。`,
        },
        {
          is: 'cards',
          cards: Array.from({ length: there.packages }, (_, at) => ({
            title: isHeld ? '已冻结' : state,
            name: lot.name,
            facts: [
              ['进厂批号', lot.lotNo],
              ['件号', `${at + 1} / ${there.packages}`],
              ['本批数量', amount(there.quantity, lot.unit)],
              ['供货单位', lot.supplier],
              ['到货日期', day(lot.bornOn)],
              ['质量状态', state],
            ] as const,
            code: lot.lotNo,
            foot: lot.isToxic ? '毒性药材，双人双锁' : '物料状态标签',
          })),
        },
      ],
    }
  },
}

async function boughtLot(tx: Tx, id: string) {
  const lot = await tx
    .selectFrom('lot')
    .innerJoin('rawLot', (join) => join.onRef('rawLot.enterpriseId', '=', 'lot.enterpriseId').onRef('rawLot.id', '=', 'lot.id'))
    .innerJoin('supplier', (join) =>
      join.onRef('supplier.enterpriseId', '=', 'lot.enterpriseId').onRef('supplier.id', '=', 'rawLot.supplierId'),
    )
    .select([
      'lot.kind',
      'lot.lotNo',
      'lot.name',
      'lot.unit',
      'lot.state',
      'lot.holds',
      'lot.bornOn',
      'lot.isToxic',
      'supplier.name as supplier',
    ])
    .where('lot.id', '=', id)
    .executeTakeFirst()
  if (lot === undefined) throw new Refusal('not_found')
  return lot
}
