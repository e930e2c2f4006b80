import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { holdKinds } from '#contract/warehouse/lot.ts'
import { movementKinds, zones } from '#contract/warehouse/movement.ts'
import { liftableHoldKind, stockActions, stockApi, storable, type Hold, type LotStock, type StockSide } from '#contract/warehouse/stock.ts'
import { standingReasons } from '#contract/warehouse/standing.ts'
import type { MaterialUnit } from '#contract/warehouse/unit.ts'
import { useRead } from '#web/lib/call.ts'
import { amount, dateTime, figure } from '#web/lib/format.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { UnfreezeDialog } from './UnfreezeDialog.tsx'

const placeColumns = (unit: MaterialUnit): readonly Column<LotStock['places'][number]>[] => [
  { title: '货位', key: 'code', render: (place) => `${place.code} ${place.name}` },
  { title: '库区', key: 'zone', render: (place) => (place.zone === null ? place.warehouse : `${place.warehouse} ${zones[place.zone]}`) },
  { title: `数量 (${unit})`, key: 'quantity', align: 'right', render: (place) => figure(place.quantity, unit) },
]

const entryColumns = (unit: MaterialUnit): readonly Column<LotStock['entries'][number]>[] => [
  { title: '时间', key: 'occurredAt', render: (entry) => dateTime(entry.occurredAt) },
  { title: '变动', key: 'kind', render: (entry) => movementKinds[entry.kind] },
  { title: '从', key: 'from' },
  { title: '到', key: 'to' },
  { title: `数量 (${unit})`, key: 'quantity', align: 'right', render: (entry) => figure(entry.quantity, unit) },
  { title: `结存 (${unit})`, key: 'balance', align: 'right', render: (entry) => figure(entry.balance, unit) },
  { title: '单据', key: 'documentNo' },
  { title: '原因', key: 'reason' },
  { title: '经办', key: 'by' },
]

/** Places, reservations, holds and ledger of one lot; the same for what was bought and what was made. */
export function LotStockSections({
  side,
  lot,
}: {
  side: StockSide
  lot: { id: string; lotNo: string; kind: 'raw' | 'auxiliary' | 'bulk' | 'pack'; unit?: MaterialUnit }
}) {
  const { unit = 'kg' } = lot
  const stock = useRead(stockApi[side].stock, { id: lot.id })
  const [lifting, setLifting] = useState<Hold>()
  const [signed, setSigned] = useState<Hold>()
  if (stock.isPending) return <Skeleton active />
  if (stock.error) return <CallFailure error={stock.error} onRetry={() => void stock.refetch()} />
  const { places, reservations, holds, entries } = stock.data
  const openHolds = holds.filter((hold) => hold.liftedAt === null)
  return (
    <>
      <h2 className="drawer-heading">存放</h2>
      {places.length === 0 ? (
        <p className="quiet">已不在库</p>
      ) : (
        <DataTable caption={`${lot.lotNo} 存放`} columns={placeColumns(unit)} rows={places} rowKey={(place) => place.id} />
      )}
      {reservations.length > 0 && (
        <p className="quiet">
          其中已预留：
          {reservations
            .map(({ documentKind, quantity }) => `${reservedFor[documentKind] ?? '其它单据'} ${amount(quantity, unit)}`)
            .join('，')}
        </p>
      )}
      <h2 className="drawer-heading">冻结</h2>
      {holds.length === 0 && <p className="quiet">没有冻结记录</p>}
      <ol className="history">
        {holds.map((hold) => (
          <li key={hold.id}>
            <div>
              <strong>{holdKinds[hold.kind]}</strong> <span className="tag tag-neutral">{reachText(hold)}</span>　{hold.placedBy.name}
              {'　'}
              <time dateTime={hold.placedAt}>{dateTime(hold.placedAt)}</time>
              {hold.liftedAt === null && liftableHoldKind.safeParse(hold.kind).success && (
                <>
                  {'　'}
                  <ActionButton
                    action={stockActions[side].unfreeze}
                    row={storable({ kind: lot.kind, holds: openHolds.length })}
                    onClick={() => setLifting(hold)}
                  />
                </>
              )}
              {'　'}
              <Button type="link" className="text-action" onClick={() => setSigned(hold)}>
                签名与历史
              </Button>
            </div>
            <p>{hold.reason}</p>
            {hold.liftedAt === null && caseOfHold[hold.kind] && <p className="quiet">{caseOfHold[hold.kind]}</p>}
            {hold.liftedAt !== null && (
              <>
                <p className="quiet">
                  已解除：{hold.liftedBy?.name}
                  {hold.liftSecondBy && `、${hold.liftSecondBy.name}`} {dateTime(hold.liftedAt)}，{hold.conclusion}
                </p>
                {hold.liftEvidence && <p className="quiet">依据：{hold.liftEvidence}</p>}
              </>
            )}
          </li>
        ))}
      </ol>
      <h2 className="drawer-heading">台账</h2>
      <DataTable caption={`${lot.lotNo} 台账`} columns={entryColumns(unit)} rows={entries} rowKey={(entry) => String(entry.id)} />
      {signed && <HistoryDrawer table="hold" id={signed.id} title={holdKinds[signed.kind]} onClose={() => setSigned(undefined)} />}
      {lifting && <UnfreezeDialog side={side} lot={lot} hold={lifting} onClose={() => setLifting(undefined)} />}
    </>
  )
}

/** Whether a hold also stops what was made of the lot. */
const reachText = ({ kind, reaches }: Hold) => {
  const says = standingReasons[kind].reaches
  return says === 'always' || (says === 'chosen' && reaches !== false) ? '含下游批次' : '仅本批'
}

/** Holds that nobody lifts by hand, and where they end. */
const caseOfHold: Partial<Record<Hold['kind'], string>> = {
  oos: '随OOS结论解除，在检验报告中结案',
  impact: '在质量事件中处置后解除',
}

const reservedFor: Record<string, string> = { production_order: '生产指令', packaging_order: '包装指令', sales_order: '销售单' }
