import { unitOfAll } from '#contract/making/pack-spec.ts'
import { Drawer, Skeleton } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { elementAt } from '#contract/kernel/certain.ts'
import { bornQuantity, lotStates } from '#contract/warehouse/lot.ts'
import { readRecall, traceApi, type RecallList } from '#contract/tracing/trace.ts'
import { useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { ExportButton } from '#web/parts/ExportButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { kg } from './show-share.ts'

/** 模拟召回: which customers must be notified, and how much can be got back. It only reads. */
export function RecallDrawer({ lotId, onClose }: { lotId: string; onClose: () => void }) {
  const recall = useRead(traceApi.recall, { id: lotId })
  const list = useMemo(() => recall.data && readRecall(recall.data), [recall.data])
  const canPropose = useHolds('37:propose')
  return (
    <Drawer
      open
      size={960}
      title={recall.data ? `模拟召回 ${recall.data.name} ${recall.data.lotNo}` : '模拟召回'}
      extra={recall.data && <ExportButton url={`/api/trace/lots/${lotId}/recall/export`}>导出清单</ExportButton>}
      onClose={onClose}
      footer={
        canPropose && (
          <div className="drawer-foot">
            <Link to={`/zhiliang-shijian?view=recall&lot=${lotId}`}>由此发起召回或演练</Link>
          </div>
        )
      }
    >
      {recall.isPending && <Skeleton active />}
      {recall.error && <CallFailure error={recall.error} onRetry={() => void recall.refetch()} />}
      {list && <Recall recall={list} />}
    </Drawer>
  )
}

function Recall({ recall: { packLots, customers, lines, totals, closes } }: { recall: RecallList }) {
  if (packLots.length === 0) return <p className="quiet">这一批还没有成品，没有需要召回的货物。</p>
  const unit = unitOfAll(packLots.map((lot) => lot.packUnit))
  return (
    <>
      <Facts
        rows={[
          ['涉及成品', `${totals.lots} 批，共 ${kgUnit(totals.quantity)}`],
          ['已发出', `${totals.customers} 家客户，${totals.deliveries} 次发运，${totals.packs} ${unit}，${kgUnit(totals.shipped)}`],
          ['仍在厂（含留样、样品）', kgUnit(totals.inHouse)],
          [
            '核对',
            <span key="closes" className={closes ? 'tag tag-good' : 'tag tag-bad'}>
              {closes ? '产出 = 发出 + 在厂 + 损耗' : '数量不符，请核对库存'}
            </span>,
          ],
        ]}
      />
      <h3 className="drawer-heading">需通知的客户</h3>
      <DataTable
        caption="需通知的客户"
        rows={customers}
        rowKey={(customer) => customer.id}
        columns={[
          { title: '客户', key: 'name' },
          {
            title: '地区',
            key: 'city',
            render: (customer) => (customer.province === customer.city ? customer.city : `${customer.province}${customer.city}`),
          },
          { title: '联系人', key: 'contact', render: (customer) => `${customer.contact} ${customer.phone}` },
          { title: '发运', key: 'deliveries', align: 'right', render: (customer) => `${customer.deliveries} 次` },
          { title: '数量', key: 'packs', align: 'right', render: (customer) => `${customer.packs} ${unit}` },
          { title: '重量 (kg)', key: 'quantity', align: 'right', render: (customer) => kg(customer.quantity) },
        ]}
      />
      <h3 className="drawer-heading trace-part">成品批</h3>
      <DataTable
        caption="成品批"
        rows={packLots}
        rowKey={(lot) => lot.id}
        columns={[
          { title: '成品批号', key: 'lotNo' },
          { title: '品名', key: 'name' },
          {
            title: '状态',
            key: 'state',
            render: (lot) => (
              <>
                <StateTag of={lotStates.pack} state={lot.state} />
                {lot.holds > 0 && <span className="tag tag-bad">冻结</span>}
              </>
            ),
          },
          { title: `${bornQuantity.pack} (kg)`, key: 'quantity', align: 'right', render: (lot) => kg(lot.quantity) },
          { title: '已发出 (kg)', key: 'shipped', align: 'right', render: (lot) => kg(lot.shipped) },
          { title: '在厂 (kg)', key: 'inHouse', align: 'right', render: (lot) => kg(lot.inHouse) },
        ]}
      />
      <h3 className="drawer-heading trace-part">发运明细</h3>
      <DataTable
        caption="发运明细"
        rows={lines.slice(0, 200)}
        rowKey={(line) => `${line.shipmentNo}${line.lot}`}
        columns={[
          { title: '出库单号', key: 'shipmentNo' },
          { title: '客户', key: 'customer', render: (line) => elementAt(customers, line.customer).name },
          { title: '成品批号', key: 'lot', render: (line) => elementAt(packLots, line.lot).lotNo },
          { title: '发运日期', key: 'departedOn' },
          { title: '签收日期', key: 'arrivedOn', render: (line) => line.arrivedOn ?? '在途' },
          { title: '数量', key: 'packs', align: 'right', render: (line) => `${line.packs} ${elementAt(packLots, line.lot).packUnit}` },
          { title: '重量 (kg)', key: 'quantity', align: 'right', render: (line) => kg(line.quantity) },
        ]}
      />
      {lines.length > 200 && <p className="quiet">只显示前 200 行，共 {lines.length} 行；全部请导出清单。</p>}
    </>
  )
}
