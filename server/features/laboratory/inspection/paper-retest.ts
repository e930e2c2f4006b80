import { Refusal } from '#contract/kernel/refusals.ts'
import { kgUnit } from '#contract/kernel/shown-value.ts'
import { appliedName } from '#contract/laboratory/request.ts'
import { packagesLeft } from '#contract/laboratory/sampling.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { dayInShanghai, daysBetween, mostRetestNotice } from '#contract/warehouse/shelf-life.ts'
import type { PaperSource } from '#kernel/paper.ts'
import { onHand, binCodes } from '#server/features/warehouse/stock/on-hand.ts'
import { applyingTo, extensionsOf } from './queries.ts'

/** 复验通知单: a bought lot that is due for its retest, or soon will be: how much of it there is, where it lies, until when it may be used. Else `wrong_state`. */
export const retestNoticePaper: PaperSource = {
  async read(tx, _actor, id) {
    const today = dayInShanghai(tx.now())
    const lot = await tx
      .selectFrom('lot')
      .innerJoin('material', (join) =>
        join.onRef('material.enterpriseId', '=', 'lot.enterpriseId').onRef('material.id', '=', 'lot.materialId'),
      )
      .innerJoin('rawLot', (join) => join.onRef('rawLot.enterpriseId', '=', 'lot.enterpriseId').onRef('rawLot.id', '=', 'lot.id'))
      .innerJoin('supplier', (join) =>
        join.onRef('supplier.enterpriseId', '=', 'rawLot.enterpriseId').onRef('supplier.id', '=', 'rawLot.supplierId'),
      )
      .select(['lot.lotNo', 'lot.kind', 'lot.name', 'lot.state', 'lot.quantity', 'lot.bornOn', 'lot.retestOn'])
      .select(['material.retestMonths', 'material.retestLimit', 'supplier.name as supplierName', 'rawLot.packageCount'])
      .select([onHand.as('onHand'), binCodes.as('bins'), extensionsOf.as('extensions')])
      .where('lot.id', '=', id)
      .executeTakeFirst()
    if (lot === undefined) throw new Refusal('not_found')
    if (lot.retestOn === null || (lot.state !== 'retest_due' && lot.state !== 'released')) throw new Refusal('wrong_state')
    const days = daysBetween(today, lot.retestOn)
    if (days > mostRetestNotice) throw new Refusal('wrong_state')
    const standards = await applyingTo(tx, id)
    return {
      documentNo: lot.lotNo,
      marks: days <= 0 ? ['已到复验期'] : [],
      page: '/yuanliao-kucun',
      q: lot.lotNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['品名', lot.name],
            ['进厂批号', lot.lotNo],
            ['供货单位', lot.supplierName],
            ['到货日期', lot.bornOn],
            ['质量状态', lotStates[lot.kind][lot.state].label],
            ['复验期', `${lot.retestOn}${days > 0 ? `，还有 ${days} 天` : ''}`],
            ['现存数量', kgUnit(lot.onHand)],
            ['现存件数', `${packagesLeft(lot.packageCount, lot.onHand, lot.quantity)} 件`],
            ['货位', lot.bins.join('、') || '—'],
            ['复验周期', `${lot.retestMonths} 个月`],
            ['已延长', `${lot.extensions} 次${lot.retestLimit === null ? '' : `，最多 ${lot.retestLimit} 次`}`],
            ['检验标准', standards.map(appliedName).join('；') || '今日没有有效的标准'],
          ],
        },
        { is: 'paragraph', words: '请在复验期前请验。到期未复验的，停止使用；复验合格后方可继续使用。' },
      ],
    }
  },
}
