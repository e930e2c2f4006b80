import { Button, Input, Segmented, Skeleton, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { only } from '#contract/kernel/certain.ts'
import { bornQuantity, lotStates } from '#contract/warehouse/lot.ts'
import { foundBy, readView, traceApi, type FoundLot, type RecentLot, type TraceView } from '#contract/tracing/trace.ts'
import { useRead } from '#web/lib/call.ts'
import { usePhone } from '#web/lib/media.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { usePrinting } from '#web/lib/printing.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StandingReasons } from '#web/parts/StandingReasons.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { OpenImpactDialog } from '#web/features/cases/event/OpenImpactDialog.tsx'
import { BalanceCards } from './BalanceCards.tsx'
import { RecallDrawer } from './RecallDrawer.tsx'
import { amount } from './show-share.ts'
import { DocumentList, Timeline } from './Timeline.tsx'
import { TraceGraph } from './TraceGraph.tsx'
import { TraceList } from './TraceList.tsx'
import './trace.css'

/** 成品履历: find a lot by any of its numbers, then see where it came from, where it went, and whether the masses close. */
export function TracePage() {
  const { query, setQuery } = useTab()
  const [asked, lotId] = [query.get('q') ?? '', query.get('lot')]
  const found = useRead(traceApi.search, asked === '' || lotId !== null ? null : { q: asked })
  const field = useScanField((q) => setQuery({ q, lot: null, view: null }))
  const open = (lot: string) => setQuery({ lot })
  // A search that finds one lot opens it at once.
  const [first, second] = found.data ?? []
  const onlyMatch = first !== undefined && second === undefined ? first.id : null
  const shown = lotId ?? onlyMatch
  return (
    <section className="page" aria-label="成品履历">
      <header className="page-head">
        <h1>成品履历</h1>
      </header>
      <search className="trace-search">
        <Input
          {...field}
          autoFocus
          size="large"
          allowClear
          aria-label="批号、追溯码、单据号、品名或拼音首字母"
          placeholder="批号、追溯码、单据号、品名或拼音首字母；可直接扫码，按回车查询"
          maxLength={300}
        />
      </search>
      {shown === null && asked === '' && <RecentLots onOpen={open} />}
      {found.isFetching && shown === null && <Skeleton active />}
      {found.error && <CallFailure error={found.error} onRetry={() => void found.refetch()} />}
      {shown === null && found.data && <FoundLots found={found.data} asked={asked} onOpen={open} />}
      {shown !== null && (
        <LotHistory
          key={shown}
          id={shown}
          onOpen={open}
          onBack={asked === '' || onlyMatch !== null ? undefined : () => setQuery({ lot: null })}
        />
      )}
    </section>
  )
}

/** The lots that came last, before anything is looked for. */
function RecentLots({ onOpen }: { onOpen: (lotId: string) => void }) {
  const recent = useRead(traceApi.recent, {})
  return (
    <>
      <p className="quiet">扫描包装上的追溯码，或输入批号、单据号、品名（如 dg 找当归），即可看到这一批从产地到客户的全部履历。</p>
      {recent.isPending && <Skeleton active />}
      {recent.error && <CallFailure error={recent.error} onRetry={() => void recent.refetch()} />}
      {recent.data && recent.data.length === 0 && (
        <div className="nothing">
          <p>还没有批次；到货验收后，第一个原料批会出现在这里。</p>
        </div>
      )}
      {recent.data && recent.data.length > 0 && (
        <>
          <h2>最近的批次</h2>
          <DataTable
            caption="最近的批次"
            rows={recent.data}
            rowKey={(lot) => lot.id}
            columns={lotColumns}
            actions={(lot) => <OpenButton lot={lot} onOpen={onOpen} />}
          />
        </>
      )}
    </>
  )
}

const lotColumns: readonly Column<RecentLot>[] = [
  { title: '批号', key: 'lotNo' },
  { title: '品名', key: 'name' },
  { title: '生产批号', key: 'batchNo' },
  { title: '批量', key: 'quantity', align: 'right', render: (lot) => amount(lot.quantity, lot.unit) },
  { title: '日期', key: 'bornOn' },
  {
    title: '状态',
    key: 'state',
    render: (lot) => (
      <>
        <StateTag of={lotStates[lot.kind]} state={lot.state} />
        {lot.holds > 0 && <span className="tag tag-bad">冻结</span>}
      </>
    ),
  },
]

const OpenButton = ({ lot, onOpen }: { lot: RecentLot; onOpen: (lotId: string) => void }) => (
  <Button type="link" className="text-action" onClick={() => onOpen(lot.id)}>
    查看履历
  </Button>
)

function FoundLots({ found, asked, onOpen }: { found: readonly FoundLot[]; asked: string; onOpen: (lotId: string) => void }) {
  if (found.length === 0)
    return (
      <div className="nothing">
        <p>没有找到与“{asked}”有关的批次；请核对号码，或换用批号、品名查询。</p>
      </div>
    )
  return (
    <DataTable
      caption={`与“${asked}”有关的批次`}
      rows={found}
      rowKey={(lot) => lot.id}
      columns={[...lotColumns, { title: '匹配', key: 'by', render: (lot) => foundBy[lot.by] }]}
      actions={(lot) => <OpenButton lot={lot} onOpen={onOpen} />}
    />
  )
}

const birth = { raw: '到货日期', auxiliary: '到货日期', bulk: '生产日期', pack: '生产日期' } as const

function LotHistory({ id, onOpen, onBack }: { id: string; onOpen: (lotId: string) => void; onBack: (() => void) | undefined }) {
  const { query, setQuery } = useTab()
  const trace = useRead(traceApi.view, { id })
  const [recalling, setRecalling] = useState(false)
  const [assessing, setAssessing] = useState(false)
  const printing = usePrinting()
  const view = useMemo(() => trace.data && readView(trace.data), [trace.data])
  if (trace.error) return <CallFailure error={trace.error} onRetry={() => void trace.refetch()} />
  if (view === undefined) return <Skeleton active paragraph={{ rows: 8 }} />
  const lot = only(view.nodes.filter((node) => node.id === id))
  const closes = view.balances.every((balance) => balance.closes)
  return (
    <>
      <div className="trace-head">
        <h2>
          {lot.name} {lot.lotNo}
        </h2>
        <StateTag of={lotStates[lot.kind]} state={lot.state} />
        {lot.holds > 0 && <span className="tag tag-bad">冻结</span>}
        <span className={closes ? 'tag tag-good' : 'tag tag-bad'}>{closes ? '物料平衡' : '物料不平衡'}</span>
        <div className="page-tools">
          {onBack && <Button onClick={onBack}>返回结果</Button>}
          {lot.kind === 'bulk' && (
            // A bulk batch has no page of the warehouse.
            <DutyButton duty="37:decide" type="default" onClick={() => setAssessing(true)}>
              影响评估
            </DutyButton>
          )}
          <Button type="primary" onClick={() => setRecalling(true)}>
            模拟召回
          </Button>
        </div>
      </div>
      <StandingReasons reasons={view.standing} />
      <Facts
        rows={[
          [
            bornQuantity[lot.kind],
            `${amount(lot.quantity, lot.unit)}${lot.packs === null ? '' : `（${lot.packs} ${lot.packUnit ?? ''}）`}`,
          ],
          ['在库', amount(lot.onHand, lot.unit)],
          [birth[lot.kind], lot.bornOn],
          ...(lot.kind === 'pack' ? [['生产批号', lot.batchNo] as const, ['保质期至', lot.expiresOn] as const] : []),
          ['来源', sourceOf(view)],
          ['检验', verdictOf(view)],
          [
            '流向',
            view.customers.length === 0
              ? '尚未发出'
              : `${view.customers.length} 家客户：${view.customers
                  .slice(0, 5)
                  .map((one) => one.name)
                  .join('、')}${view.customers.length > 5 ? ' 等' : ''}`,
          ],
        ]}
      />
      {printing && <PrintedHistory view={view} onOpen={onOpen} />}
      <Tabs
        className="trace-views"
        activeKey={query.get('view') ?? 'graph'}
        onChange={(key) => setQuery({ view: key === 'graph' ? null : key })}
        items={[
          { key: 'graph', label: '谱系', children: <Genealogy view={view} onOpen={onOpen} /> },
          { key: 'balance', label: closes ? '物料平衡' : '物料平衡（有差异）', children: <BalanceCards balances={view.balances} /> },
          { key: 'timeline', label: '履历', children: <Timeline lotId={id} /> },
          { key: 'documents', label: '单据与签名', children: <DocumentList lotId={id} /> },
        ]}
      />
      {assessing && <OpenImpactDialog lot={lot} onClose={() => setAssessing(false)} />}
      {recalling && <RecallDrawer lotId={id} onClose={() => setRecalling(false)} />}
    </>
  )
}

/** On paper there are no tabs: the graph and the balance one below the other. */
function PrintedHistory({ view, onOpen }: { view: TraceView; onOpen: (lotId: string) => void }) {
  return (
    <div className="trace-printed">
      <h3>谱系</h3>
      <TraceGraph view={view} onOpen={onOpen} />
      <h3>物料平衡</h3>
      <BalanceCards balances={view.balances} />
    </div>
  )
}

function Genealogy({ view, onOpen }: { view: TraceView; onOpen: (lotId: string) => void }) {
  const phone = usePhone()
  const [as, setAs] = useState<'graph' | 'list'>('graph')
  if (phone) return <TraceList view={view} onOpen={onOpen} />
  return (
    <>
      <Segmented<'graph' | 'list'>
        className="trace-switch"
        aria-label="谱系的显示方式"
        value={as}
        onChange={setAs}
        options={[
          { value: 'graph', label: '图' },
          { value: 'list', label: '列表' },
        ]}
      />
      {as === 'graph' ? <TraceGraph view={view} onOpen={onOpen} /> : <TraceList view={view} onOpen={onOpen} />}
    </>
  )
}

/** Suppliers and origins of what was bought, the main herb and the auxiliaries. */
const sourceOf = (view: TraceView) =>
  [
    ...new Set(
      view.nodes
        .filter((node) => node.supplierName)
        .map((node) => `${node.name}：${node.supplierName}${node.origin && `（${node.origin}）`}`),
    ),
  ].join('；')

/** The verdicts on the lot and what it was made of. */
const verdictOf = (view: TraceView) =>
  view.nodes
    .filter((node) => node.way !== 'down' && node.reportNo !== null)
    .map((node) => `${node.lotNo} ${node.conforms ? '符合规定' : '不符合规定'}（${node.reportNo}）`)
    .join('；')
