import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { keysOf } from '#contract/kernel/key-of.ts'
import { oosApi, type OosFile } from '#contract/cases/oos-api.ts'
import { oosActions, oosChecks, oosFindings, oosKinds, oosLooks } from '#contract/cases/oos.ts'
import { whyNotInvestigated } from '#contract/laboratory/request.ts'
import { resultParts, type TestResult } from '#contract/laboratory/test-result.ts'
import { RequestDialog } from '#web/features/laboratory/inspection/RequestDialog.tsx'
import { MeansRead, ReadingsRead, Verdict } from '#web/features/laboratory/inspection/ResultTable.tsx'
import { useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CheckDialog } from './CheckDialog.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { InvalidateDialog } from './InvalidateDialog.tsx'
import { ReassignDialog } from './ReassignDialog.tsx'
import { RetestApprovalDialog } from './RetestApprovalDialog.tsx'
import { RetestDialog } from './RetestDialog.tsx'

type Step = keyof (typeof oosActions)['raw']

/** One case: every value of the item, what was looked at, what was decided, and the next step of whoever reads it. */
export function OosDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(oosApi.file, { id })
  const [step, setStep] = useState<Step>()
  const [history, setHistory] = useState(false)
  const file = read.data
  const stay = () => setStep(undefined)
  return (
    <Drawer
      open
      size={960}
      title={file ? `${oosKinds[file.case.kind]} ${file.case.lotName} ${file.case.lotNo} ${file.case.itemName}` : '检验结果调查'}
      onClose={onClose}
      extra={
        <span className="page-tools">
          {file && <PaperButton papers={[{ kind: 'oos_report', id }]} />}
          <Button onClick={() => setHistory(true)}>签名与历史</Button>
        </span>
      }
      footer={file && hasNext(file) && <Steps file={file} onStep={setStep} />}
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {file && <FileView file={file} />}
      {file && step === 'check' && <CheckDialog file={file} onClose={stay} />}
      {file && step === 'invalidate' && <InvalidateDialog file={file} onClose={stay} />}
      {file && step === 'approveRetest' && <RetestApprovalDialog file={file} onClose={stay} />}
      {file && step === 'reassign' && <ReassignDialog file={file} onClose={stay} />}
      {file && step === 'retest' && <RetestDialog file={file} onClose={stay} />}
      {file && step === 'decide' && <DecideDialog file={file} onClose={stay} />}
      {history && file && (
        <HistoryDrawer table="oos_case" id={id} title={`${file.case.lotNo} ${file.case.itemName}`} onClose={() => setHistory(false)} />
      )}
    </Drawer>
  )
}

/** Whether somebody takes a step in the case itself; what was found invalid is done again in the inspection. */
const hasNext = ({ case: { side, state } }: OosFile) =>
  Object.values(oosActions[side]).some(({ from }) => from.some((one) => one === state))

/** What comes next, for whoever may do it. */
function Steps({ file: { case: row }, onStep }: { file: OosFile; onStep: (step: Step) => void }) {
  const isProved = row.finding === 'laboratory_error' || row.finding === 'sampling_error'
  return (
    <div className="drawer-foot">
      <RowActions
        of={oosActions[row.side]}
        row={row}
        type="default"
        on={{
          check: () => onStep('check'),
          // Only a proved error is offered what it allows.
          invalidate: isProved ? () => onStep('invalidate') : null,
          approveRetest: () => onStep('approveRetest'),
          reassign: row.state === 'retesting' ? () => onStep('reassign') : null,
          retest: () => onStep('retest'),
          decide: () => onStep('decide'),
        }}
      />
    </div>
  )
}

function FileView({ file }: { file: OosFile }) {
  const { case: row, item, plea } = file
  const canTrace = useHolds('22')
  const lot = `${row.lotName} ${row.lotNo}`
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={oosLooks} state={row.state} />],
          [
            '批次',
            canTrace ? (
              <Link key="lot" to={`/suyuan-lvli?q=${encodeURIComponent(row.lotNo)}`}>
                {lot}
              </Link>
            ) : (
              lot
            ),
          ],
          ...(row.supplier === '' ? [] : ([['供应商', row.supplier]] as const)),
          ['调查编号', row.caseNo ?? '—'],
          ['请验单', row.requestNo],
          ['项目', [row.itemName, row.method].filter(Boolean).join('，')],
          ['标准规定', row.specText + (item.internal === null ? '' : `，内控 ${item.internal}${item.unit}`)],
          ['结果', `${row.value}（${row.analystName}）`],
          ['开启', dateTime(row.openedAt)],
          ...(plea === '' ? [] : ([['检验人申请更正', plea]] as const)),
          ...(row.conclusion === null || row.concludedAt === null
            ? []
            : ([['结论', `${row.conclusion}（${file.concludedByName}　${dateTime(row.concludedAt)}）`]] as const)),
        ]}
      />
      <Investigation file={file} />
      <h2 className="drawer-heading">全部结果</h2>
      <DataTable caption="全部结果" columns={resultColumns(file)} rows={file.results} rowKey={(result) => result.id} />
      {file.checklist && <Checked file={file} checklist={file.checklist} />}
      {file.retestAt && <Retests file={file} />}
      <Attachments of="inspection" id={row.inspectionId} usual="照片" />
    </>
  )
}

/** 调查取样: the lot is tested by itself, once more, where the question is what the goods are. */
function Investigation({ file: { case: row, lot } }: { file: OosFile }) {
  const mayAsk = useHolds('13:decide')
  const [isOpen, setOpen] = useState(false)
  if (!mayAsk) return null
  const isTested = lot.inspectionState !== 'approved' && lot.inspectionState !== 'cancelled' && lot.inspectionState !== 'returned'
  return (
    <p className="tags steps">
      <ReasonButton
        type="default"
        reason={isTested ? '本次检验还没有结束，请先完成检验再调查取样' : whyNotInvestigated(lot)}
        onClick={() => setOpen(true)}
      >
        调查取样
      </ReasonButton>
      {isOpen && (
        <RequestDialog
          side={row.side}
          lotId={row.lotId}
          investigates
          because={`${row.requestNo} ${row.itemName}：${oosKinds[row.kind]}`}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
  )
}

const written = (result: TestResult) => (result.words !== '' ? result.words : result.individual.join('，'))

const resultColumns = ({ case: row, item }: OosFile): readonly Column<TestResult>[] => [
  { title: '次序', key: 'part', render: (result) => resultParts[result.part] },
  {
    title: '原始值',
    key: 'raw',
    // What was found invalid stays readable.
    render: (result) => (
      <>
        {result.part === 'first' && (row.state === 'invalidated' || row.state === 'repeated' || row.state === 'corrected') ? (
          <s>{written(result)}</s>
        ) : (
          written(result)
        )}
        <ReadingsRead result={result} item={item} />
        <MeansRead result={result} />
      </>
    ),
  },
  { title: '平均值', key: 'mean', align: 'right', render: ({ mean }) => mean && `${mean}${item.unit}` },
  { title: '偏差', key: 'deviation', align: 'right', render: ({ deviation }) => deviation && `${deviation}%` },
  { title: '判定', key: 'verdict', render: (result) => <Verdict result={result} /> },
  { title: '录入', key: 'enteredBy', render: (result) => <Done by={result.enteredByName} at={result.enteredAt} /> },
  { title: '说明', key: 'correction' },
]

/** 第一阶段: what the second person looked at, and what they found. */
function Checked({ file, checklist }: { file: OosFile; checklist: NonNullable<OosFile['checklist']> }) {
  return (
    <>
      <h2 className="drawer-heading">实验室调查</h2>
      <Facts
        rows={[
          ...keysOf(oosChecks).map((key) => [oosChecks[key], checklist[key].ok ? '正常' : `异常：${checklist[key].note}`] as const),
          ['调查结论', file.case.finding && oosFindings[file.case.finding]],
          ['说明', file.explanation],
          ...(file.proof === null ? [] : ([['原始读数', file.proof.name]] as const)),
          ['调查人', file.checkedAt && `${file.checkedByName}　${dateTime(file.checkedAt)}`],
          ...(file.invalidatedAt === null
            ? []
            : ([['原结果判无效', `${file.invalidReason}（${file.invalidatedByName}　${dateTime(file.invalidatedAt)}）`]] as const)),
        ]}
      />
    </>
  )
}

/** 第二阶段: how often it is tested again and by whom, fixed before the first of them. */
const Retests = ({ file }: { file: OosFile }) => (
  <>
    <h2 className="drawer-heading">复检</h2>
    <Facts
      rows={[
        ['次数', file.retests !== null && `${file.retests} 次`],
        ['复检人', file.retestAnalystName],
        ['样品', file.resampled ? '重新取样' : '原样品'],
        ['理由', file.retestReason],
        ['批准', file.retestAt && `${file.retestByName}　${dateTime(file.retestAt)}`],
      ]}
    />
  </>
)
