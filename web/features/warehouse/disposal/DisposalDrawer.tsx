import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import {
  disposalActions,
  disposalApi,
  disposalGrounds,
  disposalLooks,
  disposalMethods,
  totalOf,
  type DisposalFile,
} from '#contract/warehouse/disposal.ts'
import { useRead } from '#web/lib/call.ts'
import { amount, dateTime } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CarryOutDialog } from './CarryOutDialog.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { ReportDialog } from './ReportDialog.tsx'

type Step = keyof typeof disposalActions | 'history'

/** One disposal: the goods, the decision, and the next step of whoever reads it. */
export function DisposalDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(disposalApi.read, { id })
  const [step, setStep] = useState<Step>()
  const file = read.data
  const stay = () => setStep(undefined)
  const go = (next: Step) => () => setStep(next)
  const isDone = file?.disposal.state === 'done'
  return (
    <Drawer
      open
      size={960}
      title={file ? `处置单 ${file.disposal.disposalNo}` : '处置单'}
      onClose={onClose}
      extra={
        <span className="page-tools">
          {file && <PaperButton papers={[{ kind: 'disposal', id }, ...(isDone ? [{ kind: 'destruction_record', id } as const] : [])]} />}
          <Button onClick={go('history')}>签名与历史</Button>
        </span>
      }
      footer={
        file &&
        ['proposed', 'approved', 'reported'].includes(file.disposal.state) && (
          <div className="drawer-foot">
            <RowActions
              of={disposalActions}
              row={file.disposal}
              type="default"
              danger={['approve', 'carryOut']}
              on={{ approve: go('approve'), refuse: go('refuse'), carryOut: go('carryOut'), report: go('report'), cancel: go('cancel') }}
            />
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {file && <FileView file={file} />}
      {file && (step === 'approve' || step === 'refuse') && <DecideDialog file={file} step={step} onClose={stay} />}
      {file && step === 'carryOut' && <CarryOutDialog file={file} onClose={stay} />}
      {file && step === 'report' && <ReportDialog file={file} onClose={stay} />}
      {file && step === 'cancel' && (
        <ReasonDialog
          title={`撤回 ${file.disposal.disposalNo}`}
          submit="撤回"
          endpoint={disposalApi.cancel}
          id={id}
          done={`${file.disposal.disposalNo} 已撤回，货物留在原处`}
          onClose={stay}
        />
      )}
      {file && step === 'history' && <HistoryDrawer table="disposal_case" id={id} title={file.disposal.disposalNo} onClose={stay} />}
    </Drawer>
  )
}

function FileView({ file }: { file: DisposalFile }) {
  const { disposal, lines, codes } = file
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={disposalLooks} state={disposal.state} />],
          ['原因', `${disposalGrounds[disposal.ground]}：${disposal.reason}`],
          ['处置方式', disposalMethods[disposal.disposalMethod]],
          ['合计', `${totalOf(disposal)}${disposal.packs > 0 ? `，${disposal.packs} 件` : ''}`],
          ['提出', `${disposal.proposedBy.name}　${dateTime(disposal.proposedAt)}`],
          ...(file.decidedAt === null ? [] : ([['决定', `${file.decidedByName}　${dateTime(file.decidedAt)}　${file.opinion}`]] as const)),
          ...(file.foundAt === null
            ? []
            : ([['数量差异', `${file.foundByName}　${dateTime(file.foundAt)}　${file.foundReason}`]] as const)),
          ...(file.redecidedAt === null
            ? []
            : ([['再次决定', `${file.redecidedByName}　${dateTime(file.redecidedAt)}　${file.secondOpinion}`]] as const)),
          ...(file.cancelReason === null ? [] : ([['撤回原因', file.cancelReason]] as const)),
          ...(disposal.carriedAt === null
            ? []
            : ([
                ['执行 / 见证', `${file.carriedByName} / ${file.witnessName}　${dateTime(disposal.carriedAt)}`],
                ['处置单位 / 证明', `${file.carrier} / ${file.certificateNo ?? '—'}`],
              ] as const)),
        ]}
      />
      <DataTable
        caption="处置的货物"
        columns={[
          { title: '批号', key: 'lotNo' },
          { title: '品名', key: 'name' },
          { title: '货位', key: 'placeCode' },
          { title: '账面', key: 'quantity', align: 'right', render: ({ quantity, unit }) => amount(quantity, unit) },
          { title: '件数', key: 'packs', align: 'right' },
          { title: '发现', key: 'found', align: 'right', render: ({ found, unit }) => found && amount(found, unit) },
          { title: '实称', key: 'weighed', align: 'right', render: ({ weighed, unit }) => weighed && amount(weighed, unit) },
        ]}
        rows={lines}
        rowKey={(line) => line.id}
      />
      {codes.length > 0 && (
        <details>
          <summary>追溯码 {codes.reduce((sum, { first, last }) => sum + last - first + 1, 0)} 个</summary>
          <ul>
            {codes.map(({ lotNo, runNo, first, last }) => (
              <li key={`${runNo} ${first}`}>
                {lotNo}　标签领用单 {runNo}　第 {first === last ? first : `${first} 至 ${last}`} 号
              </li>
            ))}
          </ul>
        </details>
      )}
      <Attachments of="disposal_case" id={disposal.id} usual="照片" />
    </>
  )
}
