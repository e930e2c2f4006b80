import { Button, Drawer, Skeleton } from 'antd'
import { Fragment, useState, type ReactNode } from 'react'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { abnormalWords } from '#contract/laboratory/sampling.ts'
import { inspectionStates } from '#contract/laboratory/inspection.ts'
import { requestKinds } from '#contract/laboratory/request.ts'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import { reportLooks } from '#contract/laboratory/report.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, decimal, exactTime, kgUnit } from '#web/lib/format.ts'
import { CorrectButton } from '#web/features/cases/correction/CorrectButton.tsx'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Corrected } from '#web/parts/Corrected.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton, PaperView, type PaperOf } from '#web/parts/PaperView.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { grams } from './grams.ts'
import { OosMark } from './OosMark.tsx'
import { ResultTable } from './ResultTable.tsx'
import { SampleParts } from './SampleParts.tsx'

/** One inspection with everything that was written in it: request, sampling, raw values with their corrections, record, OOS. */
export function InspectionDrawer({
  id,
  endpoint,
  footer,
  onClose,
}: {
  id: string
  endpoint: typeof rawInspectionApi.file
  /** What can be done here, once the file is read. */
  footer?: (file: InspectionFile) => ReactNode
  onClose: () => void
}) {
  const file = useRead(endpoint, { id })
  const [history, setHistory] = useState(false)
  return (
    <Drawer
      open
      title={file.data ? `${file.data.inspection.requestNo}　${file.data.inspection.lotName} ${file.data.inspection.lotNo}` : '请验单'}
      size={1040}
      onClose={onClose}
      extra={
        <span className="page-tools">
          {file.data && <PaperButton papers={papersOf(file.data)} />}
          <Button onClick={() => setHistory(true)}>修改历史</Button>
        </span>
      }
      footer={footer && file.data && <div className="drawer-foot">{footer(file.data)}</div>}
    >
      {file.isPending && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {file.data && <FileView file={file.data} />}
      {history && (
        <HistoryDrawer table="inspection" id={id} title={file.data?.inspection.requestNo ?? '请验单'} onClose={() => setHistory(false)} />
      )}
    </Drawer>
  )
}

/** What can be printed of an inspection so far. */
function papersOf({ inspection: { id, reportId }, sampling }: InspectionFile): PaperOf[] {
  const ofSampling = ['sampling', 'sampling_seal', 'sample_label', 'test_record'] as const
  return [
    { kind: 'inspection_request', id },
    ...(sampling === null ? [] : ofSampling.map((kind) => ({ kind, id }))),
    ...(reportId === null ? [] : (['report', 'report_copy'] as const).map((kind) => ({ kind, id: reportId }))),
  ]
}

function FileView({ file }: { file: InspectionFile }) {
  const { inspection, sampling } = file
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={inspectionStates} state={inspection.state} />],
          ...(file.closeReason === null || file.closedAt === null
            ? []
            : ([
                [
                  '原因',
                  `${file.closeReason}（${[file.closedByName, file.closedSecondByName].filter(Boolean).join('、')}　${dateTime(file.closedAt)}）`,
                ],
              ] as const)),
          ['请验类别', requestKinds[inspection.requestKind]],
          ['规格', file.spec],
          ...(inspection.side === 'raw' ? ([['供货单位', file.supplier]] as const) : []),
          ['产地', file.origin],
          ['请验数量', `${kgUnit(inspection.lotQuantity)}，${inspection.packageCount} 件`],
          ['检验标准', inspection.standardName],
          ['请验', `${file.department} ${inspection.requestedByName}　${dateTime(inspection.requestedAt)}`],
          ['受理', file.acceptedAt && `${file.acceptedByName}　${dateTime(file.acceptedAt)}`],
          ['备注', file.remark],
        ]}
      />
      {sampling && (
        <>
          <Sampling sampling={sampling} file={file} />
          <SampleParts file={file} />
          <h2 className="drawer-heading">检验结果</h2>
          <ResultTable {...file} />
        </>
      )}
      {file.records.length > 0 && <Submissions records={file.records} />}
      {file.oosCases.length > 0 && <OosCases cases={file.oosCases} />}
      {file.reports.length > 1 && <ReportVersions reports={file.reports} />}
      <Attachments of="inspection" id={inspection.id} usual="图谱" />
    </>
  )
}

function Sampling({
  sampling,
  file: { inspection, requiredPackages },
}: {
  sampling: NonNullable<InspectionFile['sampling']>
  file: InspectionFile
}) {
  return (
    <>
      <h2 className="drawer-heading">
        取样 {sampling.samplingNo} <CorrectButton record="sampling" id={sampling.id} />
      </h2>
      <Facts
        rows={[
          ['取样件号', `${sampling.packageNumbers.join('、')}（应取 ${requiredPackages} 件，共 ${inspection.packageCount} 件）`],
          ['部位与方法', `${sampling.samplingPoint}；${sampling.method}`],
          ['地点与环境', `${sampling.place}，${decimal(sampling.temperature, 1)} ℃，${decimal(sampling.humidity, 1)} %`],
          [
            '取样量',
            <Fragment key="total">
              共{' '}
              <Corrected by={sampling.corrections} field="total" show={grams}>
                {grams(sampling.total)}
              </Corrected>
              （一次全检需 {grams(sampling.testNeed)}）
            </Fragment>,
          ],
          ['四分法缩分', sampling.quartered ? '是' : '否'],
          ['包件异常', abnormalWords(sampling.abnormalUnits)],
          ['现场观察', sampling.fieldNote],
          [
            '取样人',
            `${sampling.sampledByName}${sampling.witnessedByName ? `、${sampling.witnessedByName}` : ''}　${dateTime(sampling.sampledAt)}`,
          ],
        ]}
      />
    </>
  )
}

/** Every submission of the record, with its review or the reason for which it was sent back. */
function Submissions({ records }: { records: InspectionFile['records'] }) {
  return (
    <>
      <h2 className="drawer-heading">提交与复核</h2>
      <ol className="history">
        {records.map((record) => (
          <li key={record.id}>
            <div>
              <strong>第{record.revision}次提交</strong>　{record.submittedByName}
              {'　'}
              <time dateTime={record.submittedAt}>{exactTime(record.submittedAt)}</time>
              {'　'}
              <StateTag of={verdictLooks} state={record.verdict} />
            </div>
            {record.reviewedAt && (
              <p>
                复核：{record.reviewedByName}　{exactTime(record.reviewedAt)}
              </p>
            )}
            {record.returnedAt && (
              <p>
                退回：{record.returnedByName}　{exactTime(record.returnedAt)}　{record.returnReason}
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The cases about results; each leads to its file. */
function OosCases({ cases }: { cases: InspectionFile['oosCases'] }) {
  return (
    <>
      <h2 className="drawer-heading">检验结果调查</h2>
      <ol className="history">
        {cases.map((oos) => (
          <li key={oos.id}>
            <div>
              <strong>{oos.itemName}</strong>　{dateTime(oos.openedAt)} 开启{'　'}
              <OosMark oos={oos} />
            </div>
            {oos.concludedAt && (
              <p>
                {oos.conclusion}（{oos.concludedByName}　{dateTime(oos.concludedAt)}）
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Every version of the report, the valid one first: a replaced one is still printed, with its mark. */
function ReportVersions({ reports }: { reports: InspectionFile['reports'] }) {
  const [shown, setShown] = useState<string>()
  return (
    <>
      <h2 className="drawer-heading">检验报告</h2>
      <ol className="history">
        {reports.toReversed().map((one) => (
          <li key={one.id}>
            <div>
              <strong>{one.reportNo}</strong>　第 {one.version} 版　{[one.approver, one.second].filter(Boolean).join('、')}{' '}
              {dateTime(one.at)}
              {'　'}
              <StateTag of={reportLooks} state={one.state} />{' '}
              <Button type="link" className="text-action" aria-label={`打开报告 ${one.reportNo}`} onClick={() => setShown(one.id)}>
                打开
              </Button>
            </div>
            {one.reason !== '' && <p>换发原因：{one.reason}</p>}
          </li>
        ))}
      </ol>
      {shown && <PaperView kind="report" id={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
