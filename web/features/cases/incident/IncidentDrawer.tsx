import { Button, Drawer, Skeleton, Space, Tabs } from 'antd'
import { useState } from 'react'
import { incidentActions, incidentKinds } from '#contract/cases/incident.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import type { IncidentFile } from '#contract/cases/incident-file.ts'
import { InstrumentUses } from '#web/features/laboratory/means/InstrumentUses.tsx'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { IncidentFacts } from './IncidentFacts.tsx'
import { IncidentLots } from './IncidentLots.tsx'
import { IncidentMeasures } from './IncidentMeasures.tsx'
import { IncidentStep, type IncidentStepName } from './IncidentStep.tsx'
import { IncidentSteps } from './IncidentSteps.tsx'
import { ReportIncidentButton } from './ReportIncidentButton.tsx'

/** One case: what was told, its lots, its measures, its way so far, and the next step of whoever reads it. */
export function IncidentDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(incidentApi.read, { id })
  const [step, setStep] = useState<IncidentStepName>()
  const [history, setHistory] = useState(false)
  const file = read.data
  const take = (name: IncidentStepName) => () => setStep(name)
  return (
    <Drawer
      open
      size={1180}
      title={file ? `${incidentKinds[file.incident.kind]} ${file.incident.caseNo}` : '偏差与投诉'}
      onClose={onClose}
      extra={
        <Space>
          {file?.incident.kind === 'complaint' && (
            <ReportIncidentButton
              label="另立事件"
              from={{
                area: 'customer',
                source: { table: 'incident', id, no: file.incident.caseNo },
                subject: file.incident.subject,
                ...(file.toldLot && { lotNo: file.toldLot.lotNo }),
              }}
            />
          )}
          {file && (
            <PaperButton
              papers={[
                { kind: file.incident.kind === 'deviation' ? 'deviation_record' : 'complaint_record', id },
                ...(file.measures.length > 0 ? [{ kind: 'measure_sheet' as const, id }] : []),
              ]}
            />
          )}
          <Button onClick={() => setHistory(true)}>历史</Button>
        </Space>
      }
      footer={
        file && (
          <div className="drawer-foot">
            <RowActions
              of={incidentActions}
              row={file.incident}
              type="default"
              danger={['unfounded']}
              on={{
                classify: take('classify'),
                addLots: null,
                decideLot: null,
                record: take('record'),
                measure: null,
                submit: take('submit'),
                approve: take('approve'),
                sendBack: take('sendBack'),
                report: file.incident.kind === 'adverse' ? take('report') : null,
                answer: file.incident.kind === 'complaint' ? take('answer') : null,
                close: take('close'),
                unfounded: take('unfounded'),
                reopen: take('reopen'),
              }}
            />
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {file && <FileView file={file} />}
      {file && step && <IncidentStep file={file} step={step} onClose={() => setStep(undefined)} />}
      {file && history && <HistoryDrawer table="incident" id={id} title={file.incident.caseNo} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

function FileView({ file }: { file: IncidentFile }) {
  const { lots, measures, incident, calibration } = file
  return (
    <>
      <IncidentFacts file={file} />
      <Tabs
        defaultActiveKey={lots.length > 0 ? 'lots' : measures.length > 0 ? 'measures' : calibration === null ? 'lots' : 'results'}
        items={[
          ...(calibration === null
            ? []
            : [
                {
                  key: 'results',
                  label: '受影响的结果',
                  children: <InstrumentUses id={calibration.instrumentId} calibrationId={calibration.id} />,
                },
              ]),
          {
            key: 'lots',
            label: `批次 ${lots.length}${incident.undecided > 0 ? `，待处置 ${incident.undecided}` : ''}`,
            children: <IncidentLots file={file} />,
          },
          { key: 'measures', label: `措施 ${measures.length}`, children: <IncidentMeasures file={file} /> },
          { key: 'steps', label: '经过', children: <IncidentSteps file={file} /> },
        ]}
      />
    </>
  )
}
