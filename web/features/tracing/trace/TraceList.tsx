import { elementAt } from '#contract/kernel/certain.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import type { TraceNode, TraceView } from '#contract/tracing/trace.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { amount, kg, percentOfOne } from './show-share.ts'

const ways = { up: '来源', self: '本批', down: '去向' } as const

/** The same graph line by line: for phones, screen readers, and graphs too wide for a picture. */
export function TraceList({ view, onOpen }: { view: TraceView; onOpen: (lotId: string) => void }) {
  const columns: readonly Column<TraceNode>[] = [
    {
      title: '批号',
      key: 'lotNo',
      render: (node) => (
        <a
          href={`?lot=${node.id}`}
          onClick={(event) => {
            event.preventDefault()
            onOpen(node.id)
          }}
        >
          {node.lotNo}
        </a>
      ),
    },
    { title: '关系', key: 'way', render: (node) => ways[node.way] },
    { title: '品名', key: 'name' },
    { title: '批量', key: 'quantity', align: 'right', render: (node) => amount(node.quantity, node.unit) },
    { title: '占比', key: 'share', align: 'right', render: (node) => percentOfOne(node.share) },
    { title: '在库', key: 'onHand', align: 'right', render: (node) => amount(node.onHand, node.unit) },
    {
      title: '状态',
      key: 'state',
      render: (node) => (
        <>
          <StateTag of={lotStates[node.kind]} state={node.state} />
          {node.holds > 0 && <span className="tag tag-bad">冻结</span>}
        </>
      ),
    },
    {
      title: '检验',
      key: 'reportNo',
      render: (node) => (node.reportNo === null ? '' : `${node.conforms ? '符合规定' : '不符合规定'}（${node.reportNo}）`),
    },
    {
      title: '平衡',
      key: 'closes',
      render: (node) => (node.closes ? '平衡' : <span className="tag tag-bad">差 {amount(node.difference, node.unit)}</span>),
    },
    { title: '供应商 / 产地', key: 'supplierName', render: (node) => (node.supplierName ? `${node.supplierName}，${node.origin}` : '') },
  ]
  return (
    <>
      <DataTable caption="谱系" columns={columns} rows={view.nodes} rowKey={(node) => node.id} />
      {view.sales.length > 0 && (
        <>
          <h3 className="drawer-heading trace-part">流向</h3>
          <DataTable
            caption="流向"
            rows={view.sales}
            rowKey={(sale) => `${sale.lot}>${sale.customer}`}
            columns={[
              { title: '客户', key: 'customer', render: (sale) => elementAt(view.customers, sale.customer).name },
              { title: '成品批', key: 'lot', render: (sale) => elementAt(view.nodes, sale.lot).lotNo },
              { title: '发货次数', key: 'deliveries', align: 'right' },
              {
                title: '数量',
                key: 'packs',
                align: 'right',
                render: (sale) => `${sale.packs} ${elementAt(view.nodes, sale.lot).packUnit ?? ''}`,
              },
              { title: '重量 (kg)', key: 'quantity', align: 'right', render: (sale) => kg(sale.quantity) },
              { title: '其中已签收 (kg)', key: 'arrivedQuantity', align: 'right', render: (sale) => kg(sale.arrivedQuantity) },
            ]}
          />
        </>
      )}
    </>
  )
}
