import { Button, Drawer, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import type { rawInspectionApi } from '../../../contract/inspection-api.ts'
import {
  inspectionStates,
  requestKinds,
  resultSources,
  sampleKinds,
  verdictLooks,
  type InspectionFile,
  type TestedItem,
  type TestResult,
} from '../../../contract/inspection.ts'
import { reasons } from '../../../contract/judge.ts'
import { useRead } from '../../lib/call.ts'
import { dateTime, decimal, exactTime, kgUnit } from '../../lib/format.ts'
import { CallFailure } from '../../parts/CallFailure.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { HistoryDrawer } from '../../parts/HistoryDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import './inspection.css'

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
      extra={<Button onClick={() => setHistory(true)}>修改历史</Button>}
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

function FileView({ file }: { file: InspectionFile }) {
  const { inspection, sampling } = file
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={inspectionStates} state={inspection.state} />],
          ...(file.closeReason === null
            ? []
            : ([['原因', `${file.closeReason}（${file.closedByName}　${dateTime(file.closedAt!)}）`]] as const)),
          ['请验类别', requestKinds[inspection.requestKind]],
          ['规格', file.spec],
          ...(inspection.side === 'raw' ? ([['供货单位', file.supplier]] as const) : []),
          ['产地', file.origin],
          ['请验数量', `${kgUnit(inspection.lotQuantity)}，${inspection.packageCount} 件`],
          ['检验标准', inspection.standardName],
          ['请验', `${file.department} ${inspection.requestedByName}　${dateTime(inspection.requestedAt)}`],
          ['受理', file.acceptedByName && `${file.acceptedByName}　${dateTime(file.acceptedAt!)}`],
          ['备注', file.remark],
        ]}
      />
      {sampling && (
        <>
          <h2 className="drawer-heading">取样 {sampling.samplingNo}</h2>
          <Facts
            rows={[
              ['取样件号', `${sampling.packageNumbers.join('、')}（应取 ${file.requiredPackages} 件，共 ${inspection.packageCount} 件）`],
              ['部位与方法', `${sampling.samplingPoint}；${sampling.method}`],
              ['地点与环境', `${sampling.place}，${decimal(sampling.temperature, 1)} ℃，${decimal(sampling.humidity, 1)} %`],
              ['取样量', `共 ${decimal(sampling.total, 0)} g（一次全检需 ${decimal(sampling.testNeed, 0)} g）`],
              [
                '样品',
                sampling.samples
                  .map((sample) => `${sampleKinds[sample.kind]} ${sample.sampleNo} ${decimal(sample.quantity, 0)} g`)
                  .join('；'),
              ],
              ['现场观察', sampling.fieldNote],
              [
                '取样人',
                `${sampling.sampledByName}${sampling.witnessedByName ? `、${sampling.witnessedByName}` : ''}　${dateTime(sampling.sampledAt)}`,
              ],
            ]}
          />
          <h2 className="drawer-heading">检验结果</h2>
          <ResultTable items={file.items} results={file.results} />
        </>
      )}
      {file.records.length > 0 && (
        <>
          <h2 className="drawer-heading">提交与复核</h2>
          <ol className="history">
            {file.records.map((record) => (
              <li key={record.id}>
                <div>
                  <strong>第{record.revision}次提交</strong>　{record.submittedByName}　
                  <time dateTime={record.submittedAt}>{exactTime(record.submittedAt)}</time>　
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
      )}
      {file.oosCases.length > 0 && (
        <>
          <h2 className="drawer-heading">OOS</h2>
          <ol className="history">
            {file.oosCases.map((oos) => (
              <li key={oos.id}>
                <div>
                  <strong>{oos.itemName}</strong>　{dateTime(oos.openedAt)} 开立　
                  {oos.state === 'open' ? <span className="tag tag-bad">调查中</span> : <span className="tag tag-neutral">确认不合格</span>}
                </div>
                {oos.conclusion && (
                  <p>
                    {oos.conclusion}（{oos.concludedByName}　{dateTime(oos.concludedAt!)}）
                  </p>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

type Line = { item: TestedItem; result: TestResult | undefined; earlier: TestResult[] }

const resultColumns: readonly Column<Line>[] = [
  {
    title: '检验项目',
    key: 'name',
    render: ({ item }) => (
      <>
        {item.name}
        {!item.isMandatory && <small className="quiet">（可选）</small>}
        <br />
        <small className="quiet">{[item.group, item.method].filter(Boolean).join('　')}</small>
      </>
    ),
  },
  {
    title: '标准规定',
    key: 'spec',
    render: ({ item }) => (
      <>
        {item.specText}
        {item.internal !== null && (
          <>
            <br />
            <small className="quiet">
              内控 {item.internal}
              {item.unit}
            </small>
          </>
        )}
      </>
    ),
  },
  {
    title: '原始值',
    key: 'raw',
    render: ({ result, earlier }) => (
      <>
        {result && <RawValue result={result} />}
        {earlier.map((old) => (
          <Corrected key={old.id} result={old} />
        ))}
      </>
    ),
  },
  { title: '平均值', key: 'mean', align: 'right', render: ({ item, result }) => result?.mean && `${result.mean}${item.unit}` },
  { title: '偏差', key: 'deviation', align: 'right', render: ({ result }) => result?.deviation && `${result.deviation}%` },
  { title: '结论', key: 'verdict', render: ({ result }) => result && <Verdict result={result} /> },
  {
    title: '检验人',
    key: 'by',
    render: ({ result }) =>
      result && (
        <>
          {result.enteredByName}
          <br />
          <small className="quiet">{dateTime(result.enteredAt)}</small>
        </>
      ),
  },
]

/** Every item with what counts now, and below it what was written before and why it was corrected. */
function ResultTable({ items, results }: { items: readonly TestedItem[]; results: readonly TestResult[] }) {
  const rows = items.map((item) => {
    const own = results.filter((result) => result.itemId === item.id)
    return { item, result: own.at(-1), earlier: own.slice(0, -1).toReversed() }
  })
  return <DataTable caption="检验结果" columns={resultColumns} rows={rows} rowKey={({ item }) => item.id} />
}

const written = (result: TestResult) => (result.words !== '' ? result.words : result.individual.join('，'))

function RawValue({ result }: { result: TestResult }) {
  const source = result.source === 'measured' ? '' : `${resultSources[result.source]} ${result.laboratory} ${result.referenceNo}`
  return (
    <>
      {written(result)}
      {(source || result.instrument) && (
        <>
          <br />
          <small className="quiet">{[source, result.instrument].filter(Boolean).join('　')}</small>
        </>
      )}
      {result.correction && (
        <>
          <br />
          <small>更正原因：{result.correction}</small>
        </>
      )}
    </>
  )
}

/** An earlier entry: struck through, its verdict kept in sight when it failed. */
const Corrected = ({ result }: { result: TestResult }) => (
  <div className="corrected">
    <s>{written(result)}</s> {result.verdict === 'FAIL' && <StateTag of={verdictLooks} state="FAIL" />}{' '}
    <small className="quiet">
      {result.enteredByName} {dateTime(result.enteredAt)}
    </small>
  </div>
)

/** The verdict, why there is none, and the two warnings. */
export function Verdict({ result }: { result: Pick<TestResult, 'verdict' | 'reason' | 'outOfTrend' | 'nearLimit'> }) {
  return (
    <>
      <StateTag of={verdictLooks} state={result.verdict} />
      {result.verdict === 'INCONCLUSIVE' && <small className="why">{reasons[result.reason as keyof typeof reasons]}</small>}
      {result.outOfTrend && <small className="why">超内控</small>}
      {!result.outOfTrend && result.nearLimit && <small className="why">接近限度</small>}
    </>
  )
}
