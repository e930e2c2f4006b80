import { Button, Drawer, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { packConditions, returnActions, returnDecisions, returnKinds, returnLooks } from '#contract/selling/return.ts'
import { returnApi, type ReturnDetail, type ReturnItem } from '#contract/selling/return-api.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, exactTime, kg, kgUnit } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { SignatureStanding } from '#web/parts/SignatureStanding.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { ReceiveDialog } from './ReceiveDialog.tsx'
import { ApproveDialog, BackByTwoDialog, InspectDialog, RestockDialog } from './StepDialogs.tsx'

type Step = keyof typeof returnActions | 'history'

/** One return: what comes back, what came, what was found and decided, and the next step of whoever reads it. */
export function ReturnDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(returnApi.read, { id })
  const [step, setStep] = useState<Step>()
  const file = read.data
  const isOver = file && ['closed', 'declined', 'cancelled'].includes(file.state)
  return (
    <Drawer
      open
      size={980}
      title={file ? `${returnKinds[file.kind]} ${file.returnNo}` : '退货单'}
      onClose={onClose}
      extra={
        <Space>
          {file && (
            <PaperButton papers={[{ kind: 'return_note', id }, ...(file.receipt ? [{ kind: 'return_inspection' as const, id }] : [])]} />
          )}
          <Button onClick={() => setStep('history')}>修改历史</Button>
        </Space>
      }
      footer={
        file &&
        !isOver && (
          <div className="drawer-foot">
            <RowActions
              of={returnActions}
              row={file}
              type="default"
              danger={['decline', 'cancel', 'miss', 'takeBack', 'withdraw']}
              on={{
                approve: () => setStep('approve'),
                decline: () => setStep('decline'),
                cancel: () => setStep('cancel'),
                miss: file.kind === 'refused' ? () => setStep('miss') : null,
                receive: () => setStep('receive'),
                takeBack: () => setStep('takeBack'),
                inspect: () => setStep('inspect'),
                decide: () => setStep('decide'),
                withdraw: () => setStep('withdraw'),
                restock: () => setStep('restock'),
              }}
            />
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {file && <FileView file={file} />}
      {file && step && <StepOf step={step} file={file} onClose={() => setStep(undefined)} />}
    </Drawer>
  )
}

function StepOf({ step, file, onClose }: { step: Step; file: ReturnDetail; onClose: () => void }) {
  const dialog = { file, onClose }
  const { id, returnNo } = file
  return (
    <>
      {step === 'approve' && <ApproveDialog {...dialog} />}
      {step === 'receive' && <ReceiveDialog {...dialog} />}
      {step === 'inspect' && <InspectDialog {...dialog} />}
      {step === 'decide' && <DecideDialog {...dialog} />}
      {step === 'restock' && <RestockDialog {...dialog} />}
      {(step === 'takeBack' || step === 'withdraw') && <BackByTwoDialog {...dialog} step={step} />}
      {step === 'decline' && (
        <ReasonDialog
          title={`不同意退货 ${returnNo}`}
          submit="不同意"
          danger
          endpoint={returnApi.decline}
          id={id}
          done={`${returnNo} 未获同意，已告知销售`}
          onClose={onClose}
        />
      )}
      {step === 'cancel' && (
        <ReasonDialog
          title={`取消退货 ${returnNo}`}
          submit="取消退货"
          danger
          endpoint={returnApi.cancel}
          id={id}
          done={`${returnNo} 已取消`}
          onClose={onClose}
        >
          {file.kind === 'refused' && <p>客户改为收下这些货：取消后按已收下计。</p>}
        </ReasonDialog>
      )}
      {step === 'miss' && (
        <ReasonDialog
          title={`退回途中丢失 ${returnNo}`}
          submit="转为承运索赔"
          danger
          endpoint={returnApi.miss}
          id={id}
          done={`${returnNo} 已转为承运索赔`}
          onClose={onClose}
        />
      )}
      {step === 'history' && <HistoryDrawer table="customer_return" id={id} title={returnNo} onClose={onClose} />}
    </>
  )
}

function FileView({ file }: { file: ReturnDetail }) {
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={returnLooks} state={file.state} />],
          ['退货单位', file.customerName],
          ['地址', file.customerAddress],
          ['联系人', `${file.contact} ${file.phone}`],
          ['出库单', <Link key="sale" to={`/yinpian-xiaoshou?view=${file.orderId}`}>{`${file.shipmentNo}（${file.orderNo}）`}</Link>],
          ['原因', [file.reason, file.note].filter(Boolean).join('：')],
          ...(file.kept === '' ? [] : ([['储存与运回', file.kept]] as const)),
          ['登记', `${file.createdBy.name}　${dateTime(file.createdAt)}`],
          ...(file.approvedAt === null ? [] : ([['QA 同意', `${file.approvedBy}　${dateTime(file.approvedAt)}`]] as const)),
          ...(file.endReason === null
            ? []
            : ([['结束', `${file.endReason}（${file.endedBy}　${file.endedAt && dateTime(file.endedAt)}）`]] as const)),
          ...(file.credit === null ? [] : ([['可结算', `${file.credit.packs} 件，${kgUnit(file.credit.quantity)}`]] as const)),
        ]}
      />
      {file.receipt === null ? <Announced file={file} /> : <CameIn receipt={file.receipt} />}
      {file.inspection && (
        <>
          <h2 className="drawer-heading sale-part">检验</h2>
          <Facts
            rows={[
              [
                '结论',
                <span key="verdict" className={file.inspection.conforms ? 'tag tag-good' : 'tag tag-bad'}>
                  {file.inspection.conforms ? '符合' : '不符合'}
                </span>,
              ],
              ['所见', file.inspection.findings],
              ['检验', `${file.inspection.inspectedBy}　${dateTime(file.inspection.inspectedAt)}`],
            ]}
          />
        </>
      )}
      {file.decision && (
        <>
          <h2 className="drawer-heading sale-part">最终处理意见</h2>
          <Facts
            rows={[
              ['依据', file.decision.conclusion],
              ['决定', `${file.decision.decidedBy}、${file.decision.secondBy}　${dateTime(file.decision.decidedAt)}`],
            ]}
          />
        </>
      )}
      <Attachments of="customer_return" id={file.id} usual="温湿度" />
      {file.signatures.length > 0 && <Signatures signatures={file.signatures} />}
    </>
  )
}

function Announced({ file }: { file: ReturnDetail }) {
  return (
    <>
      <h2 className="drawer-heading sale-part">预计退回</h2>
      <DataTable
        caption="预计退回"
        rows={file.lines}
        rowKey={(line) => line.lotId}
        columns={[
          { title: '批号', key: 'lotNo' },
          { title: '产品', key: 'goods' },
          { title: '数量', key: 'packs', align: 'right', render: (line) => `${line.packs} ${line.packUnit}` },
        ]}
      />
    </>
  )
}

/** What is decided about an item, and whether it was done. */
const standing = ({ decision, settledAt }: ReturnItem) =>
  decision === null ? '未决定' : `${returnDecisions[decision]}${settledAt === null ? '，待执行' : `，${dateTime(settledAt)}`}`

function CameIn({ receipt }: { receipt: NonNullable<ReturnDetail['receipt']> }) {
  return (
    <>
      <h2 className="drawer-heading sale-part">收货</h2>
      <Facts
        rows={[
          ['货位', `${receipt.bin}，隔位 ${receipt.position}`],
          ['到货', dateTime(receipt.arrivedAt)],
          ['外观', receipt.appearance],
          ['运回', receipt.transport],
          ['收货人', `${receipt.receivedBy}　${dateTime(receipt.receivedAt)}`],
        ]}
      />
      <DataTable
        caption="退回货物"
        rows={receipt.items}
        rowKey={(item) => item.id}
        columns={[
          { title: '批号', key: 'lotNo' },
          { title: '产品', key: 'goods' },
          { title: '包装情况', key: 'condition', render: ({ condition }) => packConditions[condition] },
          { title: '数量', key: 'packs', align: 'right', render: (item) => `${item.packs} ${item.packUnit}` },
          { title: '重量 (kg)', key: 'quantity', align: 'right', render: (item) => kg(item.quantity) },
          { title: '处理', key: 'decision', render: standing },
        ]}
      />
      <details className="sale-codes">
        <summary>退回的追溯码</summary>
        <ul>
          {receipt.items.map((item) => (
            <li key={item.id}>
              {item.lotNo} {packConditions[item.condition]}
              <br />
              <code>{item.codes.join(' ')}</code>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Signatures({ signatures }: { signatures: ReturnDetail['signatures'] }) {
  return (
    <>
      <h2 className="drawer-heading sale-part">电子签名</h2>
      <ol className="history">
        {signatures.map((one) => (
          <li key={one.signedAt + one.meaning + one.signerName}>
            <strong>{one.meaning}</strong>　{one.signerName}　<time dateTime={one.signedAt}>{exactTime(one.signedAt)}</time>{' '}
            {one.comment && <p>{one.comment}</p>}
            <SignatureStanding holds={one.holds} supersededBy={one.supersededBy} />
          </li>
        ))}
      </ol>
    </>
  )
}
