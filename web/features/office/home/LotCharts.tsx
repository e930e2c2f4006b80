import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { elementAt } from '#contract/kernel/certain.ts'
import type { LotCensus } from '#contract/office/dashboard.ts'
import { Chart } from '#web/parts/Chart.tsx'
import type { ChartColours, ChartOption } from '#web/parts/draw-chart.ts'

/** Lots in stock by quality state, one chart for each side of the warehouse; a bar opens its lots. */
export function LotCharts({ lots }: { lots: readonly LotCensus[] }) {
  return (
    <div className="home-charts">
      {lots.map((census) => (
        <LotChart key={census.title} census={census} />
      ))}
    </div>
  )
}

function LotChart({ census: { title, states } }: { census: LotCensus }) {
  const navigate = useNavigate()
  const option = useMemo(
    () =>
      (colours: ChartColours): ChartOption => {
        const colourOf: Record<string, string> = { released: colours.success, rejected: colours.danger }
        return {
          grid: { left: 8, right: 40, top: 8, bottom: 8, containLabel: true },
          xAxis: { type: 'value', minInterval: 1 },
          yAxis: { type: 'category', inverse: true, data: states.map(({ label }) => label) },
          series: [
            {
              type: 'bar',
              barMaxWidth: 24,
              label: { show: true, position: 'right', color: colours.text },
              data: states.map(({ state, count }) => ({ value: count, itemStyle: { color: colourOf[state] ?? colours.warning } })),
            },
          ],
        }
      },
    [states],
  )
  return (
    <section aria-label={`${title}，按质量状态`}>
      <h2 className="home-heading">{title}</h2>
      <Chart
        option={option}
        height={220}
        onPick={(index) => void navigate(elementAt(states, index).path)}
        table={{
          caption: `${title}，按质量状态`,
          columns: [
            { title: '质量状态', key: 'label' },
            { title: '批数', key: 'count', align: 'right', render: (row) => <Link to={row.path}>{row.count}</Link> },
          ],
          rows: states,
          rowKey: (row) => row.state,
        }}
      />
    </section>
  )
}
