import { unitOfAll } from '#contract/making/pack-spec.ts'
import { type SaleRow } from '#contract/selling/sale.ts'
import { saleApi, type DeliveryNote as Note } from '#contract/selling/sale-api.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, kg } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Corrected } from '#web/parts/Corrected.tsx'
import { PrintSheet } from '#web/parts/PrintSheet.tsx'
import { SignatureStanding } from '#web/parts/SignatureStanding.tsx'

/** 随货同行单 as the trade prints it, with room for the 出库专用章. */
export function DeliveryNote({ sale, onClose }: { sale: SaleRow; onClose: () => void }) {
  const note = useRead(saleApi.deliveryNote, { id: sale.id })
  return (
    <PrintSheet title={`随货同行单 ${sale.shipmentNo ?? ''}`} onClose={onClose}>
      {note.error && <CallFailure error={note.error} onRetry={() => void note.refetch()} />}
      {note.data && <Sheet note={note.data} />}
    </PrintSheet>
  )
}

function Sheet({ note }: { note: Note }) {
  return (
    <>
      <h1>随货同行单（销售出库单）</h1>
      {note.replaces !== null && (
        <p>
          编号 {note.noteNo}，替代 {note.replaces}；原单作废。
        </p>
      )}
      <Parties note={note} />
      <Goods note={note} />
      <table className="note-head">
        <tbody>
          <tr>
            <th scope="row">运输方式</th>
            <td>{note.transportMode}</td>
            <th scope="row">承运单位</th>
            <td>{note.carrier}</td>
          </tr>
          <tr>
            <th scope="row">车牌号</th>
            <td>{note.vehicleNo}</td>
            <th scope="row">司机</th>
            <td>
              {note.driver} {note.driverPhone}
            </td>
          </tr>
        </tbody>
      </table>
      <p>
        制单：{note.createdBy}
        {note.signatures.map((one) => (
          <span key={one.meaning + one.signedAt} className="note-signature">
            {one.meaning}：{one.signerName}（电子签名 {dateTime(one.signedAt)}）
            <SignatureStanding holds={one.holds} supersededBy={one.supersededBy} />
          </span>
        ))}
      </p>
      <div className="note-foot">
        <span>出库专用章：</span>
        <span>收货人签字：</span>
        <span>收货日期：　　　年　　月　　日</span>
      </div>
    </>
  )
}

/** Who sends to whom, and when. */
function Parties({ note }: { note: Note }) {
  return (
    <table className="note-head">
      <tbody>
        <tr>
          <th scope="row">出库单号</th>
          <td>{note.shipmentNo}</td>
          <th scope="row">销售单号</th>
          <td>{note.orderNo}</td>
        </tr>
        <tr>
          <th scope="row">供货单位</th>
          <td>{note.supplier.name}</td>
          <th scope="row">许可证号</th>
          <td>{note.supplier.licenceNo}</td>
        </tr>
        <tr>
          <th scope="row">发货地址</th>
          <td>{note.supplier.address}</td>
          <th scope="row">电话</th>
          <td>{note.supplier.phone}</td>
        </tr>
        <tr>
          <th scope="row">收货单位</th>
          <td>{note.customer.name}</td>
          <th scope="row">许可证号</th>
          <td>{note.customer.licenceNo}</td>
        </tr>
        <tr>
          <th scope="row">收货地址</th>
          <td>{note.customer.address}</td>
          <th scope="row">联系人</th>
          <td>
            {note.customer.contact} {note.customer.phone}
          </td>
        </tr>
        <tr>
          <th scope="row">发货日期</th>
          <td>{note.shippedOn}</td>
          <th scope="row">储运要求</th>
          <td>{note.temperature || '按标签贮藏要求'}</td>
        </tr>
      </tbody>
    </table>
  )
}

function Goods({ note }: { note: Note }) {
  const unit = unitOfAll(note.lines.map((line) => line.packUnit))
  return (
    <table className="note-lines">
      <thead>
        <tr>
          <th>药品通用名称</th>
          <th>剂型</th>
          <th>规格</th>
          <th>生产厂商</th>
          <th>产地</th>
          <th>批号</th>
          <th>生产日期</th>
          <th>保质期至</th>
          <th className="right">数量</th>
          <th className="right">重量 (kg)</th>
        </tr>
      </thead>
      <tbody>
        {note.lines.map((line) => (
          <tr key={line.lotNo}>
            <td>{line.name}</td>
            <td>中药饮片</td>
            <td>{line.spec}</td>
            <td>{note.supplier.name}</td>
            <td>{line.origin}</td>
            <td>{line.batchNo}</td>
            <td className="note-day">{line.producedOn}</td>
            <td className="note-day">{line.expiresOn}</td>
            <td className="right">
              <Corrected by={line.corrections} field="packs" show={(packs) => `${packs} ${line.packUnit}`}>
                {line.packs} {line.packUnit}
              </Corrected>
            </td>
            <td className="right">
              <Corrected by={line.corrections} field="quantity" show={kg}>
                {kg(line.quantity)}
              </Corrected>
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={8}>
            合计
          </th>
          <td className="right">
            <Corrected by={note.corrections} field="packs" show={(packs) => `${packs} ${unit}`}>
              {note.packs} {unit}
            </Corrected>
          </td>
          <td className="right">
            <Corrected by={note.corrections} field="quantity" show={kg}>
              {kg(note.quantity)}
            </Corrected>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
