import type { OosFile } from '#contract/cases/oos-api.ts'
import { oosChecks, oosFindings, oosKinds, oosLooks, openOosStates, type OosState } from '#contract/cases/oos.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { dateTime } from '#contract/kernel/shown-value.ts'
import { formulas, readingsSentence } from '#contract/laboratory/formula.ts'
import { resultParts, verdictLooks, type TestResult } from '#contract/laboratory/test-result.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Block, Piece } from '#tools/paper.ts'
import { oosFileOf } from './queries.ts'

/** OOS调查报告: every value of the item, what the laboratory looked at, what quality assurance decided, and who signed. */
export const oosReportPaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await oosFileOf(tx, id)
    const { case: row } = file
    return {
      title: `${oosKinds[row.kind]}调查报告`,
      documentNo: row.caseNo ?? row.requestNo,
      marks: openOosStates.some((state) => state === row.state) ? ['调查中'] : [],
      page: '/zhiliang-shijian',
      q: row.lotNo,
      filesOf: { table: 'inspection', id: row.inspectionId },
      blocks: [
        { is: 'facts', rows: factsOf(file) },
        { is: 'heading', text: '全部结果' },
        resultsOf(file),
        ...checkedBlocks(file),
        ...decidedBlocks(file),
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'oos_case', ids: [row.id] }])),
      ],
    }
  },
}

type Row = readonly [label: string, value: string]

const factsOf = ({ case: row, item, plea }: OosFile): Row[] => [
  ['状态', oosLooks[row.state].label],
  ['请验单号', row.requestNo],
  ['品名', row.lotName],
  ['批号', row.lotNo],
  ...(row.supplier === '' ? [] : ([['供应商', row.supplier]] as const)),
  ['检验项目', row.itemName],
  ['检验方法', row.method || '—'],
  ['标准规定', row.specText],
  ...(item.internal === null ? [] : ([['内控限度', `${item.internal}${item.unit}`]] as const)),
  ['超标结果', row.value],
  ['检验人', row.analystName],
  ['开启时间', dateTime(row.openedAt)],
  ...(plea === '' ? [] : ([['检验人申请更正', plea]] as const)),
]

const resultsOf = ({ results, item }: OosFile): Block => ({
  is: 'table',
  columns: [
    { title: '次序', share: 12 },
    { title: '原始值与读数', share: 34 },
    { title: '平均值', share: 14, align: 'right' },
    { title: '判定', share: 14 },
    { title: '检验人 / 时间', share: 22 },
    { title: '说明', share: 16 },
  ],
  rows: results.map((result) => [
    resultParts[result.part],
    [{ text: result.words || result.individual.join('，') }, ...readingsOf(result)],
    result.mean === null ? '—' : `${result.mean}${item.unit}`,
    verdictLooks[result.verdict].label,
    `${result.enteredByName}\n${dateTime(result.enteredAt)}`,
    result.correction,
  ]),
})

/** The readings of each parallel, by which a value can be followed to the balance. */
function readingsOf({ raw, formula, moisture }: TestResult): Piece[] {
  const by = formula === null ? null : formulas[formula]
  if (by === null || raw === null) return []
  return [
    ...raw.map((one, at) => ({ text: `\n第${at + 1}份：${readingsSentence(by, one)}`, small: true })),
    ...(moisture === null ? [] : [{ text: `\n水分 Q ${moisture}%`, small: true }]),
  ]
}

/** 第一阶段. */
function checkedBlocks({ case: row, checklist, explanation, proof, checkedByName, checkedAt, ...file }: OosFile): Block[] {
  if (checklist === null || checkedAt === null) return []
  return [
    { is: 'heading', text: '实验室调查' },
    {
      is: 'facts',
      rows: [
        ...keysOf(oosChecks).map((key): Row => [oosChecks[key], checklist[key].ok ? '正常' : `异常：${checklist[key].note}`]),
        ['调查结论', row.finding === null ? '—' : oosFindings[row.finding]],
        ['说明', explanation ?? '—'],
        ...(proof === null ? [] : ([['原始读数', proof.name]] as const)),
        ['调查人 / 时间', `${checkedByName}　${dateTime(checkedAt)}`],
        ...(file.invalidatedAt === null
          ? []
          : ([['原结果判无效', `${file.invalidReason}（${file.invalidatedByName}　${dateTime(file.invalidatedAt)}）`]] as const)),
      ],
    },
  ]
}

/** A case that a new test or a corrected value ended was decided about before: by who judged the original invalid, or by the checker. */
const endedBy: Partial<Record<OosState, { heading: string; label: string }>> = {
  repeated: { heading: '重做', label: '重做人 / 时间' },
  corrected: { heading: '更正', label: '更正人 / 时间' },
}

/** 第二阶段, and the decision. */
function decidedBlocks({ case: row, retests, retestAt, concludedByName, ...file }: OosFile): Block[] {
  return [
    ...(retestAt === null || retests === null
      ? []
      : ([
          { is: 'heading', text: '复检' },
          {
            is: 'facts',
            rows: [
              ['次数与复检人', `${retests} 次，${file.retestAnalystName}`],
              ['样品', file.resampled ? '重新取样' : '原样品'],
              ['理由', file.retestReason ?? '—'],
              ['批准人 / 时间', `${file.retestByName}　${dateTime(retestAt)}`],
            ],
          },
        ] satisfies Block[])),
    ...(row.conclusion === null || row.concludedAt === null
      ? []
      : ([
          { is: 'heading', text: endedBy[row.state]?.heading ?? '裁定' },
          {
            is: 'facts',
            rows: [
              ['结论', `${oosLooks[row.state].label}：${row.conclusion}`],
              [endedBy[row.state]?.label ?? '裁定人 / 时间', `${concludedByName}　${dateTime(row.concludedAt)}`],
            ],
          },
        ] satisfies Block[])),
  ]
}
