import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  discrepancyActions,
  discrepancyApi,
  discrepancyKinds,
  discrepancyLooks,
  discrepancyOutcomes,
  type DiscrepancyFile,
} from '#contract/supply/discrepancy.ts'
import { useRead } from '#web/lib/call.ts'
import { amount, dateTime } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { SettleDialog } from './SettleDialog.tsx'

type Step = keyof typeof discrepancyActions | 'history'

/** One discrepancy: what was seen at the door, what the supplier says, what became of it, and the next step of whoever reads it. */
export function DiscrepancyDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(discrepancyApi.read, { id })
  const [step, setStep] = useState<Step>()
  const file = read.data
  const stay = () => setStep(undefined)
  return (
    <Drawer
      open
      size={720}
      title={file ? `到货差异 ${file.row.discrepancyNo}` : '到货差异'}
      onClose={onClose}
      extra={
        <span className="page-tools">
          {file && <PaperButton papers={[{ kind: 'discrepancy', id }]} />}
          <Button onClick={() => setStep('history')}>签名与历史</Button>
        </span>
      }
      footer={
        file &&
        (file.row.state === 'open' || file.row.state === 'answered') && (
          <div className="drawer-foot">
            <RowActions
              of={discrepancyActions}
              row={file.row}
              type="default"
              on={{ answer: () => setStep('answer'), settle: () => setStep('settle'), sendBack: () => setStep('sendBack') }}
            />
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {file && (
        <>
          <Facts rows={factsOf(file)} />
          <Attachments of="receipt_discrepancy" id={id} usual="其他" />
        </>
      )}
      {file && step === 'answer' && <AnswerDialog file={file} onClose={stay} />}
      {file && step === 'settle' && <SettleDialog file={file} onClose={stay} />}
      {file && step === 'sendBack' && (
        <ReasonDialog
          title={`退回重新答复 ${file.row.discrepancyNo}`}
          submit="退回"
          endpoint={discrepancyApi.sendBack}
          id={id}
          done={`${file.row.discrepancyNo} 已退回采购`}
          onClose={stay}
        >
          <p>采购重新联系供应商后再登记答复。原答复留在历史中。</p>
        </ReasonDialog>
      )}
      {step === 'history' && file && <HistoryDrawer table="receipt_discrepancy" id={id} title={file.row.discrepancyNo} onClose={stay} />}
    </Drawer>
  )
}

type Rows = Parameters<typeof Facts>[0]['rows']

const factsOf = ({ row, ...file }: DiscrepancyFile): Rows => [
  ['状态', <StateTag key="state" of={discrepancyLooks} state={row.state} />],
  ['供应商', row.supplierName],
  [
    '收货单 / 采购单',
    <span key="order">
      {row.receiptNo} / <Link to={`/yuanliao-caigou?view=${row.orderId}`}>{row.orderNo}</Link>
    </span>,
  ],
  ['随货单', `${file.deliveryNoteNo}　到货 ${dateTime(file.arrivedAt)}`],
  ['物料', `${row.name}（单据品名 ${file.nameOnNote}${file.supplierLotNo && `，供应商批号 ${file.supplierLotNo}`}）`],
  ['差异', row.kinds.map((kind) => discrepancyKinds[kind]).join('、')],
  [
    '数量',
    row.kinds.includes('refused')
      ? `拒收 ${amount(row.refused, row.unit)}，未入库`
      : `随货单 ${amount(row.noted, row.unit)}，实收 ${amount(row.net, row.unit)}`,
  ],
  ['收货时的记录', file.note],
  ...(file.lots.length === 0
    ? []
    : ([
        [
          '入库批次',
          file.lots.map(({ lotId, lotNo, net }) => (
            <div key={lotId}>
              <Link to={`/yuanliao-kucun?q=${lotNo}`}>{lotNo}</Link> {amount(net, row.unit)}
            </div>
          )),
        ],
      ] as const)),
  ['登记', `${file.openedByName}　${dateTime(row.openedAt)}`],
  ...(row.state === 'open' && file.sentBackReason !== null ? ([['退回原因', file.sentBackReason]] as const) : []),
  ...(file.answeredAt === null
    ? []
    : ([
        ['供应商答复', `${file.answeredOn}　${file.answeredPerson}　${file.answer}`],
        ['答复登记', `${file.answeredByName}　${dateTime(file.answeredAt)}`],
      ] as const)),
  ...(row.settledAs === null
    ? []
    : ([
        ['处理结果', [discrepancyOutcomes[row.settledAs], file.paperNo, file.replacedByNo].filter(Boolean).join('　')],
        ['结论', `${file.conclusion}　${file.closedByName}　${row.closedAt === null ? '' : dateTime(row.closedAt)}`],
      ] as const)),
]
