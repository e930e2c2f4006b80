import { Skeleton } from 'antd'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { elementAt } from '#contract/kernel/certain.ts'
import { dashboardApi, lookBack, type Month, type ProductYield, type ScanDay } from '#contract/office/dashboard.ts'
import { useRead } from '#web/lib/call.ts'
import { kg, percent } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Chart } from '#web/parts/Chart.tsx'
import type { ChartColours, ChartOption } from '#web/parts/draw-chart.ts'

/** Yield by product, scans by day, output and shipments by month: as far as this person may open the lists behind them. */
export function Trends() {
  const trends = useRead(dashboardApi.trends, {})
  if (trends.error) return <CallFailure error={trends.error} onRetry={() => void trends.refetch()} />
  if (!trends.data) return <Skeleton active title={false} paragraph={{ rows: 12 }} />
  const { since, yields, scans, output, shipments } = trends.data
  const from = since.slice(0, 7)
  return (
    <div className="home-charts">
      {output && <MonthChart title={`每月产出成品（${from} 起，按生产日期）`} rows={output} unit="批" />}
      {shipments && <MonthChart title={`每月发运（${from} 起）`} rows={shipments} unit="单" />}
      {yields && <YieldChart title={`各产品平均收率（${from} 起完成的批）`} rows={yields} />}
      {scans && <ScanChart title={`近 ${lookBack} 天公众扫码次数`} rows={scans} />}
    </div>
  )
}

const grid = { left: 8, right: 16, top: 32, bottom: 8, containLabel: true }
/** Only what is drawn is rounded; the table has every digit. */
const drawn = (quantity: string) => Number(quantity)

function MonthChart({ title, rows, unit }: { title: string; rows: readonly Month[]; unit: string }) {
  const navigate = useNavigate()
  const option = useMemo(
    () =>
      (colours: ChartColours): ChartOption => ({
        grid,
        tooltip: { trigger: 'axis' },
        xAxis: { type: 'category', data: rows.map(({ month }) => month) },
        yAxis: { type: 'value', name: 'kg' },
        series: [{ type: 'bar', name: 'kg', barMaxWidth: 28, color: colours.primary, data: rows.map(({ quantity }) => drawn(quantity)) }],
      }),
    [rows],
  )
  return (
    <section aria-label={title}>
      <h2 className="home-heading">{title}</h2>
      {rows.every(({ count }) => count === 0) ? (
        <p className="nothing">这一年还没有记录</p>
      ) : (
        <Chart
          option={option}
          height={260}
          onPick={(index) => void navigate(elementAt(rows, index).path)}
          table={{
            caption: title,
            columns: [
              { title: '月份', key: 'month' },
              { title: `${unit}数`, key: 'count', align: 'right', render: (row) => <Link to={row.path}>{row.count}</Link> },
              { title: '数量 (kg)', key: 'quantity', align: 'right', render: (row) => kg(row.quantity) },
            ],
            rows,
            rowKey: (row) => row.month,
          }}
        />
      )}
    </section>
  )
}

function YieldChart({ title, rows }: { title: string; rows: readonly ProductYield[] }) {
  const navigate = useNavigate()
  const option = useMemo(
    () =>
      (colours: ChartColours): ChartOption => ({
        grid: { ...grid, top: 8, right: 56 },
        tooltip: { trigger: 'axis' },
        xAxis: { type: 'value', min: 0, max: 100 },
        yAxis: { type: 'category', inverse: true, data: rows.map(({ product }) => product) },
        series: [
          {
            type: 'bar',
            name: '平均收率 %',
            barMaxWidth: 24,
            color: colours.primary,
            label: {
              show: true,
              position: 'right',
              color: colours.text,
              formatter: ({ dataIndex }) => percent(elementAt(rows, dataIndex).mean),
            },
            data: rows.map(({ mean }) => drawn(mean)),
          },
        ],
      }),
    [rows],
  )
  return (
    <section aria-label={title}>
      <h2 className="home-heading">{title}</h2>
      {rows.length === 0 ? (
        <p className="nothing">这一年还没有完成的批</p>
      ) : (
        <Chart
          option={option}
          height={Math.max(160, 40 * rows.length + 40)}
          onPick={(index) => void navigate(elementAt(rows, index).path)}
          table={{
            caption: title,
            columns: [
              { title: '产品', key: 'product' },
              { title: '批数', key: 'batches', align: 'right', render: (row) => <Link to={row.path}>{row.batches}</Link> },
              { title: '平均收率', key: 'mean', align: 'right', render: (row) => percent(row.mean) },
              { title: '最低', key: 'lowest', align: 'right', render: (row) => percent(row.lowest) },
              { title: '最高', key: 'highest', align: 'right', render: (row) => percent(row.highest) },
            ],
            rows,
            rowKey: (row) => row.product,
          }}
        />
      )}
    </section>
  )
}

function ScanChart({ title, rows }: { title: string; rows: readonly ScanDay[] }) {
  const navigate = useNavigate()
  const option = useMemo(
    () =>
      (colours: ChartColours): ChartOption => ({
        grid,
        tooltip: { trigger: 'axis' },
        xAxis: { type: 'category', data: rows.map(({ day }) => day.slice(5)) },
        yAxis: { type: 'value', name: '次', minInterval: 1 },
        series: [{ type: 'bar', name: '次', barMaxWidth: 18, color: colours.primary, data: rows.map(({ count }) => count) }],
      }),
    [rows],
  )
  return (
    <section aria-label={title}>
      <h2 className="home-heading">{title}</h2>
      {rows.every(({ count }) => count === 0) ? (
        <p className="nothing">这些天还没有人查询过追溯码</p>
      ) : (
        <Chart
          option={option}
          height={260}
          onPick={(index) => void navigate(elementAt(rows, index).path)}
          table={{
            caption: title,
            columns: [
              { title: '日期', key: 'day' },
              { title: '扫码次数', key: 'count', align: 'right', render: (row) => <Link to={row.path}>{row.count}</Link> },
            ],
            rows,
            rowKey: (row) => row.day,
          }}
        />
      )}
    </section>
  )
}
