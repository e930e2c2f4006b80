import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import {
  supplierReturnActions,
  supplierReturnApi,
  supplierReturnLooks,
  type SupplierReturnFile,
} from '#contract/warehouse/supplier-return.ts'
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
import { BringBackDialog, ConfirmDialog } from './AnswerDialogs.tsx'
import { DecideReturnDialog, SendDialog } from './SendDialogs.tsx'

type Step = keyof typeof supplierReturnActions | 'history'

/** Steps that need nothing but a reason, and what they mean. */
const reasoned = {
  cancel: { done: '已撤回，货物留在原处', means: '货物留在不合格区，可以重新提出。' },
  decline: { done: '已登记供应商不收', means: '货物未发出，留在不合格区。请到“处置”中另行提出。' },
  unconfirm: { done: '的确认已撤销', means: '误登记的确认撤销后，重新登记供应商的答复。原内容留在历史中。' },
} as const

const isReasoned = (step: Step | undefined): step is keyof typeof reasoned => step !== undefined && Object.hasOwn(reasoned, step)

/** One return to a supplier: the goods, the decision, what the supplier said, and the next step of whoever reads it. */
export function SupplierReturnDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(supplierReturnApi.read, { id })
  const [step, setStep] = useState<Step>()
  const file = read.data
  const stay = () => setStep(undefined)
  const go = (next: Step) => () => setStep(next)
  return (
    <Drawer
      open
      size={760}
      title={file ? `退货单 ${file.row.returnNo}` : '退货单'}
      onClose={onClose}
      extra={
        <span className="page-tools">
          {file && <PaperButton papers={[{ kind: 'supplier_return', id }]} />}
          <Button onClick={go('history')}>签名与历史</Button>
        </span>
      }
      footer={
        file &&
        ['proposed', 'approved', 'sent', 'confirmed'].includes(file.row.state) && (
          <div className="drawer-foot">
            <RowActions
              of={supplierReturnActions}
              row={file.row}
              type="default"
              danger={['send', 'bringBack']}
              on={{
                approve: go('approve'),
                refuse: go('refuse'),
                send: go('send'),
                decline: go('decline'),
                cancel: go('cancel'),
                confirm: go('confirm'),
                bringBack: go('bringBack'),
                unconfirm: go('unconfirm'),
              }}
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
          <Attachments of="supplier_return" id={id} usual="其他" />
        </>
      )}
      {file && (step === 'approve' || step === 'refuse') && <DecideReturnDialog file={file} step={step} onClose={stay} />}
      {file && step === 'send' && <SendDialog file={file} onClose={stay} />}
      {file && step === 'confirm' && <ConfirmDialog file={file} onClose={stay} />}
      {file && step === 'bringBack' && <BringBackDialog file={file} onClose={stay} />}
      {file && isReasoned(step) && (
        <ReasonDialog
          title={`${supplierReturnActions[step].label} ${file.row.returnNo}`}
          submit={supplierReturnActions[step].label}
          endpoint={supplierReturnApi[step]}
          id={id}
          done={`${file.row.returnNo} ${reasoned[step].done}`}
          onClose={stay}
        >
          <p>{reasoned[step].means}</p>
        </ReasonDialog>
      )}
      {file && step === 'history' && <HistoryDrawer table="supplier_return" id={id} title={file.row.returnNo} onClose={stay} />}
    </Drawer>
  )
}

type Rows = Parameters<typeof Facts>[0]['rows']

const factsOf = ({ row, ...file }: SupplierReturnFile): Rows => [
  ['状态', <StateTag key="state" of={supplierReturnLooks} state={row.state} />],
  ['供应商', [row.supplierName, file.supplierContact].filter(Boolean).join('　')],
  ['货物', `${row.name} ${row.lotNo}（供应商批号 ${file.supplierLotNo}）`],
  ['收货单 / 采购单', `${file.receiptNo} / ${file.orderNo}`],
  ['数量', `${amount(row.quantity, row.unit)}，${row.placeCode}`],
  ['原因', row.reason],
  ['提出', `${row.proposedBy.name}　${dateTime(row.proposedAt)}`],
  ...(file.decidedAt === null ? [] : ([['决定', `${file.decidedByName}　${dateTime(file.decidedAt)}　${file.opinion}`]] as const)),
  ...(file.endedAt === null ? [] : ([['未发出的原因', `${file.endedByName}　${dateTime(file.endedAt)}　${file.endReason}`]] as const)),
  ...(row.sentAt === null
    ? []
    : ([
        ['称重 / 复核', `${file.sentByName} / ${file.checkedByName}　${dateTime(row.sentAt)}`],
        ['发出实称', `${amount(row.weighed ?? '0', row.unit)}，${file.carrier}`],
        ...(file.missing === null || /^0(\.0+)?$/.test(file.missing)
          ? []
          : ([['货位清空时盘亏', amount(file.missing, row.unit)]] as const)),
      ] as const)),
  ...(file.unconfirmedAt === null
    ? []
    : ([['确认撤销', `${file.unconfirmedByName}　${dateTime(file.unconfirmedAt)}　${file.unconfirmReason}`]] as const)),
  ...(file.confirmedOn === null
    ? []
    : ([
        [
          '供应商确认',
          [
            file.confirmedOn,
            amount(file.confirmedQuantity ?? '0', row.unit),
            file.confirmedPerson,
            file.confirmationNo,
            file.differenceReason,
          ]
            .filter(Boolean)
            .join('　'),
        ],
      ] as const)),
  ...(file.backAt === null
    ? []
    : ([
        ['收回 / 复核', `${file.backByName} / ${file.backCheckedByName}　${dateTime(file.backAt)}`],
        ['收回实称', [amount(file.backWeight ?? '0', row.unit), file.backPlaceCode, file.backReason].filter(Boolean).join('　')],
      ] as const)),
]
