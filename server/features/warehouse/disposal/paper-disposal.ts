import { Refusal } from '#contract/kernel/refusals.ts'
import { amount, dateTime } from '#contract/kernel/shown-value.ts'
import { disposalGrounds, disposalLooks, disposalMethods, totalOf, type DisposalFile } from '#contract/warehouse/disposal.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Block } from '#tools/paper.ts'
import { disposalFileOf } from './queries.ts'

/** 不合格品处理单: which goods, why, and what was decided about them. */
export const disposalPaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await disposalFileOf(tx, id)
    const { disposal } = file
    return {
      documentNo: disposal.disposalNo,
      marks: ['proposed', 'reported', 'refused', 'cancelled'].includes(disposal.state) ? [disposalLooks[disposal.state].label] : [],
      page: '/yuanliao-kucun',
      q: disposal.disposalNo,
      blocks: [
        { is: 'facts', rows: decisionRows(file) },
        ...goodsBlocks(file),
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'disposal_case', ids: [id] }])),
      ],
    }
  },
}

/** 销毁记录: what was weighed, who took it, and before whom. */
export const destructionPaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await disposalFileOf(tx, id)
    const { disposal } = file
    if (disposal.state !== 'done') throw new Refusal('wrong_state')
    return {
      documentNo: disposal.disposalNo,
      marks: [],
      page: '/yuanliao-kucun',
      q: disposal.disposalNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ...decisionRows(file),
            ['执行人 / 时间', `${file.carriedByName ?? ''}　${disposal.carriedAt === null ? '' : dateTime(disposal.carriedAt)}`],
            ['见证人', file.witnessName ?? ''],
            ['处置单位或地点', file.carrier ?? ''],
            ['处置证明编号', file.certificateNo ?? '—'],
            ['照片', `${disposal.photos} 张，见附件`],
          ],
        },
        ...goodsBlocks(file),
        ...codeBlocks(file),
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'disposal_case', ids: [id] }])),
      ],
    }
  },
}

const decisionRows = (file: DisposalFile): (readonly [string, string])[] => {
  const { disposal } = file
  return [
    ['处置原因', disposalGrounds[disposal.ground]],
    ['说明', disposal.reason],
    ['处置方式', disposalMethods[disposal.disposalMethod]],
    ['合计', `${totalOf(disposal)}${disposal.packs > 0 ? `，${disposal.packs} 件` : ''}`],
    ['提出', `${disposal.proposedBy.name}　${dateTime(disposal.proposedAt)}`],
    ['决定', file.decidedAt === null ? '未决定' : `${file.decidedByName ?? ''}　${dateTime(file.decidedAt)}　${file.opinion ?? ''}`],
    ...(file.foundAt === null
      ? []
      : [['数量差异', `${file.foundByName ?? ''}　${dateTime(file.foundAt)}　${file.foundReason ?? ''}`] as const]),
    ...(file.redecidedAt === null
      ? []
      : [['再次决定', `${file.redecidedByName ?? ''}　${dateTime(file.redecidedAt)}　${file.secondOpinion ?? ''}`] as const]),
    ...(file.cancelReason === null ? [] : [['撤回原因', file.cancelReason] as const]),
  ]
}

const goodsBlocks = ({ lines }: DisposalFile): Block[] => [
  { is: 'heading', text: '货物' },
  {
    is: 'table',
    columns: [
      { title: '批号', share: 22 },
      { title: '品名', share: 16 },
      { title: '质量状态', share: 12 },
      { title: '货位', share: 12 },
      { title: '账面', share: 13, align: 'right' },
      { title: '件数', share: 8, align: 'right' },
      { title: '实称', share: 13, align: 'right' },
    ],
    rows: lines.map((line) => [
      line.lotNo,
      line.name,
      lotStates[line.kind][line.state].label,
      line.placeCode,
      amount(line.quantity, line.unit),
      line.packs === null ? '' : String(line.packs),
      line.weighed === null ? (line.found === null ? '' : amount(line.found, line.unit)) : amount(line.weighed, line.unit),
    ]),
  },
]

const codeBlocks = ({ codes }: DisposalFile): Block[] =>
  codes.length === 0
    ? []
    : [
        { is: 'heading', text: '追溯码（标签领用单号与序号）' },
        {
          is: 'table',
          columns: [
            { title: '批号', share: 40 },
            { title: '标签领用单', share: 35 },
            { title: '序号', share: 25 },
          ],
          rows: codes.map(({ lotNo, runNo, first, last }) => [lotNo, runNo, first === last ? String(first) : `${first} 至 ${last}`]),
        },
      ]
