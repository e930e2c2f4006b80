import { Checkbox, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { caseApi, impactActions, mostLotsAtOnce, type CaseFile, type ImpactLot } from '#contract/cases/impact.ts'
import { caseKinds, caseLooks } from '#contract/cases/quality-case.ts'
import { refusal } from '#contract/kernel/action.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { useActor, useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, kg, kgUnit } from '#web/lib/format.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { ReasonList } from '#web/parts/StandingReasons.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { SourceLot } from './SourceLot.tsx'
import './event.css'

/** One quality case: the lot in doubt, the batches on the line that it stops, and every lot made of it with what is decided about each. */
export function CaseDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const file = useRead(caseApi.read, { id })
  const row = file.data?.case
  return (
    <Drawer open size={1280} title={row ? `${caseKinds[row.kind]} ${row.caseNo}` : '质量事件'} onClose={onClose}>
      {file.isPending && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {file.data && <FileView file={file.data} />}
    </Drawer>
  )
}

function FileView({ file }: { file: CaseFile }) {
  const { case: row, orders } = file
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={caseLooks} state={row.state} />],
          ['来源批', row.lotNo && <SourceLot key="lot" row={row} />],
          ['原因', row.reason],
          // The case ends with the decision; what the change waits for afterwards stands in its own list.
          ...(row.kind === 'change'
            ? [
                [
                  '变更',
                  <Link key="change" to={`/zhiliang-shijian?view=change&q=${row.caseNo}`}>
                    内容、批准与执行
                  </Link>,
                ] as const,
              ]
            : []),
          ['依据单据', row.documentNo],
          ['开启', `${row.openedBy}　${dateTime(row.openedAt)}`],
          ['关闭', row.closedAt && dateTime(row.closedAt)],
          ...(row.held > 0 ? [['处置', `共 ${row.held} 批，待处置 ${row.undecided} 批`] as const] : []),
        ]}
      />
      {orders.length > 0 && <RunningOrders orders={orders} />}
      {row.kind === 'impact' && <MadeLots file={file} />}
    </>
  )
}

function RunningOrders({ orders }: { orders: CaseFile['orders'] }) {
  const canProduce = useHolds('15')
  return (
    <>
      <h2 className="drawer-heading">受影响的在产批次</h2>
      <p className="quiet">来源批恢复可用之前，下一道工序不能开始。</p>
      <DataTable
        caption="受影响的在产批次"
        rows={orders}
        rowKey={(order) => order.id}
        columns={[
          {
            title: '指令单号',
            key: 'orderNo',
            render: (order) => (canProduce ? <Link to={`/yinpian-shengchan?record=${order.id}`}>{order.orderNo}</Link> : order.orderNo),
          },
          { title: '批号', key: 'batchNo' },
          { title: '产品', key: 'productName' },
          { title: '已领用 (kg)', key: 'quantity', align: 'right', render: (order) => kg(order.quantity) },
        ]}
      />
    </>
  )
}

const lotColumns: readonly Column<ImpactLot>[] = [
  { title: '批号', key: 'lotNo', render: (lot) => <LotName lot={lot} /> },
  { title: '状态', key: 'state', render: (lot) => <LotState lot={lot} /> },
  // What is decided, and what speaks against it, stands beside the state: it is never the column that a narrow window hides.
  { title: '处置', key: 'decision', render: (lot) => <Decision lot={lot} /> },
  {
    title: '源自来源批 / 批量 (kg)',
    key: 'stemming',
    align: 'right',
    render: (lot) => `${exact(lot.stemming).isZero() ? '—' : kg(lot.stemming)} / ${kg(lot.quantity)}`,
  },
  { title: '在厂 / 已发出 (kg)', key: 'inHouse', align: 'right', render: (lot) => <WhereItIs lot={lot} /> },
  {
    title: '客户',
    key: 'customers',
    render: (lot) => (lot.customers?.length === 0 ? null : <Customers customers={lot.customers} />),
  },
]

/** What is in the house and what left, in kg and in trace codes. */
const WhereItIs = ({ lot: { inHouse, shipped, codes, codesShipped } }: { lot: ImpactLot }) => (
  <>
    {`${kg(inHouse)} / ${kg(shipped)}`}
    {codes > 0 && <small className="why">{`追溯码已发 ${codesShipped}，共 ${codes}`}</small>}
  </>
)

/** While a lot waits for its decision its own state is no verdict: it is held. */
function LotState({ lot }: { lot: ImpactLot }) {
  const looks = lotStates[lot.kind]
  if (!isUndecided(lot)) return <StateTag of={looks} state={lot.state} />
  return <span className="tag tag-neutral">{looks[lot.state].label}</span>
}

/** Every lot made of the doubtful one, and the decision about each. */
function MadeLots({ file: { case: row, lots } }: { file: CaseFile }) {
  const [deciding, setDeciding] = useState<readonly ImpactLot[]>()
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const actor = useActor()
  const standingOf = (lot: ImpactLot) => ({ ...row, ...lot, state: row.state })
  const open = lots.filter((lot) => isUndecided(lot) && refusal(impactActions.decide, standingOf(lot), actor) === undefined)
  const chosen = open.filter(({ lotId }) => chosenIds.has(lotId))
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosenIds((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
  const columns = lotColumns.map((column) =>
    column.key === 'lotNo'
      ? {
          ...column,
          render: (lot: ImpactLot) => (
            <span className="chosen-lot">
              {open.includes(lot) && open.length > 1 && (
                <Checkbox
                  aria-label={`选择 ${lot.lotNo}`}
                  checked={chosenIds.has(lot.lotId)}
                  onChange={({ target }) => choose([lot.lotId], target.checked)}
                />
              )}
              <span>
                <LotName lot={lot} />
              </span>
            </span>
          ),
        }
      : column,
  )
  return (
    <>
      <h2 className="drawer-heading">由来源批制成的批次</h2>
      {lots.length === 0 ? (
        <p className="quiet">没有下游批次</p>
      ) : (
        <>
          {open.length > 1 && (
            <p className="tags steps">
              <Checkbox
                className="choose-all"
                checked={chosen.length === open.length}
                indeterminate={chosen.length > 0 && chosen.length < open.length}
                onChange={({ target }) =>
                  choose(
                    open.map(({ lotId }) => lotId),
                    target.checked,
                  )
                }
              >
                全选您可处置的 {open.length} 批
              </Checkbox>
              <ReasonButton
                type="default"
                reason={
                  chosen.length === 0 ? '请先勾选要处置的批次' : chosen.length > mostLotsAtOnce ? `一次最多${mostLotsAtOnce}批` : undefined
                }
                onClick={() => setDeciding(chosen)}
              >
                {chosen.length === 0 ? '一并处置' : `一并处置 ${chosen.length} 批`}
              </ReasonButton>
            </p>
          )}
          <DataTable
            caption="由来源批制成的批次"
            columns={columns}
            rows={lots}
            rowKey={(lot) => lot.lotId}
            actions={(lot) =>
              isUndecided(lot) && (
                <ActionButton action={impactActions.decide} row={standingOf(lot)} danger onClick={() => setDeciding([lot])} />
              )
            }
          />
        </>
      )}
      {deciding && <DecideDialog of={row} lots={deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}

const isUndecided = (lot: ImpactLot) => lot.impactId !== null && lot.decision === null

function LotName({ lot: { lotNo, name } }: { lot: ImpactLot }) {
  const canTrace = useHolds('22')
  return (
    <>
      <span className="unbroken">{canTrace ? <Link to={`/suyuan-lvli?q=${encodeURIComponent(lotNo)}`}>{lotNo}</Link> : lotNo}</span>
      <small className="why">{name}</small>
    </>
  )
}

/** The first customers at once, a long list on demand. */
function Customers({ customers }: { customers: ImpactLot['customers'] }) {
  if (customers === null) return <span className="quiet">无权查看</span>
  const packs = customers.reduce((sum, one) => sum + one.packs, 0)
  const quantity = customers.reduce((sum, one) => sum.plus(one.quantity), exact('0'))
  const list = (
    <ul className="impact-customers">
      {customers.map((one) => (
        <li key={one.name}>
          {one.name} <span className="quiet">{`${one.packs} 袋，${kgUnit(one.quantity)}`}</span>
        </li>
      ))}
    </ul>
  )
  if (customers.length <= 3) return list
  return (
    <details>
      <summary>{`${customers.length} 家，${packs} 袋，${kgUnit(quantity.toFixed())}`}</summary>
      {list}
    </details>
  )
}

/** What was decided about the lot by whom; before that, what else speaks against it. */
function Decision({ lot }: { lot: ImpactLot }) {
  if (lot.decision !== null)
    return (
      <>
        <span className={`tag ${lot.decision === 'clear' ? 'tag-good' : 'tag-bad'}`}>
          {lot.decision === 'clear' ? '已解除' : '判不合格'}
        </span>
        <small className="why">{lot.conclusion}</small>
        <small className="why">
          {lot.decidedBy}
          {lot.approvedBy && `、${lot.approvedBy}`} {lot.decidedAt && dateTime(lot.decidedAt)}
        </small>
      </>
    )
  if (lot.impactId === null) return <span className="quiet">无需处置</span>
  return (
    <>
      <span className="tag tag-warning">待处置</span>
      {lot.reasons.length > 0 && (
        <div className="impact-reasons">
          <ReasonList reasons={lot.reasons} />
        </div>
      )}
    </>
  )
}
