import { Alert, Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { lotStates } from '#contract/warehouse/lot.ts'
import { originText } from '#contract/supply/origin.ts'
import { beginsIn } from '#contract/kernel/action.ts'
import {
  abnormalPackages,
  purchaseActions,
  purchaseCategories,
  purchaseLooks,
  receiptDoubts,
  receiptResults,
  refusalCauses,
  standardsAtTest,
  type ReceiptDoubt,
} from '#contract/supply/purchase.ts'
import { purchaseApi, type PurchaseDetail } from '#contract/supply/purchase-api.ts'
import type { PurchaseLine } from '#contract/supply/purchase-line.ts'
import type { ReceiptDetail, ReceiptLot } from '#contract/supply/receipt.ts'
import { useRead } from '#web/lib/call.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { amount, dateTime, decimal } from '#web/lib/format.ts'
import { CorrectButton } from '#web/features/cases/correction/CorrectButton.tsx'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { isCounted } from '#contract/warehouse/unit.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { Corrected } from '#web/parts/Corrected.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { LotHarvest } from './LotHarvest.tsx'
import { LotOrigin } from './LotOrigin.tsx'
import { QuarantineLabels } from './QuarantineLabels.tsx'
import { ReverseDialog } from './ReverseDialog.tsx'

const lineColumns: readonly Column<PurchaseLine>[] = [
  { title: '物料', key: 'materialName' },
  { title: '执行标准', key: 'standardName', render: (line) => line.standardName ?? (isCounted(line.unit) ? '验收检验' : standardsAtTest) },
  { title: '规格等级', key: 'grade' },
  { title: '约定产地', key: 'agreedOrigin', render: (line) => line.agreedOrigin && originText(line.agreedOrigin) },
  { title: '订购', key: 'quantity', align: 'right', render: (line) => amount(line.quantity, line.unit) },
  { title: '已收', key: 'received', align: 'right', render: (line) => amount(line.received, line.unit) },
  { title: '单价 (元)', key: 'unitPrice', align: 'right', render: (line) => line.unitPrice && decimal(line.unitPrice, 2) },
]

const lotColumns = (packageOf: (code: string) => string): readonly Column<ReceiptLot>[] => [
  { title: '进厂批号', key: 'lotNo', render: (lot) => <Link to={`/yuanliao-kucun?q=${lot.lotNo}`}>{lot.lotNo}</Link> },
  { title: '物料', key: 'name' },
  {
    title: '产地',
    key: 'originText',
    render: (lot) => (lot.originText === '' ? null : <LotOrigin lot={lot} />),
  },
  { title: '采收', key: 'harvest', render: (lot) => lot.harvestFrom && <LotHarvest lot={lot} /> },
  {
    title: '供应商批号',
    key: 'supplierLotNo',
    render: (lot) => (
      <Corrected by={lot.corrections} field="supplier_lot_no">
        {lot.supplierLotNo}
      </Corrected>
    ),
  },
  {
    title: '件数',
    key: 'packageCount',
    align: 'right',
    render: (lot) => (
      <Corrected by={lot.corrections} field="package_count">
        {lot.packageCount} {packageOf(lot.packageKind)}
      </Corrected>
    ),
  },
  { title: '单据', key: 'noteQuantity', align: 'right', render: (lot) => amount(lot.noteQuantity, lot.unit) },
  {
    title: '净重',
    key: 'net',
    align: 'right',
    render: (lot) => (
      <Corrected by={lot.corrections} field="net" show={(value) => amount(value, lot.unit)}>
        {amount(lot.net, lot.unit)}
      </Corrected>
    ),
  },
  { title: '异常与存疑', key: 'remarks', render: (lot) => (isRemarkable(lot) ? <Remarks lot={lot} /> : null) },
  { title: '状态', key: 'state', render: (lot) => <StateTag of={lotStates.raw} state={lot.state} /> },
]

const isRemarkable = ({ abnormal, exceptionNote, corrections, doubts }: ReceiptLot) =>
  abnormal !== null || exceptionNote !== '' || corrections.some(({ field }) => field === 'exception_note') || doubts.length > 0

/** What was set apart, what was seen, and what looked odd. */
const Remarks = ({ lot }: { lot: ReceiptLot }) => (
  <ul className="plain">
    {lot.abnormal && (
      <li>
        <span className="tag tag-bad">{abnormalPackages[lot.abnormal]}</span> 第 {lot.doorLine} 行 {lot.linePackages} 件、
        {lot.lineNet && amount(lot.lineNet, lot.unit)} 中分出{lot.lineNote && `（单据 ${amount(lot.lineNote, lot.unit)}）`}
      </li>
    )}
    <li>
      <Corrected by={lot.corrections} field="exception_note">
        {lot.exceptionNote}
      </Corrected>
    </li>
    {lot.doubts.length > 0 && <li>存疑：{doubted(lot.doubts, lot.doubtReason)}</li>}
  </ul>
)

/** What looked odd, and why it is right. */
const doubted = (doubts: readonly ReceiptDoubt[], reason: string) =>
  doubts.length === 0 ? '' : `${doubts.map((doubt) => receiptDoubts[doubt]).join('；')}${reason === '' ? '' : `：${reason}`}`

const refusedColumns: readonly Column<ReceiptDetail['refused'][number]>[] = [
  { title: '拒收物料', key: 'name' },
  { title: '单据品名', key: 'nameOnNote' },
  { title: '件数', key: 'packageCount', align: 'right' },
  { title: '数量', key: 'quantity', align: 'right', render: (line) => amount(line.quantity, line.unit) },
  { title: '原因', key: 'cause', render: (line) => `${refusalCauses[line.cause]}：${line.reason}` },
]

/** One purchase order with everything that arrived against it. */
export function PurchaseDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const order = useRead(purchaseApi.read, { id })
  const [history, setHistory] = useState(false)
  return (
    <Drawer
      open
      size={1080}
      title={order.data ? `采购单 ${order.data.orderNo}` : '采购单'}
      onClose={onClose}
      extra={
        <span className="page-tools">
          <PaperButton papers={[{ kind: 'purchase_order', id }]} />
          <Button onClick={() => setHistory(true)}>历史</Button>
        </span>
      }
    >
      {order.isPending && <Skeleton active />}
      {order.error && <CallFailure error={order.error} onRetry={() => void order.refetch()} />}
      {order.data && <OrderFacts order={order.data} />}
      {history && order.data && (
        <HistoryDrawer table="purchase_order" id={id} title={order.data.orderNo} onClose={() => setHistory(false)} />
      )}
    </Drawer>
  )
}

function OrderFacts({ order }: { order: PurchaseDetail }) {
  return (
    <>
      {order.supplierTrouble !== null && (
        <Alert
          className="form-failure"
          type="warning"
          showIcon
          title={`${order.supplierName}：${order.supplierTrouble}`}
          description="在恢复之前，本单不能提交、批准，到货不能入库，只能登记拒收。"
        />
      )}
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={purchaseLooks} state={order.state} />],
          ['采购类别', purchaseCategories[order.category]],
          ['供应商', `${order.supplierName}（${order.supplierKind}）`],
          ['合同号', order.contractNo],
          ['质量协议号', order.qualityAgreementNo],
          ['采购日期', order.purchasedOn],
          ['要求到货日期', order.expectedOn],
          ['采购员', order.buyer.name],
          ['批准', <Approvals key="approvals" order={order} />],
          ['订购 / 已收', `${amount(order.quantity, order.unit)} / ${amount(order.received, order.unit)}`],
          ...(order.amount === null ? [] : ([['金额', `${decimal(order.amount, 2)} 元`]] as const)),
          ...(order.returnReason === '' ? [] : ([['退回原因', order.returnReason]] as const)),
          ...(order.endReason === '' ? [] : ([['关闭或取消原因', order.endReason]] as const)),
          ['发票号', order.invoiceNo],
          ['备注', order.remark],
        ]}
      />
      <h2 className="drawer-heading">物料</h2>
      <DataTable caption="采购物料" columns={lineColumns} rows={order.lines} rowKey={(line) => line.id} />
      <h2 className="drawer-heading">到货验收记录</h2>
      {order.receipts.length === 0 && <p className="quiet">还没有到货</p>}
      {order.receipts.map((receipt) => (
        <Receipt key={receipt.id} order={order} receipt={receipt} />
      ))}
      <Attachments of="purchase_order" id={order.id} usual="合同" />
    </>
  )
}

const inApproval: readonly PurchaseDetail['state'][] = ['submitted', 'half_approved']

/** Who has approved the order, in turn, and who is next. */
function Approvals({ order: { state, approvals, approvalsNeeded, buyer } }: { order: PurchaseDetail }) {
  const isWaiting = inApproval.includes(state)
  if (approvals.length === 0 && !isWaiting) return '—'
  const barred = [buyer.name, ...approvals.map(({ by }) => by.name)].join('、')
  return (
    <ol className="plain">
      {approvals.map(({ by, at }, place) => (
        <li key={by.id}>
          {approvalsNeeded > 1 && `第${place + 1}人 `}
          {by.name} {dateTime(at)}
        </li>
      ))}
      {isWaiting && (
        <li>
          {approvalsNeeded > 1 ? `第${approvals.length + 1}人（共须${approvalsNeeded}人）` : ''}
          {`待批准，须由${barred}以外的审批人办理`}
        </li>
      )}
    </ol>
  )
}

function Receipt({ order, receipt }: { order: PurchaseDetail; receipt: ReceiptDetail }) {
  const [showing, setShowing] = useState<'labels' | 'history' | 'reverse'>()
  const { labelOf } = useDictionary('package_type')
  const isStanding = receipt.reversed === null
  return (
    <section className="sub-record" aria-label={`验收 ${receipt.receiptNo}`}>
      <header className="sub-record-head">
        <h3>
          {receipt.receiptNo}{' '}
          {isStanding ? <StateTag of={receiptResults} state={receipt.result} /> : <span className="tag tag-neutral">已冲销</span>}
        </h3>
        <span className="line-buttons">
          {isStanding && receipt.lots.length > 0 && <Button onClick={() => setShowing('labels')}>待验标签</Button>}
          <PaperButton
            papers={[
              { kind: 'receipt', id: receipt.id },
              ...(receipt.refused.length === 0 ? [] : [{ kind: 'refusal_note', id: receipt.id } as const]),
            ]}
          />
          <Button onClick={() => setShowing('history')}>签名与历史</Button>
          {isStanding && beginsIn(purchaseActions.reverse, order.state) && (
            <ActionButton action={purchaseActions.reverse} row={order} danger onClick={() => setShowing('reverse')} />
          )}
        </span>
      </header>
      <Facts
        rows={[
          ...(receipt.reversed === null
            ? []
            : ([
                [
                  '已冲销',
                  `${dateTime(receipt.reversed.at)} ${receipt.reversed.by}，批准 ${receipt.reversed.approvedBy}：${receipt.reversed.reason}`,
                ],
              ] as const)),
          [
            '到货时间',
            <Corrected key="arrived" by={receipt.corrections} field="arrived_at" show={dateTime}>
              {dateTime(receipt.arrivedAt)}
            </Corrected>,
          ],
          ['随货单号', receipt.deliveryNoteNo],
          ['运输', receipt.transport],
          ...(receipt.doubts.length === 0 ? [] : ([['存疑', doubted(receipt.doubts, receipt.doubtReason)]] as const)),
          ['收货人 / 复核人', `${receipt.receivedBy.name} / ${receipt.checkedBy.name}`],
          ['备注', receipt.remark],
        ]}
      />
      {receipt.lots.length > 0 && (
        <DataTable
          caption={`${receipt.receiptNo} 接收的批`}
          columns={lotColumns(labelOf)}
          {...(isStanding && { actions: (lot: ReceiptLot) => <CorrectButton record="receipt_line" id={lot.lotId} /> })}
          rows={receipt.lots}
          rowKey={(lot) => lot.lotId}
        />
      )}
      {receipt.refused.length > 0 && (
        <DataTable caption={`${receipt.receiptNo} 拒收`} columns={refusedColumns} rows={receipt.refused} rowKey={(line) => line.id} />
      )}
      <Attachments of="receipt" id={receipt.id} usual="随货单" />
      {showing === 'labels' && <QuarantineLabels receipt={receipt} supplier={order.supplierName} onClose={() => setShowing(undefined)} />}
      {showing === 'reverse' && <ReverseDialog receipt={receipt} onClose={() => setShowing(undefined)} />}
      {showing === 'history' && (
        <HistoryDrawer table="receipt" id={receipt.id} title={receipt.receiptNo} onClose={() => setShowing(undefined)} />
      )}
    </section>
  )
}
