import {
  causeFactors,
  incidentAreas,
  incidentDecisions,
  incidentKinds,
  incidentLevels,
  incidentLooks,
  incidentSources,
  incidentSteps,
  measureKinds,
  measureLooks,
  openIncidentStates,
  type IncidentKind,
} from '#contract/cases/incident.ts'
import type { IncidentFile } from '#contract/cases/incident-file.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dateTime } from '#contract/kernel/shown-value.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Block } from '#tools/paper.ts'
import { suspectsOf } from '#server/features/laboratory/means/suspect-results.ts'
import { incidentFileOf } from './queries.ts'

type Row = readonly [label: string, value: string]

/** The record of a case of these kinds, from what was told to its end, with every signature. */
const recordOf = (kinds: readonly IncidentKind[]): PaperSource => ({
  async read(tx, _actor, id) {
    const file = await incidentFileOf(tx, id)
    const { incident } = file
    if (!kinds.includes(incident.kind)) throw new Refusal('not_found')
    return {
      ...(incident.kind === 'adverse' && { title: '不良反应处理记录' }),
      documentNo: incident.caseNo,
      marks: openIncidentStates.some((state) => state === incident.state) ? ['处理中'] : [],
      page: '/zhiliang-shijian',
      q: incident.caseNo,
      blocks: [
        { is: 'facts', rows: [...toldRows(file), ...complaintRows(file), ...foundRows(file), ...endRows(file)] },
        ...(await suspectBlocks(tx, file)),
        ...lotBlocks(file),
        ...measureBlocks(file),
        ...stepBlocks(file),
        ...signatureBlocks(await signaturesOf(tx, await signedOf(tx, file))),
      ],
    }
  },
})

export const deviationPaper = recordOf(['deviation'])
export const complaintPaper = recordOf(['complaint', 'adverse'])

/** CAPA表: the measures of a case with owner, day, proof and whether they worked. A case without any has none. */
export const measurePaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await incidentFileOf(tx, id)
    const { incident, measures, cause } = file
    if (measures.length === 0) throw new Refusal('wrong_state')
    return {
      documentNo: incident.caseNo,
      marks: measures.some(({ state }) => state === 'open' || state === 'done') ? ['未完成'] : [],
      page: '/zhiliang-shijian',
      q: incident.caseNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['事件', `${incidentKinds[incident.kind]}：${incident.subject}`],
            ['级别', incident.level === null ? '—' : incidentLevels[incident.level].label],
            ['根本原因', cause === null ? '—' : `${cause.root}（${causeFactors[cause.factor]}）`],
          ],
        },
        ...measureBlocks(file),
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'incident_measure', ids: measures.map((one) => one.id) }])),
      ],
    }
  },
}

async function signedOf(tx: Tx, { incident: { id }, measures, steps }: IncidentFile) {
  const lots = await tx.selectFrom('incidentLot').select('id').where('incidentId', '=', id).execute()
  return [
    { table: 'incident_step', ids: steps.map((one) => one.id) },
    { table: 'incident_lot', ids: lots.map((one) => one.id) },
    { table: 'incident_measure', ids: measures.map((one) => one.id) },
  ].filter(({ ids }) => ids.length > 0)
}

const toldRows = ({ incident, ...file }: IncidentFile): Row[] => [
  ['状态', incidentLooks[incident.state].label],
  ['级别', incident.level === null ? '未分级' : `${incidentLevels[incident.level].label}，${incident.dueOn ?? ''} 前完成`],
  ['说明', incident.subject],
  ['经过', file.description || '—'],
  ...(file.measured === '' ? [] : ([['实测', `${file.measured}${file.expected === '' ? '' : `（应为 ${file.expected}）`}`]] as const)),
  [
    '来源',
    incident.source === null
      ? incidentAreas[incident.area]
      : `${incidentAreas[incident.area]}　${incidentSources[incident.source].label} ${incident.sourceNo}`,
  ],
  ...(file.toldLot === null ? [] : ([['反映的批次', `${file.toldLot.name} ${file.toldLot.lotNo}`]] as const)),
  ['发现', `${file.foundBy ?? '反映人'}　${dateTime(incident.foundAt)}　${incident.place}`.trim()],
  ['上报', `${incident.openedBy?.name ?? '扫码反映'}　${dateTime(incident.openedAt)}`],
]

const complaintRows = ({ incident, customer, complainant, contact, code, answer, answeredBy, answeredAt }: IncidentFile): Row[] =>
  incident.kind === 'deviation'
    ? []
    : [
        ['反映人', customer ?? (complainant || '未留姓名')],
        ['联系方式', contact || '未留'],
        ...(code === '' ? [] : ([['追溯码', code]] as const)),
        ['答复', answer === null ? '未答复' : `${answer}（${answeredBy ?? ''}　${answeredAt === null ? '' : dateTime(answeredAt)}）`],
      ]

const foundRows = ({ immediateAction, cause, incident, effects, investigatedByName }: IncidentFile): Row[] => [
  ['应急措施', immediateAction || '—'],
  ['根本原因', cause === null ? '—' : `${cause.root}（${causeFactors[cause.factor]}）`],
  ...(cause === null || cause.whys.length === 0
    ? []
    : ([['五个为什么', cause.whys.map((why, at) => `${at + 1}. ${why}`).join('　')]] as const)),
  ...(cause === null
    ? []
    : keysOf(causeFactors).flatMap((one): Row[] => (cause.factors[one] ? [[`${causeFactors[one]}`, cause.factors[one]]] : []))),
  ['涉及岗位', incident.post || '—'],
  ['影响', effects || '—'],
  ...(investigatedByName === null ? [] : ([['调查', investigatedByName]] as const)),
]

const endRows = (file: IncidentFile): Row[] => [
  ...(file.reportBy === null
    ? []
    : ([
        [
          '上报监管',
          file.reportedOn !== null
            ? `${file.reportedOn}，编号 ${file.reportedNo}`
            : file.reportWaived === ''
              ? `${file.reportBy} 前上报`
              : `不需上报：${file.reportWaived}`,
        ],
      ] as const)),
  ...(file.approvedBy === null
    ? []
    : ([['批准', `${file.approvedBy}　${file.approvedAt === null ? '' : dateTime(file.approvedAt)}`]] as const)),
  ...(file.conclusion === null ? [] : ([['结论', file.conclusion]] as const)),
]

/** How many results a paper lists. */
const mostSuspects = 500

/** What was measured with the instrument since its last good calibration. */
async function suspectBlocks(tx: Tx, { calibration }: IncidentFile): Promise<Block[]> {
  if (calibration === null) return []
  const found = await suspectsOf(tx, calibration, mostSuspects + 1)
  const listed = found.slice(0, mostSuspects)
  return [
    { is: 'heading', text: found.length > mostSuspects ? `受影响的结果（最早的${mostSuspects}项）` : `受影响的结果（${listed.length}）` },
    {
      is: 'table',
      columns: [
        { title: '日期', share: 13 },
        { title: '请验单号', share: 17 },
        { title: '品名', share: 14 },
        { title: '批号', share: 16 },
        { title: '项目', share: 14 },
        { title: '结果', share: 13 },
        { title: '检验人', share: 13 },
      ],
      rows: listed.map((one) => [one.usedOn, one.requestNo, one.lotName, one.lotNo, one.itemName, one.value, one.analystName]),
    },
  ]
}

const lotBlocks = ({ lots }: IncidentFile): Block[] =>
  lots.length === 0
    ? []
    : [
        { is: 'heading', text: `涉及批次（${lots.length}）` },
        {
          is: 'table',
          columns: [
            { title: '批号', share: 20 },
            { title: '品名', share: 16 },
            { title: '处置', share: 18 },
            { title: '结论', share: 26 },
            { title: '处置人', share: 20 },
          ],
          rows: lots.map((lot) => [
            lot.lotNo,
            lot.name,
            lot.decision === null ? '待处置' : incidentDecisions[lot.decision],
            lot.conclusion ?? '',
            [lot.decidedBy, lot.approvedBy].filter((name) => name !== null).join('、'),
          ]),
        },
      ]

const measureBlocks = ({ measures }: IncidentFile): Block[] =>
  measures.length === 0
    ? []
    : [
        { is: 'heading', text: '纠正与预防措施' },
        {
          is: 'table',
          columns: [
            { title: '措施', share: 30 },
            { title: '责任人', share: 11 },
            { title: '期限', share: 13 },
            { title: '状态', share: 12 },
            { title: '证据与效果', share: 34 },
          ],
          rows: measures.map((one) => [
            `${one.serial}. ${measureKinds[one.kind]}：${one.action}`,
            one.owner.name,
            one.dueOn,
            measureLooks[one.state].label,
            [one.proof, one.effect === null ? null : `${one.effect}（${one.verifiedBy ?? ''}）`].filter((said) => said !== null).join('；'),
          ]),
        },
      ]

const stepBlocks = ({ steps }: IncidentFile): Block[] => [
  { is: 'heading', text: '经过' },
  {
    is: 'table',
    columns: [
      { title: '步骤', share: 16 },
      { title: '说明', share: 46 },
      { title: '人员', share: 18 },
      { title: '时间', share: 20 },
    ],
    rows: steps.map(({ step, note, by, second, at }) => [
      incidentSteps[step],
      note,
      [by ?? '反映人', second].filter((name) => name !== null).join('、'),
      dateTime(at),
    ]),
  },
]
