import type { PublicTrace } from '#contract/tracing/public-trace.ts'
import { meaningOf, railOf, spaced } from './test-words.ts'
import { Group, reportLink, Rest } from './TraceGroups.tsx'

type Report = PublicTrace['reports'][number]
type Item = Report['items'][number]

/** Every report with its items in plain words against their limits; `isFull` is false where a page would grow too long: the herbs' items go. */
export function TestGroup({ trace, isFull, most }: { trace: PublicTrace; isFull: boolean; most: number }) {
  const { reports, batchToken } = trace
  const isBatch = trace.genealogy !== null
  if (reports.length === 0) return null
  return (
    <Group title="质量检验" brief={briefOf(reports)} basis="verified" isOpen={isBatch}>
      {reports.slice(0, most).map((report) => (
        <div key={report.reportNo}>
          <h3>
            {report.subject}
            {isBatch && ` ${report.batchNo}`}：{report.conclusion}
          </h3>
          <p className="note">
            报告 {report.reportNo} · {report.on} · 依据{report.standard}
          </p>
          {(isFull || report.subject === '饮片') && report.items.map((item) => <Test key={item.name} item={item} hasRail={isFull} />)}
          {isBatch && (
            <p className="files">
              <a href={reportLink(batchToken, report.reportNo)}>打开报告 {report.reportNo}，可打印</a>
            </p>
          )}
        </div>
      ))}
      <Rest of={reports.length} shown={most} />
      {isBatch && (
        <p className="files">
          <a href={`/index2/results?b=${batchToken}`}>下载全部检验结果（表格文件）</a>
        </p>
      )}
    </Group>
  )
}

/** 饮片 4 项、药材 5 项全部符合. */
function briefOf(reports: readonly Report[]): string {
  if (reports.some(({ conforming }) => !conforming)) return '有项目不符合规定'
  const counted = [...Map.groupBy(reports, ({ subject }) => subject)].map(
    ([subject, together]) => `${subject} ${together.reduce((sum, { items }) => sum + items.length, 0)} 项`,
  )
  return `${counted.join('、')}全部符合`
}

function Test({ item: { name, spec, result, verdict }, hasRail }: { item: Item; hasRail: boolean }) {
  const passes = verdict === '符合规定'
  const rail = hasRail ? railOf(spec, result) : undefined
  const meaning = meaningOf(name, spec.startsWith('不得少于'))
  return (
    <div className="test">
      <p>
        {name}
        <b>
          {result === verdict ? '' : spaced(result)}
          <span className={passes ? 'pass' : 'fail'}>{passes ? '符合' : verdict}</span>
        </b>
      </p>
      {rail && (
        <svg className={passes ? undefined : 'over'} viewBox="0 0 300 12" preserveAspectRatio="none" aria-hidden="true">
          <path className="rail" d="M0 4h300v4H0z" />
          <path d={`M${rail.from} 4h${rail.width}v4h-${rail.width}z`} fill="currentColor" opacity=".3" />
          <path className="limit" d={`M${rail.limit} 0h2v12h-2z`} />
          <path d={`M${Math.max(rail.value - 4, 0)} 1h8v10h-8z`} fill="currentColor" />
        </svg>
      )}
      <p className="why">
        {meaning}
        <span>{spaced(spec)}</span>
      </p>
    </div>
  )
}
