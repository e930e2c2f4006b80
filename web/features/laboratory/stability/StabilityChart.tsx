import { useCallback } from 'react'
import { useTab } from '#web/lib/tab.ts'
import type { PlanRow, StabilityResult } from '#contract/laboratory/stability.ts'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import { Chart } from '#web/parts/Chart.tsx'
import type { ChartColours, ChartOption } from '#web/parts/draw-chart.ts'
import type { Column } from '#web/parts/DataTable.tsx'

/** A month of the plan: what was found of each lot. */
type Line = { month: number } & Record<string, string | number>

// Only the picture needs floats. What is compared or printed stays text.
const height = (value: string | null | undefined) => (value === null || value === undefined ? null : Number(value))

/** One item over the months, a line for each lot, between its limits. Results in words are no points. */
export function StabilityChart({ item, plan, results }: { item: string; plan: PlanRow; results: readonly StabilityResult[] }) {
  const { setQuery } = useTab()
  const option = useCallback((colours: ChartColours) => optionOf(plan, results, colours), [plan, results])
  const numeric = results.filter(({ value }) => value !== null)
  if (numeric.length === 0) return <p className="quiet">“{item}”没有数值结果，不能作趋势图。</p>
  const lots = lotsOf(results)
  const columns: Column<Line>[] = [
    { title: '时间点', key: 'month', render: ({ month }) => `${month}个月` },
    ...lots.map((lot): Column<Line> => ({ title: lot, key: lot, align: 'right', render: (line) => line[lot] })),
  ]
  return (
    <Chart
      option={option}
      height={320}
      onPick={(index) => setQuery({ record: numeric[index]?.inspectionId ?? null })}
      table={{ caption: `${item}的稳定性趋势`, columns, rows: linesOf(plan, results, lots), rowKey: ({ month }) => String(month) }}
    />
  )
}

const lotsOf = (results: readonly StabilityResult[]) => [...new Set(results.map(({ lotNo }) => lotNo))]
const monthsOf = (plan: PlanRow, results: readonly StabilityResult[]) =>
  [...new Set([...plan.months, ...results.map(({ month }) => month)])].sort((a, b) => a - b)

const linesOf = (plan: PlanRow, results: readonly StabilityResult[], lots: readonly string[]): Line[] =>
  monthsOf(plan, results).map((month) => ({
    month,
    ...Object.fromEntries(
      lots.map((lot) => {
        const found = results.find((one) => one.lotNo === lot && one.month === month)
        const words = found === undefined ? '' : `${found.value ?? found.words}${found.unit}`
        return [lot, found?.verdict === 'FAIL' ? `${words}（${verdictLooks.FAIL.label}）` : words]
      }),
    ),
  }))

/** A line for each lot, and the limits of each month as its latest result has them. */
function optionOf(plan: PlanRow, results: readonly StabilityResult[], colours: ChartColours): ChartOption {
  const months = monthsOf(plan, results)
  const unit = results.at(-1)?.unit ?? ''
  const latest = results.at(-1)
  const limit = (name: string, value: string | null | undefined, color: string, type: 'solid' | 'dashed') =>
    height(value) === null
      ? []
      : [
          {
            type: 'line' as const,
            name,
            symbol: 'none',
            lineStyle: { color, type, width: 1 },
            itemStyle: { color },
            data: months.map(() => height(value)),
          },
        ]
  return {
    grid: { left: 56, right: 24, top: 56, bottom: 40 },
    legend: { type: 'plain' },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: months.map((month) => `${month}个月`) },
    yAxis: { type: 'value', name: unit, scale: true },
    series: [
      ...lotsOf(results).map((lot) => ({
        type: 'line' as const,
        name: lot,
        connectNulls: true,
        showAllSymbol: true,
        data: months.map((month) => {
          const found = results.find((one) => one.lotNo === lot && one.month === month)
          const fails = found?.verdict === 'FAIL'
          return {
            value: height(found?.value),
            symbol: fails ? 'diamond' : 'circle',
            symbolSize: fails ? 13 : 9,
            ...(fails && { itemStyle: { color: colours.danger } }),
          }
        }),
      })),
      ...limit('上限', latest?.high, colours.danger, 'solid'),
      ...limit('下限', latest?.low, colours.danger, 'solid'),
      ...limit('内控上限', latest?.internalHigh, colours.warning, 'dashed'),
      ...limit('内控下限', latest?.internalLow, colours.warning, 'dashed'),
    ],
  }
}
