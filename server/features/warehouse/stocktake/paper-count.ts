import { amount, dateTime } from '#contract/kernel/shown-value.ts'
import { countCauses, countLooks, countScopes, lineLooks, type CountFile } from '#contract/warehouse/stocktake.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Block } from '#tools/paper.ts'
import { countFileOf } from './queries.ts'

/** 盘点表: while it is being counted a blind sheet for the pen, afterwards what was found, why it differed, and who signed. */
export const countPaper: PaperSource = {
  async read(tx, actor, id) {
    const file = await countFileOf(tx, actor, undefined, id)
    const { count, lines } = file
    const isBlind = count.state === 'counting'
    return {
      documentNo: count.countNo,
      marks: count.state === 'settled' ? [] : [isBlind ? '盲盘' : countLooks[count.state].label],
      page: '/yuanliao-kucun',
      q: count.countNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['范围', `${countScopes[count.scope]}：${count.subject}`],
            ['制定', `${count.plannedBy.name}　${dateTime(count.plannedAt)}`],
            ['行数', String(count.lines)],
            ...(count.settledAt === null
              ? []
              : [['完成', `${file.settledByName ?? ''} / ${file.approverName ?? ''}　${dateTime(count.settledAt)}`] as const]),
            ...(file.cancelReason === null ? [] : [['取消原因', file.cancelReason] as const]),
          ],
        },
        isBlind ? blindTable(lines) : resultTable(lines),
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'stocktake', ids: [id] }])),
      ],
    }
  },
}

/** Neither book nor count: who counts writes what is there. */
const blindTable = (lines: CountFile['lines']): Block => ({
  is: 'table',
  columns: [
    { title: '货位', share: 14 },
    { title: '批号', share: 24 },
    { title: '品名', share: 18 },
    { title: '实盘 (kg / 件)', share: 16 },
    { title: '盘点人', share: 14 },
    { title: '备注', share: 14 },
  ],
  rows: lines.map((line) => [line.placeCode, line.lotNo, `${line.name}${line.isToxic ? '（毒性）' : ''}`, '', '', '']),
})

const resultTable = (lines: CountFile['lines']): Block => ({
  is: 'table',
  columns: [
    { title: '货位', share: 11 },
    { title: '批号', share: 19 },
    { title: '品名', share: 13 },
    { title: '账面', share: 12, align: 'right' },
    { title: '实盘', share: 12, align: 'right' },
    { title: '差异', share: 11, align: 'right' },
    { title: '结果与原因', share: 14 },
    { title: '盘点人', share: 10 },
  ],
  rows: lines.map((line) => [
    line.placeCode,
    line.lotNo,
    line.name,
    line.book === null ? '' : amount(line.book, line.unit),
    line.counted === null ? '' : amount(line.counted, line.unit),
    line.difference === null ? '' : amount(line.difference, line.unit),
    line.cause === null ? lineLooks[line.state].label : countCauses[line.cause],
    line.countedBy ?? '',
  ]),
})
