import type { CorrectedValue } from '#contract/cases/corrected-value.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { dateTime, day, decimal, kg, kgUnit, percent } from '#contract/kernel/shown-value.ts'
import { breakdownText, type Breakdown } from '#contract/making/asset.ts'
import { balanceOf, deviationKinds, sumOf } from '#contract/making/mass-balance.ts'
import { lossKinds, partName, preChecks, productionLooks } from '#contract/making/production.ts'
import {
  productionRecord,
  rangeText,
  type MaterialIssue,
  type MaterialReturn,
  type ProductionRecord,
  type StepRecord,
  type Weighing,
} from '#contract/making/production-record.ts'
import { lastedText, unheldDurations } from '#contract/making/step-time.ts'
import { fieldNames } from '#contract/office/field-names.ts'
import { correctedWords, piecesOf, signatureBlocks, type PaperSource } from '#kernel/paper.ts'
import type { Block, Piece, Words } from '#tools/paper.ts'
import { coProductBlocks, partBlocks } from './paper-outputs.ts'
import { readProduction } from './queries.ts'

/** 批生产记录, whole, in the order in which it happened (domain §2.5): order, charge, weighing, each step, balance, deviations, signatures. */
export const batchPaper: PaperSource = {
  async read(tx, actor, id) {
    // Orders of earlier editions lack words that the contract gives a default.
    const record = productionRecord.parse(await readProduction(tx, actor, { id }))
    return {
      documentNo: record.batchNo ?? record.orderNo,
      marks: record.state === 'reviewed' ? [] : [productionLooks[record.state].label],
      page: '/yinpian-shengchan',
      q: record.orderNo,
      filesOf: { table: 'production_order', id },
      blocks: [
        ...orderBlocks(record),
        ...issuesBlocks(record),
        ...record.returns.flatMap(returnBlocks),
        ...record.steps.flatMap((step) => stepBlocks(step, record.breakdowns)),
        ...partBlocks(record),
        ...coProductBlocks(record),
        ...pauseBlocks(record),
        ...endingBlocks(record),
        ...balanceBlocks(record),
        ...sentBackBlocks(record),
        ...deviationBlocks(record),
        ...signatureBlocks(record.signatures),
      ],
    }
  },
}

type Fact = readonly [label: string, value: Words]

/** What is worked again, on which case, and why. */
const reworkFacts = ({ rework }: ProductionRecord): Fact[] =>
  rework === null
    ? []
    : [
        ['返工批次', rework.lotNo],
        ['返工依据', rework.caseNo],
        ['返工原因与方法', rework.reason],
        ['批准返工', rework.approvedByName ?? '—'],
      ]

function orderBlocks(record: ProductionRecord): Block[] {
  const { process, balance } = record
  const optional: Fact[] = [
    ...(record.cancelReason
      ? [[record.batchNo === null ? '作废' : '终止', `${record.cancelledByName ?? ''}：${record.cancelReason}`] as const]
      : []),
  ]
  return [
    { is: 'heading', text: '批生产指令' },
    {
      is: 'facts',
      rows: [
        ['指令号', record.orderNo],
        ['品名 / 规格', `${record.productName} ${record.cutSpec}`],
        ['生产批号', record.batchNo ?? '—'],
        ['生产日期', record.productionDate ?? '—'],
        ['保质期至', balance === null ? '—' : balance.expiresOn],
        ['炮制方法', record.processingMethod],
        ['工艺规程', `${process.code} 第${process.version}版`],
        ['执行标准', record.standardName],
        ['计划投料', kgUnit(record.plannedInput)],
        ['车间 / 生产线', `${record.workshop} / ${record.line}`],
        ['编制', `${record.createdByName}　${dateTime(record.createdAt)}`],
        ['批准', record.approvedAt === null ? '—' : `${record.approvedByName ?? ''}　${dateTime(record.approvedAt)}`],
        ...(record.blendApprovedByName ? [['拼批批准', record.blendApprovedByName] as const] : []),
        ...reworkFacts(record),
        ...(record.reviewedAt === null ? [] : [['QA审核', `${record.reviewedByName ?? ''}　${dateTime(record.reviewedAt)}`] as const]),
        ...(record.isToxic ? [['特殊管理', '毒性饮片'] as const] : []),
        ['备注', record.remark || '—'],
        ...optional,
      ],
    },
    {
      is: 'table',
      columns: [
        { title: '投料批号', share: 22 },
        { title: '物料', share: 20 },
        { title: '计划 (kg)', share: 14, align: 'right' },
        { title: '比例 (kg/100 kg)', share: 14, align: 'right' },
        { title: '复验期', share: 14 },
        { title: '未用先到期批次的理由', share: 20 },
      ],
      rows: record.lots.map((lot) => [
        lot.lotNo,
        `${lot.name}${lot.role === 'auxiliary' ? '（辅料）' : ''}`,
        kg(lot.planned),
        lot.ratio === null ? '' : decimal(lot.ratio, 2),
        lot.retestOn ?? '',
        lot.reason,
      ]),
    },
  ]
}

const issuesBlocks = ({ issue, supplements }: ProductionRecord): Block[] =>
  [...(issue === null ? [] : [issue]), ...supplements].flatMap(issueBlocks)

/** What was weighed out, container by container. */
export function issueBlocks(issue: MaterialIssue): Block[] {
  const isMore = issue.approvedByName !== null
  return [
    { is: 'heading', text: `${isMore ? '补领' : '领料'} ${issue.issueNo}` },
    {
      is: 'paragraph',
      words: `秤 ${issue.scaleNo}（检定有效期至 ${day(issue.scaleValidUntil)}）；发料 ${issue.issuedByName}，复核 ${issue.checkedByName}${isMore ? `，批准 ${issue.approvedByName}` : ''}，${dateTime(issue.issuedAt)}${issue.reason === '' ? '' : `；${issue.reason}`}`,
    },
    {
      is: 'table',
      columns: [
        { title: '件', share: 6, align: 'center' },
        { title: '批号', share: 24 },
        { title: '货位', share: 20 },
        { title: '毛重 (kg)', share: 16, align: 'right' },
        { title: '皮重 (kg)', share: 16, align: 'right' },
        { title: '净重 (kg)', share: 18, align: 'right' },
      ],
      rows: issue.weighings.map((weighing, at) => [
        String(at + 1),
        weighing.lotNo,
        weighing.placeCode,
        ...(['gross', 'tare', 'net'] as const).map((field) => weightWords(issue.corrections, at, weighing, field)),
      ]),
    },
  ]
}

/** What went back before the batch was finished, container by container. */
export const returnBlocks = (back: MaterialReturn): Block[] => [
  { is: 'heading', text: `退料 ${back.returnNo}` },
  {
    is: 'paragraph',
    words: `秤 ${back.scaleNo}（检定有效期至 ${day(back.scaleValidUntil)}）；退料 ${back.returnedByName}，收料 ${back.checkedByName}，${dateTime(back.returnedAt)}；${back.reason}`,
  },
  {
    is: 'table',
    columns: [
      { title: '件', share: 6, align: 'center' },
      { title: '批号', share: 24 },
      { title: '退回货位', share: 20 },
      { title: '毛重 (kg)', share: 16, align: 'right' },
      { title: '皮重 (kg)', share: 16, align: 'right' },
      { title: '净重 (kg)', share: 18, align: 'right' },
    ],
    rows: back.weighings.map((weighing, at) => [
      String(at + 1),
      weighing.lotNo,
      weighing.placeCode,
      ...(['gross', 'tare', 'net'] as const).map((field) => kg(weighing[field])),
    ]),
  },
]

/** A weight of a container, with what it was before each correction that changed it: a correction keeps all weighings as they were. */
function weightWords(corrections: readonly CorrectedValue[], at: number, weighing: Weighing, field: 'gross' | 'tare' | 'net'): Words {
  const was = corrections.flatMap(({ correctionNo, field: corrected, old }) => {
    const before: Weighing[] = corrected === 'weighings' && old !== null ? JSON.parse(old) : []
    const own = before[at]
    return own === undefined ? [] : [{ correctionNo, weight: own[field] }]
  })
  const later = (index: number) => was[index + 1]?.weight ?? weighing[field]
  const changed = was.filter(({ weight }, index) => !exact(weight).equals(later(index)))
  return [
    ...changed.flatMap(({ weight }): Piece[] => [{ text: kg(weight), struck: true }, { text: ' ' }]),
    { text: kg(weighing[field]) },
    ...changed.map(({ correctionNo }): Piece => ({ text: ` ${correctionNo}`, small: true })),
  ]
}

const lossText = ({ kind, quantity }: StepRecord['losses'][number]) => `${lossKinds[kind]} ${kgUnit(quantity)}`

/** Losses as a correction keeps them: the text of the column. */
function lossesText(text: string): string {
  const losses: StepRecord['losses'] = JSON.parse(text)
  return losses.map(lossText).join('，') || '无'
}

/** A mass that few steps have; one that a correction took away stays, with what it was. */
const massRow = ({ corrections }: StepRecord, label: string, field: string, quantity: string): Fact[] =>
  exact(quantity).isZero() && !corrections.some((one) => one.field === field)
    ? []
    : [[label, correctedWords(corrections, field, kgUnit(quantity), kgUnit)]]

function stepBlocks(step: StepRecord, breakdowns: readonly Breakdown[]): Block[] {
  const { corrections } = step
  const marks = [step.isCritical ? '【关键工序】' : '', step.isLateEntry ? '【补录】' : ''].join('')
  const began = piecesOf(correctedWords(corrections, 'started_at', dateTime(step.startedAt), dateTime))
  const ended = piecesOf(correctedWords(corrections, 'ended_at', step.endedAt === null ? '（进行中）' : dateTime(step.endedAt), dateTime))
  const input = piecesOf(correctedWords(corrections, 'input_quantity', kgUnit(step.input), kgUnit))
  const output = piecesOf(correctedWords(corrections, 'output_quantity', step.output === null ? '—' : kgUnit(step.output), kgUnit))
  const rows: Fact[] = [
    ['起止时间', [...began, { text: ' 至 ' }, ...ended]],
    ['操作间', step.room],
    ['温度 / 湿度', `${decimal(step.temperature, 1)} ℃ / ${decimal(step.humidity, 0)} %RH`],
    ['设备', step.equipment.join('、') || '—'],
    ...breakdownFacts(breakdowns.filter(({ stepId }) => stepId === step.id)),
    ['生产前检查', `${Object.values(preChecks).join('；')}：均已确认`],
    ['投入 / 产出', [...input, { text: ' / ' }, ...output]],
    ['损耗', correctedWords(corrections, 'losses', step.losses.map(lossText).join('，') || '无', lossesText)],
    ...massRow(step, '联产品', 'co_product_quantity', step.coProducts),
    ...massRow(step, '吸水', 'water_quantity', step.water ?? '0'),
    ...doubtOf(step),
    ['操作 / 复核', `${step.endedByName ?? step.startedByName} / ${step.checkedByName ?? '—'}`],
    ...earlierParameters(step),
    ['备注', step.remark || '—'],
  ]
  return [
    { is: 'heading', text: `第${step.no}道 ${step.name} ${step.option}${marks}` },
    { is: 'facts', rows },
    ...(step.parameters.length === 0
      ? []
      : [
          {
            is: 'table',
            columns: [
              { title: `第${step.no}道 工艺参数`, share: 40 },
              { title: '规定范围', share: 30 },
              { title: '记录', share: 30 },
            ],
            rows: step.parameters.map((parameter) => [
              `${parameter.name}${parameter.isCritical ? '（关键）' : ''}`,
              rangeText(parameter) || '—',
              `${parameter.value} ${parameter.unit}`,
            ]),
          } satisfies Block,
        ]),
  ]
}

/** 设备故障: what broke in the step, and what it went on with. */
const breakdownFacts = (breakdowns: readonly Breakdown[]): Fact[] =>
  breakdowns.map((one) => ['设备故障', breakdownText(one, dateTime)] as const)

/** A step that was shorter than a duration among its own parameters, and what was said of it. */
function doubtOf({ parameters, startedAt, endedAt, timeReason }: StepRecord): Fact[] {
  const unheld = endedAt === null ? [] : unheldDurations(parameters, { startedAt, endedAt })
  if (endedAt === null || unheld.length === 0) return []
  const named = unheld.map(({ name, value, unit }) => `${name} ${value} ${unit}`).join('、')
  return [['时间存疑', `${named}，工序只用了${lastedText({ startedAt, endedAt })}：${timeReason ?? '更正后与工序时间不符'}`]]
}

/** What the parameters were before they were corrected, struck through. */
const earlierParameters = ({ corrections }: StepRecord): Fact[] =>
  corrections
    .filter(({ field, old }) => field === 'parameters' && old !== null)
    .map(({ correctionNo, old }) => {
      const was: StepRecord['parameters'] = JSON.parse(old ?? '[]')
      return [
        '参数更正前',
        [
          { text: was.map(({ name, value, unit }) => `${name} ${value} ${unit}`).join('，'), struck: true },
          { text: ` ${correctionNo}`, small: true },
        ],
      ] as const
    })

function pauseBlocks({ pauses }: ProductionRecord): Block[] {
  if (pauses.length === 0) return []
  return [
    { is: 'heading', text: '暂停与继续' },
    {
      is: 'table',
      columns: [
        { title: '暂停', share: 18 },
        { title: '原因', share: 20 },
        { title: '当时的物料', share: 22 },
        { title: '继续', share: 18 },
        { title: '检查结果', share: 22 },
      ],
      rows: pauses.map((pause) => [
        `${pause.pausedByName}\n${dateTime(pause.pausedAt)}`,
        pause.reason,
        pause.kept,
        pause.resumedAt === null ? '' : `${pause.resumedByName ?? ''}\n${dateTime(pause.resumedAt)}`,
        pause.found ?? '',
      ]),
    },
  ]
}

function endingBlocks({ ending, batchNo }: ProductionRecord): Block[] {
  if (ending === null) return []
  const left =
    ending.lotId === null ? '没有剩余' : `${kgUnit(ending.remains)}，批号 ${batchNo ?? ''}，不合格，货位 ${ending.placeCode ?? '—'}`
  return [
    { is: 'heading', text: '终止结算' },
    {
      is: 'facts',
      rows: [
        ['投料', kgUnit(ending.charged)],
        ['吸水', kgUnit(ending.water)],
        ['工序损耗', kgUnit(ending.losses)],
        ...(exact(ending.handedOver).isZero() ? [] : [['此前交料', `${kgUnit(ending.handedOver)}，并入本批不合格`] as const]),
        ...(exact(ending.coProducts).isZero() ? [] : [['联产品', `${kgUnit(ending.coProducts)}，随批不合格`] as const]),
        ['散失', kgUnit(ending.scattered)],
        ['在产物料', left],
        ['清场', `有效期至 ${day(ending.clearedUntil)}；${ending.endedByName}　${dateTime(ending.endedAt)}`],
      ],
    },
  ]
}

function balanceBlocks({ balance, process }: ProductionRecord): Block[] {
  if (balance === null) return []
  const { charged, unexplained, deviations } = balanceOf(balance, process)
  const outside = (...kinds: typeof deviations) => (kinds.some((kind) => deviations.includes(kind)) ? '，超出' : '')
  const cameIn = sumOf([balance.issued, balance.auxiliaries, balance.water])
  const cameOut = sumOf([balance.output, balance.coProducts, balance.losses, balance.sampled, balance.leftover, balance.returned])
  return [
    { is: 'heading', text: '物料平衡' },
    {
      is: 'table',
      columns: [
        { title: '进', share: 25 },
        { title: 'kg', share: 25, align: 'right' },
        { title: '出', share: 25 },
        { title: 'kg', share: 25, align: 'right' },
      ],
      rows: [
        ['领料', kg(balance.issued), '合格产出', kg(balance.output)],
        ['辅料', kg(balance.auxiliaries), '损耗', kg(balance.losses)],
        ['吸水', kg(balance.water), '取样', kg(balance.sampled)],
        ...(exact(balance.coProducts).isZero() ? [] : [['', '', '联产品', kg(balance.coProducts)]]),
        ['', '', '尾料', kg(balance.leftover)],
        ['', '', '退料', kg(balance.returned)],
        ['合计', kg(cameIn), '合计', kg(cameOut)],
      ],
      sums: 1,
    },
    {
      is: 'facts',
      isSingle: true,
      rows: [
        [
          '收率',
          `${percent(balance.yieldPercent)}；投料量 ${kgUnit(charged)}；限度 ${process.yieldMin}～${process.yieldMax} %${outside('yield', 'gain')}`,
        ],
        [
          '物料平衡',
          `${percent(balance.balancePercent)}；差额 ${kgUnit(unexplained)}；限度 ${process.balanceMin}～${process.balanceMax} %${outside('balance')}`,
        ],
        ['完成', `${balance.finishedByName}　${dateTime(balance.finishedAt)}；已清场，清场有效期至 ${day(balance.clearedUntil)}`],
        ...(balance.remark === '' ? [] : [['备注', balance.remark] as const]),
        ...balance.corrections.map(({ correctionNo, field, old, new: is }): Fact => [
          `更正`,
          [
            { text: `${correctionNo} ${fieldNames[field] ?? field}：` },
            { text: massText(field, old), struck: true },
            { text: ` ${massText(field, is)}` },
          ],
        ]),
      ],
    },
  ]
}

const massText = (field: string, text: string | null) =>
  text !== null && (fieldNames[field] ?? '').includes('kg') ? kg(text) : (text ?? '（空）')

/** What QA sent back, and what production answered. */
function sentBackBlocks({ sentBack }: ProductionRecord): Block[] {
  if (sentBack.length === 0) return []
  return [
    { is: 'heading', text: '退回与答复' },
    {
      is: 'table',
      columns: [
        { title: '退回部分', share: 14 },
        { title: '问题', share: 26 },
        { title: '退回人 / 时间', share: 18 },
        { title: '答复', share: 24 },
        { title: '答复人 / 时间', share: 18 },
      ],
      rows: sentBack.map((one) => [
        partName(one),
        one.reason,
        `${one.sentByName}\n${dateTime(one.sentAt)}`,
        [one.answer ?? '尚未答复', ...one.correctionNos.map((no) => `更正 ${no}`)].join('；'),
        one.answeredAt === null ? '' : `${one.answeredByName ?? ''}\n${dateTime(one.answeredAt)}`,
      ]),
    },
  ]
}

function deviationBlocks({ found, deviationConclusion }: ProductionRecord): Block[] {
  if (found.length === 0) return []
  return [
    { is: 'heading', text: '偏差' },
    {
      is: 'table',
      columns: [
        { title: '类别', share: 18 },
        { title: '工序', share: 10 },
        { title: '发现', share: 28 },
        { title: '说明', share: 26 },
        { title: '记录人 / 时间', share: 20 },
      ],
      rows: found.map((one) => [
        deviationKinds[one.kind],
        one.stepNo === null ? '' : `第${one.stepNo}道`,
        one.finding,
        one.caseNo === null ? one.note : `${one.note}；偏差单 ${one.caseNo}`,
        `${one.foundByName}\n${dateTime(one.foundAt)}`,
      ]),
    },
    { is: 'paragraph', words: [{ text: '处理结论：', bold: true }, { text: deviationConclusion ?? '尚未作出' }] },
  ]
}
