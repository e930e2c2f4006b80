import { Button } from 'antd'
import { Link } from 'react-router'
import {
  causeFactors,
  incidentAreas,
  incidentLevels,
  incidentLooks,
  incidentSources,
  type IncidentSource,
} from '#contract/cases/incident.ts'
import type { IncidentFile, IncidentRow } from '#contract/cases/incident-file.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useHolds } from '#web/lib/actor.ts'
import { dateTime } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import './incident.css'

type Rows = Parameters<typeof Facts>[0]['rows']

/** What was told of a case, and what is known of it by now. */
export function IncidentFacts({ file }: { file: IncidentFile }) {
  const { incident } = file
  return <Facts rows={[...toldRows(file), ...complaintRows(file), ...foundRows(file), ...endRows(file, incident)]} />
}

const toldRows = (file: IncidentFile): Rows => {
  const { incident } = file
  return [
    ['状态', <StateTag key="state" of={incidentLooks} state={incident.state} />],
    ['级别', incident.level && <Level key="level" row={incident} />],
    ['说明', incident.subject],
    ['经过', file.description],
    ...(file.measured === '' ? [] : ([['实测', `${file.measured}${file.expected === '' ? '' : `（应为 ${file.expected}）`}`]] as const)),
    ['来源', <Source key="source" row={incident} />],
    ...(file.toldLot === null ? [] : ([['反映的批次', <ToldLot key="lot" lot={file.toldLot} />]] as const)),
    ['发现', `${file.foundBy ?? ''}　${dateTime(incident.foundAt)}${incident.place === '' ? '' : `　${incident.place}`}`],
    ['上报', `${incident.openedBy?.name ?? '扫码反映'}　${dateTime(incident.openedAt)}`],
  ]
}

/** The lot that somebody told of, the way to its history, and to its recall. */
function ToldLot({ lot: { id, lotNo, name } }: { lot: NonNullable<IncidentFile['toldLot']> }) {
  const canTrace = useHolds('22')
  const canRecall = useHolds('37:propose')
  return (
    <>
      {name} {canTrace ? <Link to={`/suyuan-lvli?q=${encodeURIComponent(lotNo)}`}>{lotNo}</Link> : lotNo}
      {canRecall && (
        <>
          　<Link to={`/zhiliang-shijian?view=recall&lot=${id}`}>发起召回</Link>
        </>
      )}
    </>
  )
}

const Level = ({ row: { level, dueOn, isLate } }: { row: IncidentRow }) =>
  level && (
    <>
      <StateTag of={incidentLevels} state={level} /> {dueOn} 前完成 {isLate && <span className="tag tag-bad">逾期</span>}
    </>
  )

/** The part of a page with several on which a source is listed. */
const viewOf: Partial<Record<IncidentSource, string>> = {
  incident: 'view=incident&',
  recall_case: 'view=recall&',
  oos_case: 'view=oos&',
  asset: 'view=asset&',
  calibration: 'view=means&',
  climate_point: 'view=climate&',
  care_record: 'view=care&list=records&',
}

/** Where it comes from: a record of ours opens on its page, for those who may see it. */
function Source({ row: { area, source, sourceNo } }: { row: IncidentRow }) {
  const canOpen = useHolds(source === null ? '37' : incidentSources[source].code)
  if (source === null) return incidentAreas[area]
  const { label, page } = incidentSources[source]
  const named = `${label} ${sourceNo}`
  const view = viewOf[source] ?? ''
  return (
    <>
      {incidentAreas[area]}　{canOpen ? <Link to={`${page}?${view}q=${encodeURIComponent(sourceNo)}`}>{named}</Link> : named}
    </>
  )
}

const complaintRows = ({
  customer,
  complainant,
  contact,
  code,
  hasPicture,
  answerLink,
  answer,
  answeredBy,
  answeredAt,
  incident,
}: IncidentFile): Rows => {
  if (incident.kind === 'deviation') return []
  return [
    ...(customer === null && complainant === '' ? [] : ([['反映人', customer ?? complainant]] as const)),
    ...(contact === '' ? [] : ([['联系方式', contact]] as const)),
    ...(code === '' ? [] : ([['追溯码', code]] as const)),
    ...(hasPicture
      ? ([
          ['照片', <img key="picture" className="told-picture" src={`/api/incidents/${incident.id}/picture`} alt="反映人附的照片" />],
        ] as const)
      : []),
    ...(answerLink === null
      ? []
      : ([
          [
            '答复页',
            <Button key="answer" type="link" className="text-action" href={answerLink}>
              反映人看到的页面
            </Button>,
          ],
        ] as const)),
    ...(answer === null ? [] : ([['答复', `${answer}（${answeredBy}　${answeredAt === null ? '' : dateTime(answeredAt)}）`]] as const)),
  ]
}

const foundRows = ({ immediateAction, cause, incident: { post }, effects, investigatedByName }: IncidentFile): Rows => [
  ...(immediateAction === '' ? [] : ([['应急措施', immediateAction]] as const)),
  ...(cause === null ? [] : ([['根本原因', <Cause key="cause" cause={cause} />]] as const)),
  ...(post === '' ? [] : ([['涉及岗位', post]] as const)),
  ...(effects === '' ? [] : ([['影响', effects]] as const)),
  ...(investigatedByName === null ? [] : ([['调查', investigatedByName]] as const)),
]

/** The root first; how it was found stands below. */
function Cause({ cause: { root, factor, whys, factors } }: { cause: NonNullable<IncidentFile['cause']> }) {
  const bones = keysOf(causeFactors).filter((one) => factors[one])
  return (
    <>
      {root}（{causeFactors[factor]}）{whys.length > 0 && <small className="why">为什么：{whys.join(' ← ')}</small>}
      {bones.length > 0 && <small className="why">{bones.map((one) => `${causeFactors[one]}：${factors[one]}`).join('；')}</small>}
    </>
  )
}

const endRows = (file: IncidentFile, { closedAt }: IncidentRow): Rows => [
  ...(file.reportBy === null ? [] : ([['上报监管', reported(file)]] as const)),
  ...(file.approvedBy === null
    ? []
    : ([['批准', `${file.approvedBy}　${file.approvedAt === null ? '' : dateTime(file.approvedAt)}`]] as const)),
  ...(file.conclusion === null
    ? []
    : ([
        [
          '结论',
          `${file.conclusion}（${[file.closedBy, file.closedSecondBy].filter((name) => name !== null).join('、')}　${closedAt === null ? '' : dateTime(closedAt)}）`,
        ],
      ] as const)),
]

const reported = ({ reportBy, reportedOn, reportedNo, reportWaived }: IncidentFile) =>
  reportedOn !== null
    ? `${reportedOn} 已上报，编号 ${reportedNo}`
    : reportWaived === ''
      ? `${reportBy} 前上报`
      : `不需上报：${reportWaived}`
