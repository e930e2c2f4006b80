import { amount, dateTime, decimal } from '#contract/kernel/shown-value.ts'
import type { CareLine } from '#contract/warehouse/care.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Words } from '#tools/paper.ts'
import { careOf } from './queries.ts'

/** 养护记录: each lot in its bin, what was found and done. What was voided is struck through. */
export const carePaper: PaperSource = {
  async read(tx, _actor, id) {
    const care = await careOf(tx, id)
    const voids = await tx
      .selectFrom('careVoid as v')
      .innerJoin('careLine as c', (join) => join.onRef('c.enterpriseId', '=', 'v.enterpriseId').onRef('c.id', '=', 'v.lineId'))
      .select('v.id')
      .where('c.careId', '=', id)
      .execute()
    return {
      documentNo: care.careNo,
      marks: care.lines.some(({ voidReason }) => voidReason !== null) ? ['有作废行'] : [],
      page: care.side === 'raw' ? '/yuanliao-kucun' : '/yinpian-kucun',
      q: care.careNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['库别', care.side === 'raw' ? '原料库' : '成品库'],
            ['养护时间', dateTime(care.lookedAt)],
            ['温度', care.temperature === null ? '—' : `${decimal(care.temperature, 1)} ℃`],
            ['相对湿度', care.humidity === null ? '—' : `${decimal(care.humidity, 0)} %RH`],
            ['养护人', [care.doneByName, care.secondByName].filter(Boolean).join('、')],
            ['质量事件', care.caseNo ?? '—'],
            ['备注', care.remark || '—'],
          ],
        },
        {
          is: 'table',
          columns: [
            { title: '品名', share: 14 },
            { title: '批号', share: 18 },
            { title: '货位', share: 12 },
            { title: '数量', share: 12 },
            { title: '发现', share: 14 },
            { title: '措施', share: 14 },
            { title: '说明', share: 16 },
          ],
          rows: care.lines.map(cellsOf),
        },
        ...signatureBlocks(
          await signaturesOf(tx, [
            { table: 'care_record', ids: [id] },
            { table: 'care_void', ids: voids.map((one) => one.id) },
          ]),
        ),
      ],
    }
  },
}

function cellsOf(line: CareLine): Words[] {
  const cells = [
    line.name,
    line.lotNo,
    line.placeCode,
    amount(line.quantity, line.unit),
    line.findings.join('、'),
    line.measures.join('、') || '—',
    line.note,
  ]
  if (line.voidReason === null) return cells
  return cells.map((cell, index): Words => {
    if (index === cells.length - 1)
      return [{ text: cell, struck: true }, { text: ` ${line.voidedByName ?? ''} 作废：${line.voidReason ?? ''}` }]
    return [{ text: cell, struck: true }]
  })
}
