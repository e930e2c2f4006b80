import { dateTime, exactTime, kgUnit } from '#contract/kernel/shown-value.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { resultSources, verdictLooks, type TestResult } from '#contract/laboratory/test-result.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { formulas, type Formula } from '#contract/laboratory/formula.ts'
import { sampleKinds } from '#contract/laboratory/sample-state.ts'
import { standardAuthorities } from '#contract/laboratory/authority.ts'
import { confirmedIn, judgeUnderEach } from '#contract/laboratory/conclude.ts'
import { meansLines } from '#contract/laboratory/means.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Block, Piece, Words } from '#tools/paper.ts'
import { standingOf } from './paper-request.ts'
import { sampledFile } from './paper-sampling.ts'
import { currentResults } from './written-results.ts'

/** 检验原始记录: every value that was written down, item by item, with those that were replaced and why; who submitted, reviewed, sent back. */
export const testRecordPaper: PaperSource = {
  async read(tx, _actor, id) {
    const { file, sampling } = await sampledFile(tx, id)
    const { inspection, records } = file
    const standing = standingOf(file)
    const counting = currentResults(file)
    const confirmed = confirmedIn(file.oosCases)
    return {
      documentNo: inspection.requestNo,
      ...standing,
      page: inspection.side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-zhijian',
      marks: [...standing.marks, ...unfinished(file)],
      filesOf: { table: 'inspection', id },
      blocks: [
        {
          is: 'facts',
          rows: [
            ['品名', inspection.lotName],
            [inspection.side === 'raw' ? '进厂批号' : '生产批号', inspection.lotNo],
            ['规格', file.spec || '—'],
            ['批量', `${kgUnit(inspection.lotQuantity)}，${inspection.packageCount} 件`],
            ['取样单号', sampling.samplingNo],
            ['取样时间', dateTime(sampling.sampledAt)],
            ['样品', sampling.samples.map(({ sampleNo, kind }) => `${sampleNo}（${sampleKinds[kind]}）`).join('、')],
            ['检验依据', inspection.standardName],
            ['检验报告', inspection.reportNo ?? '—'],
          ],
        },
        ...file.items.flatMap((item, at) =>
          itemBlocks(
            item,
            at + 1,
            file.results.filter((result) => result.itemId === item.id),
            { countingId: counting.get(item.id)?.id, isConfirmed: confirmed.has(item.id) },
          ),
        ),
        ...submissionBlocks(records),
        ...oosBlocks(file.oosCases),
        ...signatureBlocks(
          await signaturesOf(tx, [
            { table: 'sampling', ids: [sampling.id], of: '取样单' },
            { table: 'test_record', ids: records.map((record) => record.id), of: '检验记录' },
            ...file.oosCases.map((one) => ({ table: 'oos_case' as const, ids: [one.id], of: `结果调查 ${one.caseNo ?? one.itemName}` })),
          ]),
        ),
      ],
    }
  },
}

function unfinished({ inspection: { state } }: InspectionFile): string[] {
  if (state === 'sampled') return ['检验中']
  return state === 'submitted' ? ['未复核'] : []
}

const columns = [
  { title: '次', share: 6, align: 'center' },
  { title: '来源 / 仪器与试剂', share: 26 },
  { title: '测得值', share: 19 },
  { title: '结果', share: 15 },
  { title: '单项结论', share: 17 },
  { title: '记录人 / 时间', share: 22 },
] as const

/** Which value counts for its item, and whether its failure was confirmed. */
type Outcome = { countingId: string | undefined; isConfirmed: boolean }

function itemBlocks(item: TestedItem, number: number, results: readonly TestResult[], outcome: Outcome): Block[] {
  const formula = formulas[item.formula]
  return [
    { is: 'heading', text: `${number}. ${item.group === item.name ? '' : `【${item.group}】`}${item.name}` },
    {
      is: 'facts',
      rows: [
        ['标准规定', item.specText],
        ['方法', item.method || '—'],
        ['平行份数', `${item.parallels} 份`],
        ...(formula === null ? [] : ([['计算公式', `${formula.chapter}，${formula.sentence}`]] as const)),
        ...(item.internal === null ? [] : ([['内控限度', `${item.internal} ${item.unit}`]] as const)),
        ...(item.others.length === 0 ? [] : ([['其他标准', othersAsk(item)]] as const)),
      ],
    },
    results.length === 0
      ? { is: 'paragraph', words: '未录入结果' }
      : { is: 'table', columns, rows: results.map((result) => resultRow(item, result, outcome)) },
    ...(formula === null ? [] : readingBlocks(item, formula, results)),
  ]
}

/** The readings that the values were calculated from, parallel by parallel, with the version of the formula that calculated them. */
function readingBlocks({ unit }: TestedItem, formula: Formula, results: readonly TestResult[]): Block[] {
  const names = keysOf(formula.readings)
  const isDry = results.some(({ moisture }) => moisture !== null)
  const rows = results.flatMap((result) =>
    (result.raw ?? []).map((one, at): Words[] => [
      `${result.revision}-${at + 1}`,
      ...names.map((name) => one[name] ?? '—'),
      ...(isDry ? [result.moisture === null ? '—' : `${result.moisture}%`] : []),
      `${result.individual[at] ?? '—'}${unit}`,
      `第${result.formulaVersion}版`,
    ]),
  )
  if (rows.length === 0) return []
  return [
    {
      is: 'table',
      columns: [
        { title: '次-份', share: 8, align: 'center' },
        ...names.map((name) => {
          const { label = name, letter = '', unit: of = '' } = formula.readings[name] ?? {}
          return { title: `${label} ${letter}${of && `（${of}）`}`, share: 16, align: 'right' } as const
        }),
        ...(isDry ? ([{ title: '水分 Q', share: 10, align: 'right' }] as const) : []),
        { title: '计算值', share: 14, align: 'right' },
        { title: '公式', share: 8, align: 'center' },
      ],
      rows,
    },
  ]
}

/**
 * One writing of a result. One that does not count is struck through, and the later one says why it took its place; a retest stands beside the first, whatever
 * was decided.
 */
function resultRow(item: TestedItem, result: TestResult, { countingId, isConfirmed }: Outcome): Words[] {
  const { unit } = item
  const isReplaced = result.id !== countingId && result.part !== 'retest'
  const shown = (text: string): Piece[] => (text === '' ? [] : [{ text, struck: isReplaced }])
  const found = result.individual.length > 0 ? `${result.individual.join('，')} ${unit}`.trim() : result.words
  const source = [resultSources[result.source], result.laboratory, result.referenceNo, result.instrument].filter(Boolean).join(' ')
  const mean = result.mean === null ? '—' : `${result.mean}${unit}${result.deviation === null ? '' : `\n相对偏差 ${result.deviation}%`}`
  return [
    String(result.revision),
    [{ text: source }, ...meansLines(result).map((line) => ({ text: `\n${line}`, small: true }))],
    [
      ...shown(found),
      ...(result.correction === ''
        ? []
        : [{ text: result.part === 'retest' ? `\n${result.correction}` : `\n更正：${result.correction}`, small: true }]),
    ],
    shown(mean),
    [
      ...shown(verdictLooks[result.verdict].label),
      ...(result.outOfTrend ? [{ text: '\n超出趋势', small: true }] : []),
      ...(result.nearLimit ? [{ text: '\n接近限度', small: true }] : []),
      ...othersSay(item, result, isConfirmed && result.id === countingId),
    ],
    `${result.enteredByName}\n${exactTime(result.enteredAt)}`,
  ]
}

/** What the standards that do not lead ask of an item, each by its name. */
const othersAsk = ({ others }: TestedItem) => others.map(({ standardName, specText }) => `${standardName}：${specText}`).join('；')

/** What they say of a value. */
const othersSay = (item: TestedItem, result: TestResult, isConfirmed: boolean): Piece[] =>
  judgeUnderEach(item, result, isConfirmed)
    .slice(1)
    .map(({ authority, verdict }) => ({ text: `\n${standardAuthorities[authority]} ${verdictLooks[verdict].label}`, small: true }))

function submissionBlocks(records: InspectionFile['records']): Block[] {
  if (records.length === 0) return []
  return [
    { is: 'heading', text: '提交与复核' },
    {
      is: 'table',
      columns: [
        { title: '次', share: 6, align: 'center' },
        { title: '提交', share: 30 },
        { title: '结论', share: 14 },
        { title: '复核', share: 30 },
        { title: '退回', share: 30 },
      ],
      rows: records.map((record) => [
        String(record.revision),
        `${record.submittedByName}\n${exactTime(record.submittedAt)}`,
        verdictLooks[record.verdict].label,
        record.reviewedAt === null ? '—' : `${record.reviewedByName}\n${exactTime(record.reviewedAt)}`,
        record.returnedAt === null ? '—' : `${record.returnedByName}\n${exactTime(record.returnedAt)}\n${record.returnReason}`,
      ]),
    },
  ]
}

function oosBlocks(cases: InspectionFile['oosCases']): Block[] {
  if (cases.length === 0) return []
  return [
    { is: 'heading', text: '检验结果超标（OOS）' },
    {
      is: 'table',
      columns: [
        { title: '调查编号', share: 22 },
        { title: '检验项目', share: 18 },
        { title: '开立', share: 22 },
        { title: '结论', share: 36 },
        { title: '结案 / 时间', share: 22 },
      ],
      rows: cases.map((one) => [
        one.caseNo ?? '—',
        one.itemName,
        exactTime(one.openedAt),
        one.conclusion ?? '调查中',
        one.concludedAt === null ? '—' : `${one.concludedByName}\n${exactTime(one.concludedAt)}`,
      ]),
    },
  ]
}
