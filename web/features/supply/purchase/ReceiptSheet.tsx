import { historyApi } from '#contract/office/history.ts'
import { abnormalPackages, receiptDoubts, receiptResults, refusalCauses } from '#contract/supply/purchase.ts'
import type { PurchaseDetail, ReceiptDetail } from '#contract/supply/purchase-api.ts'
import { useRead } from '#web/lib/call.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { dateTime, exactTime, kg, kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Corrected } from '#web/parts/Corrected.tsx'
import { PrintSheet } from '#web/parts/PrintSheet.tsx'
import { SignatureStanding } from '#web/parts/SignatureStanding.tsx'
import { LotHarvest } from './LotHarvest.tsx'
import { LotOrigin } from './LotOrigin.tsx'
import './purchase.css'

type Given = { order: PurchaseDetail; receipt: ReceiptDetail }

/** 到货验收记录, A4: what came line by line, the packages that were set apart, what looked odd and why, and who signed. */
export function ReceiptSheet({ order, receipt, onClose }: Given & { onClose: () => void }) {
  return (
    <PrintSheet title={`到货验收记录 ${receipt.receiptNo}`} onClose={onClose}>
      <article className="receipt-sheet">
        <h1>到货验收记录</h1>
        <p>
          {receipt.receiptNo}　采购单 {order.orderNo}　{receiptResults[receipt.result].label}
          {receipt.reversed && '（已整单冲销）'}
        </p>
        <p>
          供应商：{order.supplierName}　随货单号：{receipt.deliveryNoteNo}　到货：
          <Corrected by={receipt.corrections} field="arrived_at" show={dateTime}>
            {dateTime(receipt.arrivedAt)}
          </Corrected>
          {'　'}运输：
          {receipt.transport || '—'}
        </p>
        {receipt.lots.length > 0 && <Lots receipt={receipt} />}
        {receipt.refused.length > 0 && <Refused receipt={receipt} />}
        <Explained receipt={receipt} />
        <p>
          净重合计{' '}
          <Corrected by={receipt.corrections} field="net_total" show={kgUnit}>
            {kgUnit(receipt.netTotal)}
          </Corrected>
          {'　'}收货人：{receipt.receivedBy.name}　复核人：{receipt.checkedBy.name}
        </p>
        {receipt.reversed && (
          <p>
            <strong>已整单冲销</strong>：{dateTime(receipt.reversed.at)} {receipt.reversed.by}，批准 {receipt.reversed.approvedBy}；
            {receipt.reversed.reason}
          </p>
        )}
        {receipt.remark !== '' && <p>备注：{receipt.remark}</p>}
        <Signatures receiptId={receipt.id} />
      </article>
    </PrintSheet>
  )
}

function Lots({ receipt: { lots } }: { receipt: ReceiptDetail }) {
  const packages = useDictionary('package_type')
  return (
    <table>
      <thead>
        <tr>
          {['行', '进厂批号', '物料', '产地', '采收', '供应商批号', '件数', '单据 (kg)', '净重 (kg)', '异常'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lots.map((lot) => (
          <tr key={lot.lotId}>
            <td>{lot.doorLine}</td>
            <td className="unbroken">{lot.lotNo}</td>
            <td>{lot.name}</td>
            <td>
              <LotOrigin lot={lot} />
            </td>
            <td>
              <LotHarvest lot={lot} />
            </td>
            <td>
              <Corrected by={lot.corrections} field="supplier_lot_no">
                {lot.supplierLotNo}
              </Corrected>
            </td>
            <td>
              <Corrected by={lot.corrections} field="package_count">
                {lot.packageCount} {packages.labelOf(lot.packageKind)}
              </Corrected>
            </td>
            <td className="right">
              {kg(lot.noteQuantity)}
              {lot.lineNote && lot.lineNet !== lot.net && `（本行 ${kg(lot.lineNote)}）`}
            </td>
            <td className="right">
              <Corrected by={lot.corrections} field="net" show={kg}>
                {kg(lot.net)}
              </Corrected>
            </td>
            <td>
              {lot.abnormal && (
                <strong>
                  异常包装（{lot.lineNet && `本行 ${kgUnit(lot.lineNet)} 中分出`}）：{abnormalPackages[lot.abnormal]}
                  {'　'}
                </strong>
              )}
              <Corrected by={lot.corrections} field="exception_note">
                {lot.exceptionNote}
              </Corrected>
              {lot.netReason && `　净重不等于毛重减皮重：${lot.netReason}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Refused({ receipt: { refused } }: { receipt: ReceiptDetail }) {
  return (
    <table>
      <thead>
        <tr>
          {['拒收物料', '单据品名', '供应商批号', '件数', '数量 (kg)', '原因'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {refused.map((line) => (
          <tr key={line.id}>
            <td>{line.name}</td>
            <td>{line.nameOnNote}</td>
            <td>{line.supplierLotNo}</td>
            <td className="right">{line.packageCount}</td>
            <td className="right">{kg(line.quantity)}</td>
            <td>
              {refusalCauses[line.cause]}：{line.reason}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What looked odd, each with its reason. */
function Explained({ receipt }: { receipt: ReceiptDetail }) {
  if (receipt.doubts.length === 0) return null
  return (
    <>
      <p>存疑：{receipt.doubts.map((doubt) => receiptDoubts[doubt]).join('；')}</p>
      <ul>
        {receipt.doubtReason !== '' && <li>到货：{receipt.doubtReason}</li>}
        {receipt.lots
          .filter((lot) => lot.doubtReason !== '')
          .map((lot) => (
            <li key={lot.lotId}>
              {lot.lotNo}：{lot.doubtReason}
            </li>
          ))}
      </ul>
    </>
  )
}

function Signatures({ receiptId }: { receiptId: string }) {
  const history = useRead(historyApi.read, { table: 'receipt', id: receiptId })
  if (history.error) return <CallFailure error={history.error} onRetry={() => void history.refetch()} />
  return (
    <ul>
      {(history.data?.signatures ?? []).map((signature) => (
        <li key={signature.meaning + signature.signedAt}>
          电子签名：{signature.meaning}　{signature.signerName}　{exactTime(signature.signedAt)}
          {'　'}
          <SignatureStanding holds={signature.holds} supersededBy={signature.supersededBy} />
        </li>
      ))}
    </ul>
  )
}
