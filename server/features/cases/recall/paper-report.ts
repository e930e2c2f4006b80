import { incidentLooks, measureLooks } from '#contract/cases/incident.ts'
import { noticeLooks, recallClasses, recallKinds, recallOutcomes } from '#contract/cases/recall.ts'
import type { RecallFile } from '#contract/cases/recall-file.ts'
import { reportStages } from '#contract/cases/recall-report.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { amount, dateTime, kgUnit } from '#contract/kernel/shown-value.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Block } from '#tools/paper.ts'
import { recallFileOf } from './queries.ts'

/** 召回报告, of a drill 召回演练报告: the question, its lots and customers, what became of the goods, and how long it took. A draft has none. */
export const recallReportPaper: PaperSource = {
  async read(tx, actor, id) {
    const file = await recallFileOf(tx, actor, id)
    const { recall } = file
    if (recall.state === 'draft' || recall.state === 'cancelled') throw new Refusal('wrong_state')
    return {
      ...(recall.kind === 'drill' && { title: '召回演练报告' }),
      documentNo: recall.caseNo,
      marks: recall.state === 'started' ? ['进行中'] : [],
      page: '/zhiliang-shijian',
      q: recall.caseNo,
      blocks: [
        { is: 'facts', rows: factsOf(file) },
        ...lotBlocks(file),
        ...customerBlocks(file),
        ...goodsBlocks(file),
        ...authorityBlocks(file),
        ...findingBlocks(file),
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'recall_case', ids: [id] }])),
      ],
    }
  },
}

function factsOf({ recall, figures, authorityNo, startedBy, closedBy, conclusion, advice }: RecallFile): (readonly [string, string])[] {
  return [
    ['方式', recallKinds[recall.kind]],
    ['级别', recallClasses[recall.recallClass].label],
    ['范围', recall.subject],
    ['原因', recall.reason],
    ...(authorityNo === '' ? [] : [['通知书号', authorityNo] as const]),
    ...(recall.kind === 'drill' ? [] : [['处理要求', advice] as const]),
    ['编制', `${recall.createdBy.name}　${dateTime(recall.createdAt)}`],
    ...(recall.startedAt === null ? [] : [['启动', `${startedBy ?? ''}　${dateTime(recall.startedAt)}`] as const]),
    ...(figures === null
      ? []
      : [
          [
            '成品数量',
            `产出 ${kgUnit(figures.made)}；在厂 ${kgUnit(figures.inHouse)}；已发出 ${kgUnit(figures.shipped)}；损耗等 ${kgUnit(figures.other)}`,
          ] as const,
        ]),
    ...(recall.seconds === null ? [] : [['用时', `${recall.seconds} 秒列出全部批次与客户`] as const]),
    ...(conclusion === null
      ? []
      : [
          ['召回率', `${recall.recoveredPercent ?? ''}%（去向查明 ${recall.knownPercent ?? ''}%）`] as const,
          ['结论', conclusion] as const,
          ['结束', `${closedBy ?? ''}　${recall.closedAt === null ? '' : dateTime(recall.closedAt)}`] as const,
        ]),
  ]
}

const lotBlocks = ({ recall, lots }: RecallFile): Block[] => [
  { is: 'heading', text: `批次（${lots.length}）` },
  {
    is: 'table',
    columns: [
      { title: '批号', share: 24 },
      { title: '品名', share: 20 },
      { title: '状态', share: 20 },
      { title: '批量', share: 12, align: 'right' },
      { title: '在厂', share: 12, align: 'right' },
      { title: '已发出', share: 12, align: 'right' },
    ],
    rows: lots.map((lot) => [
      lot.lotNo,
      lot.name,
      `${lotStates[lot.kind][lot.state].label}${recall.kind === 'drill' ? '' : lot.isHeld ? '，召回冻结中' : '，已解除召回冻结'}`,
      amount(lot.quantity, lot.unit),
      amount(lot.inHouse, lot.unit),
      amount(lot.shipped, lot.unit),
    ]),
  },
]

function customerBlocks({ recall, customers }: RecallFile): Block[] {
  if (customers === null || customers.length === 0) return []
  return [
    { is: 'heading', text: `客户（${customers.length}）` },
    {
      is: 'table',
      columns: [
        { title: '客户', share: 34 },
        { title: '收到', share: 20, align: 'right' },
        { title: '通知', share: 46 },
      ],
      rows: customers.map((one) => [
        one.name,
        `${one.packs} 件，${kgUnit(one.quantity)}`,
        recall.kind === 'drill'
          ? '演练，未通知'
          : one.acknowledgedAt !== null
            ? `${one.acknowledgedName ?? ''} ${dateTime(one.acknowledgedAt)} 回复`
            : `${noticeLooks[one.notice].label}${one.silenceReason === null ? '' : `：${one.silenceReason}`}`,
      ]),
    },
  ]
}

function goodsBlocks({ recall, lines, customers }: RecallFile): Block[] {
  if (recall.kind === 'drill' || lines === null || lines.length === 0) return []
  return [
    { is: 'heading', text: '收回与去向（件）' },
    {
      is: 'table',
      columns: [
        { title: '客户', share: 26 },
        { title: '批号', share: 20 },
        { title: '发出', share: 9, align: 'right' },
        ...Object.values(recallOutcomes).map((title) => ({ title, share: 9, align: 'right' as const })),
        { title: '未登记', share: 9, align: 'right' },
      ],
      rows: lines.map((line) => [
        customers?.find(({ id }) => id === line.recallCustomerId)?.name ?? '',
        line.lotNo,
        ...[line.packs, line.recovered, line.consumed, line.destroyed, line.unaccounted, line.open].map(String),
      ]),
    },
  ]
}

/** What the authority was told, and the figures of that moment. */
function authorityBlocks({ reports }: RecallFile): Block[] {
  const told = reports.filter(({ takesBack, isTakenBack }) => takesBack === null && !isTakenBack)
  if (told.length === 0) return []
  return [
    { is: 'heading', text: '向监管部门报告' },
    {
      is: 'table',
      columns: [
        { title: '报告', share: 12 },
        { title: '监管部门', share: 24 },
        { title: '报告时间', share: 18 },
        { title: '待回复', share: 10, align: 'right' },
        { title: '召回率', share: 10, align: 'right' },
        { title: '内容', share: 26 },
      ],
      rows: told.map((one) => [
        reportStages[one.stage],
        [one.authority, one.documentNo].filter(Boolean).join(' '),
        dateTime(one.sentAt),
        `${one.unanswered} / ${one.customers}`,
        `${one.recoveredPercent}%`,
        one.note,
      ]),
    },
  ]
}

/** What came to light with it, and who puts it right until when. */
function findingBlocks({ findings }: RecallFile): Block[] {
  if (findings.length === 0) return []
  return [
    { is: 'heading', text: `发现与措施（${findings.length}）` },
    {
      is: 'table',
      columns: [
        { title: '事件编号', share: 20 },
        { title: '发现', share: 28 },
        { title: '措施', share: 28 },
        { title: '责任人', share: 12 },
        { title: '期限', share: 12 },
      ],
      rows: findings.flatMap(({ caseNo, subject, state, measures }) =>
        measures.length === 0
          ? [[caseNo, subject, `尚无措施（${incidentLooks[state].label}）`, '', '']]
          : measures.map((one, index) => [
              index === 0 ? caseNo : '',
              index === 0 ? subject : '',
              `${one.action}（${measureLooks[one.state].label}）`,
              one.owner,
              one.dueOn,
            ]),
      ),
    },
  ]
}
