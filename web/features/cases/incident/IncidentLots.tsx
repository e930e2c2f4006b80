import { useState } from 'react'
import { Link } from 'react-router'
import { incidentActions, incidentDecisions } from '#contract/cases/incident.ts'
import type { IncidentFile, IncidentLot } from '#contract/cases/incident-file.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { whyNotInvestigated } from '#contract/laboratory/request.ts'
import { useHolds } from '#web/lib/actor.ts'
import { amount, dateTime } from '#web/lib/format.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { RequestDialog } from '#web/features/laboratory/inspection/RequestDialog.tsx'
import { AddLotsDialog, DecideLotDialog, WidenHoldDialog } from './LotDialogs.tsx'

/** The lots that a case holds, and what is decided about each. */
export function IncidentLots({ file: { incident, lots, toldLot } }: { file: IncidentFile }) {
  const canTrace = useHolds('22')
  const [deciding, setDeciding] = useState<IncidentLot>()
  const [investigating, setInvestigating] = useState<IncidentLot>()
  const [adding, setAdding] = useState(false)
  const [widening, setWidening] = useState<IncidentLot>()
  const canInvestigate = useHolds('13:decide')
  const columns: readonly Column<IncidentLot>[] = [
    {
      title: '批号',
      key: 'lotNo',
      render: ({ lotNo, name }) => (
        <>
          <span className="unbroken">{canTrace ? <Link to={`/suyuan-lvli?q=${encodeURIComponent(lotNo)}`}>{lotNo}</Link> : lotNo}</span>
          <small className="why">{name}</small>
        </>
      ),
    },
    { title: '状态', key: 'state', render: (lot) => <StateTag of={lotStates[lot.kind]} state={lot.state} /> },
    {
      title: '本事件冻结',
      key: 'isHeld',
      render: ({ isHeld, reaches }) =>
        isHeld ? (
          <span className="tag tag-warning">{reaches ? '冻结中，含下游' : '冻结中，不含下游'}</span>
        ) : (
          <span className="tag tag-neutral">未冻结</span>
        ),
    },
    { title: '处置', key: 'decision', render: (lot) => <Decided lot={lot} /> },
    { title: '在厂', key: 'inHouse', align: 'right', render: ({ inHouse, unit }) => amount(inHouse, unit) },
  ]
  const isOpen = incident.closedAt === null && incident.state !== 'submitted'
  return (
    <>
      {isOpen && (
        <p className="tags steps">
          <ActionButton action={incidentActions.addLots} row={incident} type="default" onClick={() => setAdding(true)} />
        </p>
      )}
      {lots.length === 0 ? (
        <p className="quiet">没有加入批次；可能受影响的批次请加入，立即冻结。</p>
      ) : (
        <DataTable
          caption="事件涉及的批次"
          rows={lots}
          rowKey={({ id }) => id}
          columns={columns}
          actions={(lot) =>
            lot.decision === null && (
              <>
                {canInvestigate && incident.closedAt === null && (
                  <ReasonButton reason={whyNotInvestigated(lot)} type="link" onClick={() => setInvestigating(lot)}>
                    调查取样
                  </ReasonButton>
                )}
                {isOpen && lot.isHeld && !lot.reaches && (
                  <ActionButton
                    action={{ ...incidentActions.addLots, label: '同时冻结下游' }}
                    row={incident}
                    onClick={() => setWidening(lot)}
                  />
                )}
                <ActionButton action={incidentActions.decideLot} row={incident} danger onClick={() => setDeciding(lot)} />
              </>
            )
          }
        />
      )}
      {adding && (
        <AddLotsDialog
          incident={incident}
          told={toldLot !== null && !lots.some(({ lotId }) => lotId === toldLot.id) ? toldLot.lotNo : null}
          onClose={() => setAdding(false)}
        />
      )}
      {widening && <WidenHoldDialog incident={incident} lot={widening} onClose={() => setWidening(undefined)} />}
      {investigating && (
        <RequestDialog
          side={investigating.kind === 'raw' ? 'raw' : 'bulk'}
          lotId={investigating.lotId}
          investigates
          because={`${incident.caseNo}：${incident.subject}`}
          onClose={() => setInvestigating(undefined)}
        />
      )}
      {deciding && <DecideLotDialog incident={incident} lot={deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}

const tones = { usable: 'good', reject: 'bad', not_concerned: 'neutral' } as const

function Decided({ lot }: { lot: IncidentLot }) {
  if (lot.decision === null) return <span className="tag tag-warning">待处置</span>
  return (
    <>
      <span className={`tag tag-${tones[lot.decision]}`}>{incidentDecisions[lot.decision]}</span>
      <small className="why">{lot.conclusion}</small>
      <small className="why">
        {lot.decidedBy}
        {lot.approvedBy && `、${lot.approvedBy}`} {lot.decidedAt && dateTime(lot.decidedAt)}
      </small>
    </>
  )
}
