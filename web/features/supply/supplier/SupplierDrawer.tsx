import { Alert, Button, Drawer, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { ReportIncidentButton } from '#web/features/cases/incident/ReportIncidentButton.tsx'
import { Link } from 'react-router'
import { purchaseCategories, purchaseLooks } from '#contract/supply/purchase.ts'
import {
  approvedOriginText,
  auditKinds,
  auditResults,
  stopCauses,
  stopOutcomes,
  supplierActions,
  supplierChanges,
  supplierChangeWords,
  supplierTrouble,
} from '#contract/supply/supplier.ts'
import {
  supplierApi,
  type SupplierAudit,
  type SupplierDetail,
  type SupplierScopeChange,
  type SupplierStop,
} from '#contract/supply/supplier-api.ts'
import { ChangeButton } from '#web/features/cases/change/ChangeButton.tsx'
import { useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, today } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { Licences } from '#web/features/supply/licence/Licences.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ValidUntil } from '#web/parts/ValidUntil.tsx'
import { AuditDialog } from './AuditDialog.tsx'
import { MaterialsDrawer } from './MaterialsDrawer.tsx'
import { EndStopDialog, QualifyDialog, StopDialog, type StopEnding } from './StandingDialog.tsx'
import { SupplierTags } from './SupplierTags.tsx'

const approvedColumns: readonly Column<SupplierDetail['approved'][number]>[] = [
  { title: '物料', key: 'materialName' },
  { title: '类别', key: 'category', render: (row) => purchaseCategories[row.category] },
  { title: '核定产地', key: 'origin', render: (row) => (row.category === 'crude_drug' ? approvedOriginText(row) : null) },
]

const orderColumns: readonly Column<SupplierDetail['orders'][number]>[] = [
  { title: '采购单号', key: 'orderNo', render: (order) => <Link to={`/yuanliao-caigou?q=${order.orderNo}`}>{order.orderNo}</Link> },
  { title: '物料', key: 'materials' },
  { title: '采购日期', key: 'purchasedOn' },
  { title: '状态', key: 'state', render: (order) => <StateTag of={purchaseLooks} state={order.state} /> },
]

type Doing = 'audit' | 'materials' | 'history' | 'qualify' | 'stop' | StopEnding

/** One supplier: their facts, licences, audits, what they may deliver, and what was ordered. */
export function SupplierDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const supplier = useRead(supplierApi.read, { id })
  const [doing, setDoing] = useState<Doing>()
  const done = () => setDoing(undefined)
  const { data } = supplier
  return (
    <Drawer
      open
      size={1000}
      title={data ? `${data.code} ${data.name}` : '供应商'}
      onClose={onClose}
      extra={
        <Space>
          {data && <ReportIncidentButton from={{ area: 'purchase', source: { table: 'supplier', id, no: data.code } }} />}
          <Button onClick={() => setDoing('history')}>历史</Button>
        </Space>
      }
    >
      {supplier.isPending && <Skeleton active />}
      {supplier.error && <CallFailure error={supplier.error} onRetry={() => void supplier.refetch()} />}
      {data && (
        <>
          <Standing supplier={data} onDo={setDoing} />
          <SupplierFacts supplier={data} />
          <h2 className="drawer-heading">证照</h2>
          <Licences owner={{ of: 'supplier', id }} rows={data.papers} isClosed={data.state === 'removed'} />
          <h2 className="drawer-heading">审计</h2>
          <Audits audits={data.audits} />
          {data.stops.length > 0 && <Stops stops={data.stops} />}
          <h2 className="drawer-heading">核定的物料与产地</h2>
          {data.approved.length === 0 ? (
            <p className="quiet">还没有核定；核定之前不能列为合格</p>
          ) : (
            <DataTable caption="核定的物料与产地" columns={approvedColumns} rows={data.approved} rowKey={(row) => row.id} />
          )}
          {data.scopeChanges.length > 0 && <ScopeChanges changes={data.scopeChanges} />}
          <Attachments of="supplier" id={id} usual="证书" />
          <h2 className="drawer-heading">采购单（最近50张）</h2>
          {data.orders.length === 0 ? (
            <p className="quiet">还没有采购单</p>
          ) : (
            <DataTable caption="采购单" columns={orderColumns} rows={data.orders} rowKey={(order) => order.id} />
          )}
        </>
      )}
      {doing === 'history' && data && <HistoryDrawer table="supplier" id={id} title={data.name} onClose={done} />}
      {doing === 'audit' && data && <AuditDialog supplier={data} onClose={done} />}
      {doing === 'materials' && data && <MaterialsDrawer supplier={data} onClose={done} />}
      {doing === 'qualify' && data && <QualifyDialog supplier={data} onClose={done} />}
      {doing === 'stop' && data && <StopDialog supplier={data} onClose={done} />}
      {(doing === 'confirmStop' || doing === 'liftStop') && data && (
        <EndStopDialog what={doing} supplier={data} stop={data.stops.find(({ endedAs }) => endedAs === null)} onClose={done} />
      )}
    </Drawer>
  )
}

/** Whether they may deliver today and why not, and the steps that would change it. */
function Standing({ supplier, onDo }: { supplier: SupplierDetail; onDo: (what: Doing) => void }) {
  const trouble = supplier.state === 'candidate' ? undefined : supplierTrouble(supplier, today())
  return (
    <>
      {trouble && (
        <Alert
          className="form-failure"
          type={supplier.state === 'removed' ? 'error' : 'warning'}
          showIcon
          title={trouble}
          description={[
            supplier.stop && `${supplier.stop.placedBy.name}登记，待另一人在此确认或解除。`,
            supplier.openOrders > 0 &&
              `有 ${supplier.openOrders} 张未完采购单已标出；在恢复之前不能提交、批准，也不能收货，到货只能登记拒收。`,
          ].map((told) => told && <div key={told}>{told}</div>)}
        />
      )}
      <PendingChange change={supplier.pendingChange} />
      <p className="tags steps">
        <RowActions
          of={supplierActions}
          row={supplier}
          type="default"
          danger={['stop', 'confirmStop']}
          on={{
            edit: null, // in the list
            audit: () => onDo('audit'),
            setMaterials: () => onDo('materials'),
            qualify: () => onDo('qualify'),
            stop: () => onDo('stop'),
            confirmStop: () => onDo('confirmStop'),
            liftStop: () => onDo('liftStop'),
          }}
        />
        {supplier.pendingChange === null && <ProposeChange supplier={supplier} />}
      </p>
    </>
  )
}

/** 暂停, 恢复 and 除名 by change, where the state has room for one. */
function ProposeChange({ supplier: { id, state } }: { supplier: SupplierDetail }) {
  const possible = supplierChanges[state].map((to) => supplierChangeWords[to])
  if (possible.length === 0) return null
  return <ChangeButton record="supplier" id={id} label={`提出${possible.join('或')}`} />
}

function PendingChange({ change }: { change: SupplierDetail['pendingChange'] }) {
  const canOpen = useHolds('37')
  if (change === null) return null
  const { caseNo, to, isApproved, effectiveOn } = change
  const told = isApproved ? `已批准${supplierChangeWords[to]}，${effectiveOn} 起生效` : `已提出${supplierChangeWords[to]}，待第二人批准`
  return (
    <Alert
      className="form-failure"
      type="info"
      showIcon
      title={
        <>
          {told}
          {'，变更 '}
          {canOpen ? <Link to={`/zhiliang-shijian?view=change&q=${caseNo}`}>{caseNo}</Link> : caseNo}
        </>
      }
    />
  )
}

/** 临时暂停: who stopped the supplier at once and why, and what the second person found. */
function Stops({ stops }: { stops: readonly SupplierStop[] }) {
  const [history, setHistory] = useState<SupplierStop>()
  const columns: readonly Column<SupplierStop>[] = [
    { title: '起因', key: 'cause', render: (stop) => stopCauses[stop.cause] },
    { title: '原因', key: 'reason' },
    { title: '登记', key: 'placedAt', render: (stop) => <Done by={stop.placedBy.name} at={stop.placedAt} /> },
    {
      title: '处理',
      key: 'endedAs',
      render: (stop) =>
        stop.endedAs === null ? <span className="tag tag-warning">待第二人确认</span> : <StateTag of={stopOutcomes} state={stop.endedAs} />,
    },
    { title: '核实结论', key: 'conclusion' },
    {
      title: '第二人',
      key: 'endedAt',
      render: (stop) => stop.endedBy && stop.endedAt && <Done by={stop.endedBy.name} at={stop.endedAt} />,
    },
  ]
  return (
    <>
      <h2 className="drawer-heading">临时暂停</h2>
      <DataTable
        caption="临时暂停"
        columns={columns}
        rows={stops}
        rowKey={(stop) => stop.id}
        actions={(stop) =>
          stop.endedAs !== null && (
            <Button type="link" className="text-action" onClick={() => setHistory(stop)}>
              签名
            </Button>
          )
        }
      />
      {history && <HistoryDrawer table="supplier_stop" id={history.id} title="临时暂停" onClose={() => setHistory(undefined)} />}
    </>
  )
}

/** How what they may deliver grew, each time with the two who signed it. */
function ScopeChanges({ changes }: { changes: readonly SupplierScopeChange[] }) {
  const [history, setHistory] = useState<SupplierScopeChange>()
  const columns: readonly Column<SupplierScopeChange>[] = [
    { title: '新增', key: 'added', width: 28, render: (change) => change.added.join('、') },
    { title: '依据', key: 'reason', width: 20 },
    { title: '核定', key: 'changedAt', render: (change) => <Done by={change.changedBy.name} at={change.changedAt} /> },
    { title: '批准', key: 'approvedBy' },
  ]
  return (
    <>
      <h2 className="drawer-heading">范围扩大记录</h2>
      <DataTable
        caption="范围扩大记录"
        columns={columns}
        rows={changes}
        rowKey={(change) => change.id}
        actions={(change) => (
          <Button type="link" className="text-action" onClick={() => setHistory(change)}>
            签名
          </Button>
        )}
      />
      {history && (
        <HistoryDrawer table="supplier_scope_change" id={history.id} title="扩大供货范围" onClose={() => setHistory(undefined)} />
      )}
    </>
  )
}

function SupplierFacts({ supplier }: { supplier: SupplierDetail }) {
  const { qualifiedBy, qualifiedAt } = supplier
  return (
    <Facts
      rows={[
        ['状态', <SupplierTags key="state" supplier={supplier} />],
        ['类型', supplier.kind],
        ['供货类别', supplier.categories.map((category) => purchaseCategories[category]).join('、')],
        ['资格有效期至', <ValidUntil key="until" day={supplier.validUntil} none="—" />],
        ['列为合格', qualifiedBy && qualifiedAt && `${qualifiedBy.name} ${dateTime(qualifiedAt)}`],
        ['统一社会信用代码', supplier.creditCode],
        ['法定代表人', supplier.legalPerson],
        ['联系人', [supplier.contact, supplier.phone].filter(Boolean).join('　')],
        ['地址', `${supplier.address.startsWith(supplier.province) ? '' : supplier.province}${supplier.address}`],
        ...(supplier.latitude && supplier.longitude ? ([['经纬度', `${supplier.latitude}, ${supplier.longitude}`]] as const) : []),
        ['登记人', supplier.createdBy?.name],
        ['备注', supplier.remark],
      ]}
    />
  )
}

function Audits({ audits }: { audits: readonly SupplierAudit[] }) {
  const [history, setHistory] = useState<SupplierAudit>()
  const columns: readonly Column<SupplierAudit>[] = [
    { title: '审计日期', key: 'auditedOn' },
    { title: '类型', key: 'kind', render: (audit) => auditKinds[audit.kind] },
    { title: '审计人员', key: 'auditors' },
    { title: '结论', key: 'result', render: (audit) => <StateTag of={auditResults} state={audit.result} /> },
    { title: '有效期至', key: 'validUntil' },
    { title: '审计发现', key: 'findings' },
    { title: '整改措施', key: 'correctiveActions' },
    { title: '登记人', key: 'recordedBy', render: (audit) => audit.recordedBy.name },
  ]
  if (audits.length === 0) return <p className="quiet">还没有审计</p>
  return (
    <>
      <DataTable
        caption="审计"
        columns={columns}
        rows={audits}
        rowKey={(audit) => audit.id}
        actions={(audit) => (
          <Button type="link" className="text-action" onClick={() => setHistory(audit)}>
            签名
          </Button>
        )}
      />
      {history && (
        <HistoryDrawer table="supplier_audit" id={history.id} title={`${history.auditedOn} 审计`} onClose={() => setHistory(undefined)} />
      )}
    </>
  )
}
