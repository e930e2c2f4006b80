import { Button, Drawer, Input, Skeleton } from 'antd'
import { useState } from 'react'
import {
  countActions,
  countCauses,
  countLooks,
  countScopes,
  lineLooks,
  stocktakeApi,
  type CountFile,
  type CountLine,
} from '#contract/warehouse/stocktake.ts'
import { useRead } from '#web/lib/call.ts'
import { amount, dateTime } from '#web/lib/format.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CountDialog } from './CountDialog.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { FoundDialog } from './FoundDialog.tsx'
import { SettleDialog } from './SettleDialog.tsx'

type Step = 'settle' | 'cancel' | 'history' | 'found' | { count: CountLine } | { decide: CountLine }

/** One count: what is to be counted, and what came of it. A scanned bin or lot leaves only its lines. */
export function CountDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(stocktakeApi.read, { id })
  const [step, setStep] = useState<Step>()
  const file = read.data
  const stay = () => setStep(undefined)
  return (
    <Drawer
      open
      size={1080}
      title={file ? `盘点 ${file.count.countNo}` : '盘点'}
      onClose={onClose}
      extra={
        <span className="page-tools">
          {file && <PaperButton papers={[{ kind: 'count_sheet', id }]} />}
          <Button onClick={() => setStep('history')}>签名与历史</Button>
        </span>
      }
      footer={
        file?.count.state === 'counting' && (
          <div className="drawer-foot">
            <ActionButton
              action={{ ...countActions.count, label: '计划外找到' }}
              row={file.count}
              type="default"
              onClick={() => setStep('found')}
            />
            <RowActions
              of={countActions}
              row={file.count}
              type="default"
              on={{ count: null, settle: () => setStep('settle'), decide: null, cancel: () => setStep('cancel') }}
            />
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {file && <FileView file={file} onStep={setStep} />}
      {file && step === 'settle' && <SettleDialog file={file} onClose={stay} />}
      {file && step === 'cancel' && (
        <ReasonDialog
          title={`取消盘点 ${file.count.countNo}`}
          submit="取消盘点"
          endpoint={stocktakeApi.cancel}
          id={id}
          done={`${file.count.countNo} 已取消，库存没有调整`}
          onClose={stay}
        />
      )}
      {file && step === 'found' && <FoundDialog countId={id} onClose={stay} />}
      {file && step === 'history' && <HistoryDrawer table="stocktake" id={id} title={file.count.countNo} onClose={stay} />}
      {typeof step === 'object' && 'count' in step && <CountDialog countId={id} line={step.count} onClose={stay} />}
      {typeof step === 'object' && 'decide' in step && <DecideDialog countId={id} line={step.decide} onClose={stay} />}
    </Drawer>
  )
}

function FileView({ file: { count, lines, ...file }, onStep }: { file: CountFile; onStep: (step: Step) => void }) {
  const [scanned, setScanned] = useState('')
  const field = useScanField(setScanned)
  const asked = scanned.toUpperCase()
  const shown = lines.filter((line) => asked === '' || line.placeCode === asked || line.lotNo === asked)
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={countLooks} state={count.state} />],
          ['范围', `${countScopes[count.scope]}：${count.subject}`],
          ['进度', `${count.lines - count.toCount} / ${count.lines} 行${count.beyond > 0 ? `，${count.beyond} 行超差待决定` : ''}`],
          ['制定', `${count.plannedBy.name}　${dateTime(count.plannedAt)}`],
          ...(count.settledAt === null
            ? []
            : ([['完成', `${file.settledByName} / ${file.approverName}　${dateTime(count.settledAt)}`]] as const)),
          ...(file.cancelReason === null ? [] : ([['取消原因', file.cancelReason]] as const)),
        ]}
      />
      {count.state === 'counting' && (
        <p>
          <Input {...field} aria-label="扫描货位或批号" placeholder="扫描货位或批号，回车后只列出相应的行" />
          {scanned !== '' && (
            <Button type="link" onClick={() => setScanned('')}>
              显示全部（现为 {scanned}，{shown.length} 行）
            </Button>
          )}
        </p>
      )}
      <DataTable<CountLine>
        caption="盘点的货物"
        columns={[
          { title: '货位', key: 'placeCode' },
          { title: '批号', key: 'lotNo' },
          {
            title: '品名',
            key: 'name',
            render: ({ name, isToxic }) => (
              <>
                {name}
                {isToxic && <span className="tag tag-bad">毒性</span>}
              </>
            ),
          },
          { title: '状态', key: 'state', render: ({ state }) => <StateTag of={lineLooks} state={state} /> },
          { title: '实盘', key: 'counted', align: 'right', render: ({ counted, unit }) => counted && amount(counted, unit) },
          { title: '账面', key: 'book', align: 'right', render: ({ book, unit }) => book && amount(book, unit) },
          { title: '差异', key: 'difference', align: 'right', render: ({ difference, unit }) => difference && amount(difference, unit) },
          { title: '原因', key: 'cause', render: ({ cause, note }) => cause && `${countCauses[cause]}${note === null ? '' : `：${note}`}` },
          { title: '盘点人', key: 'countedBy' },
        ]}
        rows={shown}
        rowKey={(line) => line.id}
        {...(count.state === 'counting' && {
          actions: (line: CountLine) =>
            line.state === 'open' || line.state === 'recount' ? (
              <ActionButton action={countActions.count} row={count} onClick={() => onStep({ count: line })} />
            ) : line.state === 'beyond' ? (
              <ActionButton action={countActions.decide} row={count} onClick={() => onStep({ decide: line })} />
            ) : null,
        })}
      />
    </>
  )
}
