import { Link } from 'react-router'
import { incidentLooks, measureLooks } from '#contract/cases/incident.ts'
import type { RecallFile, RecallFinding } from '#contract/cases/recall-file.ts'
import { ReportIncidentButton } from '#web/features/cases/incident/ReportIncidentButton.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'

const columns: readonly Column<RecallFinding>[] = [
  {
    title: '事件',
    key: 'caseNo',
    render: ({ id, caseNo, subject }) => (
      <>
        <Link className="unbroken" to={`/zhiliang-shijian?view=incident&id=${id}`}>
          {caseNo}
        </Link>
        <small className="why">{subject}</small>
      </>
    ),
  },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={incidentLooks} state={state} /> },
  { title: '措施、责任人与期限', key: 'measures', width: 60, render: (row) => <Measures of={row} /> },
]

const Measures = ({ of: { measures } }: { of: RecallFinding }) =>
  measures.length === 0 ? (
    <span className="quiet">还没有措施，由QA在事件中制定</span>
  ) : (
    <ul className="plain">
      {measures.map((one) => (
        <li key={one.serial}>
          {one.action}　{one.owner}，{one.dueOn} 前 <StateTag of={measureLooks} state={one.state} />
          {one.isLate && <span className="tag tag-bad">逾期</span>}
        </li>
      ))}
    </ul>
  )

/** What a recall or drill brought to light: each is a case with its measures, told from here and followed there. */
export function RecallFindings({ file: { recall, findings } }: { file: RecallFile }) {
  const from = { source: { table: 'recall_case' as const, id: recall.id, no: recall.caseNo } }
  return (
    <>
      <p className="tags steps">
        <ReportIncidentButton from={from} label="上报发现" />
      </p>
      {findings.length === 0 ? (
        <p className="quiet">没有上报发现。演练或召回中暴露的问题在这里上报，由QA分级、定措施、责任人与期限，并确认有效。</p>
      ) : (
        <DataTable caption="发现与措施" rows={findings} rowKey={({ id }) => id} columns={columns} />
      )}
    </>
  )
}
