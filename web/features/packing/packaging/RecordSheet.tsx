import { historyApi } from '#contract/office/history.ts'
import type { PackagingDetail } from '#contract/packing/packaging.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, decimal, exactTime, kg, percent } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { PrintSheet } from '#web/parts/PrintSheet.tsx'
import { RecordCorrections } from './RecordCorrections.tsx'

/** 批包装记录 on paper, with its signatures. */
export function RecordSheet({ order, record, onClose }: { order: PackagingDetail; record: Packed; onClose: () => void }) {
  const history = useRead(historyApi.read, { table: 'packaging_record', id: record.id })
  return (
    <PrintSheet title={`批包装记录 ${order.orderNo}`} onClose={onClose}>
      <h1>批包装记录</h1>
      <table>
        <tbody>
          <OrderRows order={order} record={record} />
          <RecordRows record={record} />
        </tbody>
      </table>
      <RecordCorrections of={record.corrections} />
      {history.error && <CallFailure error={history.error} onRetry={() => void history.refetch()} />}
      {history.data?.signatures.map((signature) => (
        <p key={signature.meaning}>
          {signature.meaning}：{signature.signerName}（电子签名 {exactTime(signature.signedAt)}
          {signature.holds ? '' : signature.supersededBy === null ? '，已失效' : `，已被更正 ${signature.supersededBy} 取代`}）
        </p>
      ))}
    </PrintSheet>
  )
}

type Packed = NonNullable<PackagingDetail['record']>

/** What was to be packed, from which batch, and when it was done. */
function OrderRows({ order, record }: { order: PackagingDetail; record: Packed }) {
  return (
    <>
      <tr>
        <th scope="row">包装单号</th>
        <td>{order.orderNo}</td>
        <th scope="row">成品批号</th>
        <td>{order.lotNo}</td>
      </tr>
      <tr>
        <th scope="row">品名</th>
        <td>{order.productName}</td>
        <th scope="row">生产批号</th>
        <td>{order.batchNo}</td>
      </tr>
      <tr>
        <th scope="row">包装规格</th>
        <td>{order.specName}</td>
        <th scope="row">计划 / 成品</th>
        <td>
          {order.plannedPacks} / {record.packs} {order.packUnit}，{record.boxes} 箱
        </td>
      </tr>
      <tr>
        <th scope="row">生产日期</th>
        <td>{order.producedOn}</td>
        <th scope="row">保质期至</th>
        <td>{order.expiresOn}</td>
      </tr>
      <tr>
        <th scope="row">内包材批号</th>
        <td>{order.packagingMaterial}</td>
        <th scope="row">标签版本</th>
        <td>{order.labelVersion}</td>
      </tr>
      <tr>
        <th scope="row">开始时间</th>
        <td>{dateTime(record.startedAt)}</td>
        <th scope="row">结束时间</th>
        <td>{dateTime(record.finishedAt)}</td>
      </tr>
    </>
  )
}

/** What was checked, weighed and counted. */
function RecordRows({ record }: { record: Packed }) {
  return (
    <>
      <tr>
        <th scope="row">首件确认</th>
        <td colSpan={3}>{record.firstPiece}</td>
      </tr>
      <tr>
        <th scope="row">装量检查 (g)</th>
        <td colSpan={3}>{record.weightChecks.map((weight) => decimal(weight, 1)).join('，')}</td>
      </tr>
      <tr>
        <th scope="row">物料 (kg)</th>
        <td colSpan={3}>
          领用 {kg(record.charged)}，成品 {kg(record.packed)}，零头 {kg(record.remainder)}，损耗 {kg(record.loss)}；物料平衡{' '}
          {percent(record.balance)}
        </td>
      </tr>
      <tr>
        <th scope="row">标签 (张)</th>
        <td colSpan={3}>
          领用 {record.labelsIssued} = 使用 {record.labelsUsed} + 损坏 {record.labelsSpoiled} + 销毁 {record.labelsDestroyed} + 取样{' '}
          {record.labelsSampled}
        </td>
      </tr>
      <tr>
        <th scope="row">追溯码</th>
        <td colSpan={3}>
          激活 {record.codesActivated}，作废 {record.codesVoided}
        </td>
      </tr>
      <tr>
        <th scope="row">清场</th>
        <td colSpan={3}>{record.clearance}</td>
      </tr>
      <tr>
        <th scope="row">偏差</th>
        <td colSpan={3}>{record.deviation || '无'}</td>
      </tr>
      <tr>
        <th scope="row">备注</th>
        <td colSpan={3}>{record.remark || '—'}</td>
      </tr>
    </>
  )
}
