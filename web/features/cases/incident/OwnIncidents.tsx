import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { incidentKinds, incidentLooks } from '#contract/cases/incident.ts'
import type { IncidentMeasure, OwnIncident } from '#contract/cases/incident-file.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { measureColumns } from './IncidentMeasures.tsx'
import { ReportIncidentButton } from './ReportIncidentButton.tsx'
import { TextDialog } from './TextDialog.tsx'

type Own = IncidentMeasure & { incidentId: string; caseNo: string }

const caseColumns: readonly Column<OwnIncident>[] = [
  { title: '编号', key: 'caseNo' },
  { title: '类别', key: 'kind', render: ({ kind }) => incidentKinds[kind] },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={incidentLooks} state={state} /> },
  { title: '说明', key: 'subject', width: 30 },
  { title: '上报时间', key: 'openedAt', render: ({ openedAt }) => dateTime(openedAt) },
]

const columns: readonly Column<Own>[] = [{ title: '事件', key: 'caseNo' }, ...measureColumns.filter(({ key }) => key !== 'owner')]

/** 我的质量事件: what a person told, and the measures that they answer for, without the page of all cases. */
export function OwnIncidents() {
  const own = useRead(incidentApi.own, {})
  const [finishing, setFinishing] = useState<Own>()
  const rows = own.data ?? []
  const measures = rows.flatMap(({ id, caseNo, measures: theirs }) => theirs.map((one) => ({ ...one, incidentId: id, caseNo })))
  const told = rows.filter(({ isOwn }) => isOwn)
  return (
    <>
      <p className="tags steps">
        <ReportIncidentButton primary />
      </p>
      {own.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {own.error && <CallFailure error={own.error} onRetry={() => void own.refetch()} />}
      {own.data && (
        <>
          <h2 className="drawer-heading">由我负责的措施</h2>
          {measures.length === 0 ? (
            <p className="nothing">没有由您负责的措施</p>
          ) : (
            <DataTable
              caption="由我负责的措施"
              rows={measures}
              rowKey={({ id }) => id}
              columns={columns}
              actions={(one) =>
                one.state === 'open' && (
                  <Button type="link" className="text-action" onClick={() => setFinishing(one)}>
                    完成
                  </Button>
                )
              }
            />
          )}
          <h2 className="drawer-heading">我上报的</h2>
          {told.length === 0 ? (
            <p className="nothing">您还没有上报过质量事件</p>
          ) : (
            <DataTable caption="我上报的" rows={told} rowKey={({ id }) => id} columns={caseColumns} />
          )}
        </>
      )}
      {finishing && (
        <TextDialog<typeof incidentApi.finishMeasure.input, { text: string }>
          title={`完成措施 ${finishing.caseNo}-${finishing.serial}`}
          submit="完成"
          label="完成情况与证据"
          most={500}
          endpoint={incidentApi.finishMeasure}
          inputOf={({ text }) => ({ id: finishing.incidentId, measureId: finishing.id, proof: text })}
          done="已完成，待QA确认有效"
          onClose={() => setFinishing(undefined)}
        >
          <p className="quiet">{finishing.action}</p>
        </TextDialog>
      )}
    </>
  )
}
