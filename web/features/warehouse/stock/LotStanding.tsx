import { useState } from 'react'
import { Link } from 'react-router'
import { rejectLotAction, type RejectableLot } from '#contract/release/raw-release.ts'
import { stockApi, type StockSide } from '#contract/warehouse/stock.ts'
import { OpenImpactDialog } from '#web/features/cases/event/OpenImpactDialog.tsx'
import { ReportIncidentButton } from '#web/features/cases/incident/ReportIncidentButton.tsx'
import { RejectLotDialog } from '#web/features/release/raw/RejectLotDialog.tsx'
import { useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StandingReasons } from '#web/parts/StandingReasons.tsx'

/** Where the lot stands, and what quality assurance and the 质量负责人 may decide about it at any time. */
export function LotStanding({
  side,
  lot,
}: {
  side: StockSide
  lot: RejectableLot & { id: string; lotNo: string; name: string; holds: number; isToxic: boolean }
}) {
  // The sections below read the same and show its failure.
  const stock = useRead(stockApi[side].stock, { id: lot.id })
  const canReadCases = useHolds('37')
  const mayRecall = useHolds('37:propose')
  const [doing, setDoing] = useState<'reject' | 'impact'>()
  const close = () => setDoing(undefined)
  const reasons = stock.data?.reasons
  const isRecalled = reasons?.some(({ kind, isOwn }) => kind === 'recall' && isOwn) ?? false
  // A case is found by the lot in doubt: an ancestor, where one speaks against this lot.
  const inDoubt = reasons?.find(({ isOwn }) => !isOwn)?.lotNo ?? lot.lotNo
  // A pack lot before its release is refused by the 质量受权人, in the list.
  const isRejectable = lot.kind !== 'pack' || lot.state === 'released'
  return (
    <>
      {reasons && <StandingReasons reasons={reasons} />}
      <div className="tags steps">
        <RowActions
          of={{ reject: rejectLotAction }}
          row={lot}
          danger={['reject']}
          type="default"
          on={{ reject: isRejectable ? () => setDoing('reject') : null }}
        />
        {lot.kind !== 'pack' && (
          <DutyButton duty="37:decide" type="default" onClick={() => setDoing('impact')}>
            影响评估
          </DutyButton>
        )}
        <ReportIncidentButton from={{ area: 'storage', source: { table: 'lot', id: lot.id, no: lot.lotNo }, lotNo: lot.lotNo }} />
        {mayRecall && !isRecalled && (
          <Link className="beside-steps" to={`/zhiliang-shijian?view=recall&lot=${lot.id}`}>
            发起召回或演练
          </Link>
        )}
        {canReadCases && (
          <Link className="beside-steps" to={`/zhiliang-shijian?q=${encodeURIComponent(inDoubt)}`}>
            质量事件
          </Link>
        )}
      </div>
      {doing === 'reject' && <RejectLotDialog lot={lot} onClose={close} />}
      {doing === 'impact' && <OpenImpactDialog lot={lot} onClose={close} />}
    </>
  )
}
