import { Segmented, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { keysOf } from '#contract/kernel/key-of.ts'
import { oosApi } from '#contract/cases/oos-api.ts'
import { oosSources, type OosSource, type OosTrend as Trend } from '#contract/cases/oos-trend.ts'
import { useRead } from '#web/lib/call.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import './oos.css'

type Row = Trend['rows'][number]

/** The filter of the list that finds the cases of a row. */
const filterOf: Record<OosSource, string> = { item: 'itemName', method: 'method', analyst: 'analystId', supplier: 'supplierId' }

const isSource = (name: string | null): name is OosSource => name !== null && Object.hasOwn(oosSources, name)

/** With fewer cases a month than these, none stands out. */
const fewest = 6

/** A month of a row; a darker ground where more cases came up, so that where they gather shows at once. */
function Month({ count, most }: { count: number; most: number }) {
  if (count === 0) return <span className="quiet">0</span>
  const strength = Math.ceil((count / most) * 3)
  return <span className={`month-count strength-${strength}`}>{count}</span>
}

/** 调查趋势: how often each item, method, analyst or supplier had to be looked into, month by month of the last year. */
export function OosTrend({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const asked = query.get('by')
  const by = isSource(asked) ? asked : 'item'
  const trend = useRead(oosApi.trend, { by }, { keepPrevious: true })
  return (
    <section className="page" aria-label="调查趋势">
      <header className="page-head">
        <h1>质量事件</h1>
      </header>
      {header}
      <div>
        <Segmented
          aria-label="按什么看"
          style={{ marginBottom: 12 }}
          value={by}
          options={keysOf(oosSources).map((value) => ({ value, label: `按${oosSources[value]}` }))}
          onChange={(next) => setQuery({ by: next })}
        />
      </div>
      {trend.error && <CallFailure error={trend.error} onRetry={() => void trend.refetch()} />}
      {trend.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {trend.data && (
        <div className={trend.isPlaceholderData ? 'stale' : undefined} aria-busy={trend.isPlaceholderData}>
          <Months trend={trend.data} by={by} />
        </div>
      )}
    </section>
  )
}

function Months({ trend: { months, rows }, by }: { trend: Trend; by: OosSource }) {
  if (rows.length === 0)
    return (
      <div className="nothing">
        <p>最近12个月没有要调查的检验结果{by === 'supplier' ? '来自外购批次' : ''}。</p>
      </div>
    )
  const most = Math.max(fewest, ...rows.flatMap((row) => row.months))
  const columns: readonly Column<Row>[] = [
    {
      title: oosSources[by],
      key: 'label',
      width: 12,
      render: ({ value, label }) => <Link to={`/zhiliang-shijian?view=oos&${filterOf[by]}=${encodeURIComponent(value)}`}>{label}</Link>,
    },
    ...months.map((month, index) => ({
      title: month.slice(2),
      key: month,
      align: 'right' as const,
      render: (row: Row) => <Month count={row.months[index] ?? 0} most={most} />,
    })),
    { title: '合计', key: 'count', align: 'right' },
    { title: '确认不合格', key: 'confirmed', align: 'right' },
  ]
  return (
    <>
      <DataTable caption={`调查趋势，按${oosSources[by]}`} columns={columns} rows={rows} rowKey={({ value }) => value} />
      <p className="quiet">最近12个月每月开启的调查件数，含录入差错；底色越深，件数越多。</p>
    </>
  )
}
