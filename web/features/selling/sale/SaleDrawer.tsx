import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { saleLooks } from '#contract/selling/sale.ts'
import { saleApi, type SaleDetail } from '#contract/selling/sale-api.ts'
import { CorrectButton } from '#web/features/cases/correction/CorrectButton.tsx'
import { useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, exactTime, kg, kgUnit } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Corrected } from '#web/parts/Corrected.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { SignatureStanding } from '#web/parts/SignatureStanding.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { allocatedLots } from './allocated-lots.ts'

/** Everything about one order: customer, lines, lots, codes, transport, signatures, history. */
export function SaleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const detail = useRead(saleApi.read, { id })
  const [history, setHistory] = useState(false)
  const sale = detail.data
  return (
    <Drawer
      open
      size={860}
      title={sale ? `销售单 ${sale.orderNo}` : '销售单'}
      onClose={onClose}
      extra={sale && <Button onClick={() => setHistory(true)}>修改历史</Button>}
    >
      {detail.isPending && <Skeleton active />}
      {detail.error && <CallFailure error={detail.error} onRetry={() => void detail.refetch()} />}
      {sale && <Detail sale={sale} />}
      {history && sale && <HistoryDrawer table="sales_order" id={sale.id} title={sale.orderNo} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

function Detail({ sale }: { sale: SaleDetail }) {
  const lots = allocatedLots(sale)
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={saleLooks} state={sale.state} />],
          ['客户', sale.customerName],
          ['许可证', `${sale.licenceNo}，有效期至 ${sale.licenceValidUntil}`],
          ['收货地址', `${sale.province}${sale.city === sale.province ? '' : sale.city}${sale.address}`],
          ['联系人', `${sale.contact} ${sale.phone}`],
          ['制单 / 提交 / 批准', [sale.createdBy, sale.submittedBy, sale.approvedBy].map((one) => one?.name ?? '—').join(' / ')],
          ['制单时间', dateTime(sale.createdAt)],
          ['备注', sale.remark],
          ...(sale.cancelReason === null ? [] : [['取消原因', sale.cancelReason] as const]),
        ]}
      />
      <h2 className="drawer-heading">产品</h2>
      <DataTable
        caption="产品"
        rows={sale.lines}
        rowKey={(line) => String(line.line)}
        columns={[
          { title: '产品', key: 'productName', render: (line) => `${line.productName} ${line.specName}${line.isToxic ? '（毒性）' : ''}` },
          { title: '数量', key: 'packs', align: 'right', render: (line) => `${line.packs} ${line.packUnit}` },
          { title: '装量 (kg)', key: 'netQuantity', align: 'right', render: (line) => kg(line.netQuantity) },
        ]}
      />
      {sale.shipment === null && lots.length > 0 && <Lots lots={lots} />}
      {sale.shipment && <ShippedLots shipment={sale.shipment} />}
      {sale.picked.length > 0 && <PickedCodes picked={sale.picked} unit={sale.packUnit} />}
      {sale.shipment && <Transport shipment={sale.shipment} unit={sale.packUnit} />}
      <Attachments of="sales_order" id={sale.id} usual="随货单" />
      {sale.signatures.length > 0 && <Signatures signatures={sale.signatures} />}
    </>
  )
}

function Lots({ lots }: { lots: ReturnType<typeof allocatedLots> }) {
  const canTrace = useHolds('22')
  return (
    <>
      <h2 className="drawer-heading sale-part">批次</h2>
      <DataTable
        caption="批次"
        rows={lots}
        rowKey={(lot) => lot.lotId}
        columns={[
          {
            title: '批号',
            key: 'lotNo',
            render: (lot) => (canTrace ? <Link to={`/suyuan-lvli?lot=${lot.lotId}`}>{lot.lotNo}</Link> : lot.lotNo),
          },
          { title: '产品', key: 'goods' },
          { title: '保质期至', key: 'expiresOn' },
          { title: '货位', key: 'bins', render: (lot) => lot.bins.join('、') },
          { title: '数量', key: 'packs', align: 'right', render: (lot) => `${lot.packs} ${lot.unit}` },
          { title: '重量 (kg)', key: 'quantity', align: 'right', render: (lot) => kg(lot.quantity) },
        ]}
      />
    </>
  )
}

function PickedCodes({ picked, unit }: { picked: SaleDetail['picked']; unit: string }) {
  return (
    <details className="sale-codes">
      <summary>拣货扫描的追溯码（{picked.reduce((sum, lot) => sum + lot.codes.length, 0)} 个）</summary>
      <ul>
        {picked.map((lot) => (
          <li key={lot.lotNo}>
            {lot.lotNo}：{lot.packs} {unit}
            <br />
            <code>{lot.codes.join(' ')}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

type Shipment = NonNullable<SaleDetail['shipment']>

/** What of a line is not with the customer, and why. */
const awayOf = ({ returning, claimed, lost, returned, packUnit }: Shipment['lines'][number]) =>
  (
    [
      ['退回途中', returning],
      ['索赔中', claimed],
      ['丢失', lost],
      ['已退回', returned],
    ] as const
  )
    .filter(([, packs]) => packs > 0)
    .map(([what, packs]) => `${what} ${packs} ${packUnit}`)
    .join('，')

/** What left of each lot; what a correction changed keeps its old value beside it. */
function ShippedLots({ shipment }: { shipment: Shipment }) {
  const canTrace = useHolds('22')
  return (
    <>
      <h2 className="drawer-heading sale-part">
        实发批次 <CorrectButton record="shipment" id={shipment.id} />
      </h2>
      <DataTable
        caption="实发批次"
        rows={shipment.lines}
        rowKey={(line) => line.lotId}
        columns={[
          {
            title: '批号',
            key: 'lotNo',
            render: (line) => (canTrace ? <Link to={`/suyuan-lvli?lot=${line.lotId}`}>{line.lotNo}</Link> : line.lotNo),
          },
          { title: '产品', key: 'goods' },
          { title: '保质期至', key: 'expiresOn' },
          {
            title: '数量',
            key: 'packs',
            align: 'right',
            render: (line) => (
              <Corrected by={line.corrections} field="packs" show={(packs) => `${packs} ${line.packUnit}`}>
                {line.packs} {line.packUnit}
              </Corrected>
            ),
          },
          { title: '未在客户处', key: 'away', render: awayOf },
          {
            title: '重量 (kg)',
            key: 'quantity',
            align: 'right',
            render: (line) => (
              <Corrected by={line.corrections} field="quantity" show={kg}>
                {kg(line.quantity)}
              </Corrected>
            ),
          },
        ]}
      />
    </>
  )
}

function Transport({ shipment, unit }: { shipment: Shipment; unit: string }) {
  return (
    <>
      <h2 className="drawer-heading sale-part">运输 {shipment.shipmentNo}</h2>
      <Facts
        rows={[
          ['运输方式', `${shipment.transportMode}，${shipment.carrier}`],
          ['车牌 / 司机', `${shipment.vehicleNo} / ${shipment.driver} ${shipment.driverPhone}`],
          ['温湿度要求', shipment.temperature],
          ['发车', `${dateTime(shipment.departedAt)}（${shipment.shippedBy}）`],
          [
            '合计',
            <span key="total">
              <Corrected by={shipment.corrections} field="packs" show={(packs) => `${packs} ${unit}`}>
                {shipment.packs} {unit}
              </Corrected>
              ，{kgUnit(shipment.quantity)}
            </span>,
          ],
          ['随货同行单', shipment.noteNo],
          ['签收', shipment.arrivedAt && `${shipment.receiver}，${dateTime(shipment.arrivedAt)}`],
          ['异常', shipment.exception && `${shipment.exception} ${shipment.exceptionNote ?? ''}`],
        ]}
      />
    </>
  )
}

function Signatures({ signatures }: { signatures: SaleDetail['signatures'] }) {
  return (
    <>
      <h2 className="drawer-heading sale-part">电子签名</h2>
      <ol className="history">
        {signatures.map((one) => (
          <li key={one.signedAt + one.meaning}>
            <strong>{one.meaning}</strong>　{one.signerName}　<time dateTime={one.signedAt}>{exactTime(one.signedAt)}</time>{' '}
            {one.comment && <p>{one.comment}</p>}
            <SignatureStanding holds={one.holds} supersededBy={one.supersededBy} />
          </li>
        ))}
      </ol>
    </>
  )
}
