import { Form, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { incidentTallies, type IncidentTrend as Trend } from '#contract/cases/incident-file.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { useRead } from '#web/lib/call.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import './incident.css'

type Tally = Trend['tallies']['kind'][number]

/** The tallies whose figure the list can show. */
const filters: Partial<Record<keyof typeof incidentTallies, string>> = { kind: 'kind', area: 'area' }

/** 事件趋势: where the cases of a time gather, and the figures of the yearly review. */
export function IncidentTrend({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [today] = useState(() => dayInShanghai(new Date()))
  const from = query.get('from') ?? `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`.replace('-02-29', '-02-28')
  const to = query.get('to') ?? today
  const trend = useRead(incidentApi.trend, { from, to }, { keepPrevious: true })
  return (
    <section className="page" aria-label="事件趋势">
      <header className="page-head">
        <h1>质量事件</h1>
      </header>
      {header}
      <div className="trend-days">
        <Form.Item label="上报日期起">
          <DayInput aria-label="上报日期起" value={from} onChange={(day) => setQuery({ from: day })} />
        </Form.Item>
        <Form.Item label="止">
          <DayInput aria-label="上报日期止" value={to} onChange={(day) => setQuery({ to: day })} />
        </Form.Item>
      </div>
      {trend.error && <CallFailure error={trend.error} onRetry={() => void trend.refetch()} />}
      {trend.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {trend.data && (
        <div className={trend.isPlaceholderData ? 'stale' : undefined} aria-busy={trend.isPlaceholderData}>
          <Figures trend={trend.data} days={{ from, to }} />
        </div>
      )}
    </section>
  )
}

function Figures({ trend, days }: { trend: Trend; days: { from: string; to: string } }) {
  if (trend.total === 0)
    return (
      <div className="nothing">
        <p>这段时间没有偏差、投诉或不良反应</p>
      </div>
    )
  return (
    <>
      <Facts
        rows={[
          ['事件', `${trend.total} 件，未结束 ${trend.open} 件，其中逾期 ${trend.late} 件`],
          ['处理用时', trend.medianDays === null ? '还没有结束的事件' : `半数在 ${trend.medianDays} 天内结束`],
          ['措施', `${trend.measures} 项，逾期 ${trend.lateMeasures} 项`],
        ]}
      />
      <div className="tallies">
        {keysOf(incidentTallies).map((by) => (
          <Tallies key={by} by={by} rows={trend.tallies[by]} days={days} />
        ))}
      </div>
    </>
  )
}

function Tallies({ by, rows, days }: { by: keyof typeof incidentTallies; rows: readonly Tally[]; days: { from: string; to: string } }) {
  const filter = filters[by]
  if (rows.length === 0) return null
  const columns: readonly Column<Tally>[] = [
    {
      title: incidentTallies[by],
      key: 'label',
      width: 14,
      render: ({ value, label }) =>
        filter === undefined ? (
          label
        ) : (
          <Link
            to={`/zhiliang-shijian?${new URLSearchParams({ view: 'incident', [filter]: value, openedFrom: days.from, openedTo: days.to })}`}
          >
            {label}
          </Link>
        ),
    },
    { title: '件数', key: 'count', align: 'right' },
    { title: '未结束', key: 'open', align: 'right' },
    { title: '严重', key: 'critical', align: 'right' },
  ]
  return (
    <section>
      <h2 className="drawer-heading">按{incidentTallies[by]}</h2>
      <DataTable caption={`按${incidentTallies[by]}`} columns={columns} rows={rows} rowKey={({ value }) => value} />
    </section>
  )
}
