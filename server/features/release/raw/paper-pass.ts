import { Refusal } from '#contract/kernel/refusals.ts'
import { day, kgUnit } from '#contract/kernel/shown-value.ts'
import type { PaperSource } from '#kernel/paper.ts'
import { packagesThere } from '#server/features/warehouse/stock/packages-there.ts'
import { releaseRowOf } from './queries.ts'

/**
 * 物料合格证: one label for each package that is there, to take the place of 待验 (domain §2.3). Only while the lot is released and nothing holds it, since the
 * cards are cut out and say 合格: else `wrong_state`, and the 物料状态标签 says how it stands.
 */
export const materialPassPaper: PaperSource = {
  async read(tx, _actor, id) {
    const release = await releaseRowOf(tx, id)
    const isReleased = release.state === 'released' && release.lotState === 'released' && release.holds === 0
    if (!isReleased || release.releaseNo === null || release.decidedAt === null) throw new Refusal('wrong_state')
    const count = await packagesThere(tx, release.lotId)
    if (count.packages === 0) throw new Refusal('wrong_state')
    const { releaseNo, decidedAt, restriction } = release
    return {
      documentNo: releaseNo,
      marks: [],
      page: '/yuanliao-fangxing',
      q: release.lotNo,
      blocks: [
        {
          is: 'paragraph',
          words: `${release.lotName} ${release.lotNo}，现存 ${kgUnit(count.quantity)}，共 ${count.packages} 张。贴于每件包装，覆盖待验标签。`,
        },
        {
          is: 'cards',
          cards: Array.from({ length: count.packages }, (_, at) => ({
            title: '合格',
            name: release.lotName,
            facts: [
              ['进厂批号', release.lotNo],
              ['件号', `${at + 1} / ${count.packages}`],
              ['供货单位', release.supplierName],
              ['放行单号', releaseNo],
              ['放行日期', day(decidedAt)],
              ['复验期', release.retestOn ?? '—'],
            ] as const,
            code: release.lotNo,
            foot: restriction === '' || restriction === null ? '物料合格证' : `限制：${restriction}`,
          })),
        },
      ],
    }
  },
}
