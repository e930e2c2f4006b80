import { Refusal } from '#contract/kernel/refusals.ts'
import { dateTime, kgUnit } from '#contract/kernel/shown-value.ts'
import { releaseChecks } from '#contract/release/pack-lot.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import { readPackLot } from './queries.ts'

/** 成品放行单 of the last decision about a pack lot: the sheet as the 质量受权人 signed it. Before it: `wrong_state`. */
export const packReleasePaper: PaperSource = {
  async read(tx, actor, id) {
    const lot = await readPackLot(tx, actor, { id })
    const release = lot.releases[0]
    if (release === undefined) throw new Refusal('wrong_state')
    const isRefused = release.decision === 'reject'
    return {
      ...(isRefused && { title: '成品不予放行单' }),
      documentNo: release.releaseNo,
      marks: lot.state === 'rejected' && !isRefused ? ['批次已判不合格'] : [],
      page: '/yinpian-kucun',
      q: lot.lotNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['品名', lot.name],
            ['成品批号', lot.lotNo],
            ['生产批号', lot.batchNo],
            ['包装规格', lot.specName],
            ['数量', `${lot.packs} ${lot.packUnit}，${kgUnit(lot.quantity)}`],
            ['箱数', `${lot.boxes} 箱`],
            ['生产日期', lot.bornOn],
            ['保质期至', lot.expiresOn],
            ['包装指令', lot.orderNo],
            ['检验报告', lot.reportNo ?? '—'],
            ['决定', isRefused ? '不予放行' : '放行'],
            ['受权人 / 时间', `${release.decidedByName}　${dateTime(release.decidedAt)}`],
            ...(release.reason === '' ? [] : ([['原因', release.reason]] as const)),
          ],
        },
        { is: 'heading', text: '放行审核' },
        {
          is: 'table',
          columns: [
            { title: '审核项', share: 46 },
            { title: '结果', share: 14, align: 'center' },
            { title: '记录', share: 40 },
          ],
          rows: release.checklist.map(({ item, passed, note }) => [
            releaseChecks[item],
            passed === false ? '不符合' : passed === null ? '受权人确认' : '符合',
            note,
          ]),
        },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'pack_release', ids: [release.id] }])),
      ],
    }
  },
}
