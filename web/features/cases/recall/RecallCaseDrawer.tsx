import { Button, Drawer, Skeleton, Space, Tabs } from 'antd'
import { useState } from 'react'
import { recallActions, recallClasses, recallKinds, recallLooks } from '#contract/cases/recall.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import type { RecallFile } from '#contract/cases/recall-file.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CloseRecallDialog } from './CloseRecallDialog.tsx'
import { RecallFindings } from './RecallFindings.tsx'
import { RecallCustomers } from './RecallCustomers.tsx'
import { RecallGoods } from './RecallGoods.tsx'
import { RecallLots } from './RecallLots.tsx'
import { RecallReports } from './RecallReports.tsx'
import { StartRecallDialog } from './StartRecallDialog.tsx'
import { WithdrawRecallDialog } from './WithdrawRecallDialog.tsx'

type Step = 'start' | 'cancel' | 'close' | 'withdraw' | 'history'

/** One recall or drill: what it reaches, who answered, what became of the goods, and the next step of whoever reads it. */
export function RecallCaseDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(recallApi.read, { id })
  const [step, setStep] = useState<Step>()
  const file = read.data
  const stay = () => setStep(undefined)
  return (
    <Drawer
      open
      size={1180}
      title={file ? `${recallKinds[file.recall.kind]} ${file.recall.caseNo}` : '召回'}
      onClose={onClose}
      extra={
        <Space>
          {file && (file.recall.state === 'started' || file.recall.state === 'closed' || file.recall.state === 'withdrawn') && (
            <PaperButton papers={[{ kind: 'recall_report', id }]} />
          )}
          <Button onClick={() => setStep('history')}>签名与历史</Button>
        </Space>
      }
      footer={
        file &&
        (file.recall.state === 'draft' || file.recall.state === 'started') && (
          <div className="drawer-foot">
            <RowActions
              of={recallActions}
              row={file.recall}
              type="default"
              danger={['start', 'cancel', 'withdraw']}
              on={{
                start: () => setStep('start'),
                cancel: () => setStep('cancel'),
                follow: null,
                close: () => setStep('close'),
                lift: null,
                withdraw: () => setStep('withdraw'),
              }}
            />
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {file && <FileView file={file} />}
      {file && step === 'start' && <StartRecallDialog file={file} onClose={stay} />}
      {file && step === 'close' && <CloseRecallDialog file={file} onClose={stay} />}
      {file && step === 'withdraw' && <WithdrawRecallDialog recall={file.recall} onClose={stay} />}
      {file && step === 'cancel' && (
        <ReasonDialog
          title={`撤回 ${file.recall.caseNo}`}
          submit="撤回"
          endpoint={recallApi.cancel}
          id={id}
          done={`${file.recall.caseNo} 已撤回，什么都没有冻结`}
          onClose={stay}
        />
      )}
      {file && step === 'history' && <HistoryDrawer table="recall_case" id={id} title={file.recall.caseNo} onClose={stay} />}
    </Drawer>
  )
}

function FileView({ file }: { file: RecallFile }) {
  const { recall, figures } = file
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={recallLooks} state={recall.state} />],
          ['级别', recallClasses[recall.recallClass].label],
          ['范围', recall.subject],
          ['原因', recall.reason],
          ...(file.authorityNo === '' ? [] : ([['通知书号', file.authorityNo]] as const)),
          ...(recall.kind === 'drill' ? [] : ([['请客户怎样处理', file.advice]] as const)),
          ['编制', `${recall.createdBy.name}　${dateTime(recall.createdAt)}`],
          ...(recall.startedAt === null ? [] : ([['启动', `${file.startedBy}　${dateTime(recall.startedAt)}`]] as const)),
          ...(recall.notifyBy === null ? [] : ([['通知期限', `${dateTime(recall.notifyBy)}，待回复 ${recall.unanswered} 家`]] as const)),
          ...(recall.reportBy === null ? [] : ([['进展报告期限', dateTime(recall.reportBy)]] as const)),
          ...(recall.finalBy === null ? [] : ([['总结报告期限', recall.finalBy]] as const)),
          ...(figures === null ? [] : ([['数量', <Balance key="figures" figures={figures} />]] as const)),
          ...(recall.seconds === null ? [] : ([['用时', `${recall.seconds} 秒列出全部批次与客户`]] as const)),
          ...(file.conclusion === null
            ? []
            : ([
                ['召回率', `${recall.recoveredPercent}%，去向查明 ${recall.knownPercent}%`],
                ['结论', `${file.conclusion}（${file.closedBy}　${recall.closedAt && dateTime(recall.closedAt)}）`],
              ] as const)),
          ...(file.cancelReason === null ? [] : ([['撤回原因', file.cancelReason]] as const)),
          ...(file.withdrawn === null
            ? []
            : ([
                ['撤销', `${file.withdrawn.reason}（${file.withdrawn.by}、${file.withdrawn.second}　${dateTime(file.withdrawn.at)}）`],
              ] as const)),
        ]}
      />
      {recall.state === 'draft' ? (
        <p className="quiet">启动时按当时的批次与发货重新列出，全部批次立即冻结。</p>
      ) : (
        recall.state !== 'cancelled' && (
          <Tabs
            items={[
              { key: 'lots', label: `批次 ${recall.lots}`, children: <RecallLots file={file} /> },
              { key: 'customers', label: `客户 ${recall.customers}`, children: <RecallCustomers file={file} /> },
              ...(recall.kind === 'drill'
                ? []
                : [
                    { key: 'goods', label: '收回与去向', children: <RecallGoods file={file} /> },
                    { key: 'reports', label: `监管报告 ${file.reports.length}`, children: <RecallReports file={file} /> },
                  ]),
              { key: 'findings', label: `发现与措施 ${file.findings.length}`, children: <RecallFindings file={file} /> },
            ]}
          />
        )
      )}
    </>
  )
}

/** Made = in the house + shipped + what the ledger knows of: whether every kilogram is explained. */
function Balance({ figures: { made, inHouse, shipped, other } }: { figures: NonNullable<RecallFile['figures']> }) {
  const open = exact(made).minus(inHouse).minus(shipped).minus(other)
  return (
    <>
      {`成品产出 ${kgUnit(made)} = 在厂 ${kgUnit(inHouse)} + 已发出 ${kgUnit(shipped)} + 损耗等 ${kgUnit(other)}`}{' '}
      <span className={open.isZero() ? 'tag tag-good' : 'tag tag-bad'}>
        {open.isZero() ? '100% 有去向' : `${kgUnit(open.toFixed())} 待查`}
      </span>
    </>
  )
}
