import { useCallback } from 'react'
import { Link } from 'react-router'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import type { Trend, TrendPoint } from '#contract/laboratory/record.ts'
import type { NelsonRule } from '#contract/laboratory/trend.ts'
import { day } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { Chart } from '#web/parts/Chart.tsx'
import type { Column } from '#web/parts/DataTable.tsx'
import type { ChartColours, ChartOption } from '#web/parts/draw-chart.ts'
import { StateTag } from '#web/parts/StateTag.tsx'
import { Opener } from './RegisterList.tsx'
import { namedVerdicts, StandardVerdicts } from './StandardVerdicts.tsx'

type Line = TrendPoint & { place: number; rules: NelsonRule[] }

const columns: readonly Column<Line>[] = [
  { title: '批号', key: 'lotNo', render: (line) => <Link to={`/suyuan-lvli?q=${line.lotNo}`}>{line.lotNo}</Link> },
  { title: '序号', key: 'place', align: 'right', render: (line) => line.place },
  { title: '取样日期', key: 'sampledAt', render: (line) => day(line.sampledAt) },
  { title: '结果', key: 'value', align: 'right' },
  { title: '下限', key: 'low', align: 'right' },
  { title: '上限', key: 'high', align: 'right' },
  { title: '内控下限', key: 'internalLow', align: 'right' },
  { title: '内控上限', key: 'internalHigh', align: 'right' },
  {
    title: '单项结论',
    key: 'verdict',
    render: (line) => (
      <span className="tags">
        <StateTag of={verdictLooks} state={line.verdict} />
        <StandardVerdicts of={line.judgements} />
      </span>
    ),
  },
  { title: '提示', key: 'outOfTrend', render: (line) => (line.outOfTrend ? '超内控' : line.nearLimit ? '接近限度' : '') },
  { title: '判异', key: 'rules', render: (line) => line.rules.map((rule) => `规则${rule}`).join('、') },
  { title: '供货单位', key: 'supplier' },
  { title: '检验人', key: 'analystName' },
  { title: '各标准结论', key: 'judgements', render: (line) => namedVerdicts(line.judgements) },
  { title: '请验单号', key: 'requestNo', render: (line) => <Opener id={line.inspectionId}>{line.requestNo}</Opener> },
]

const limits = ['low', 'high', 'internalLow', 'internalHigh'] as const
const isLimit = (key: string): key is (typeof limits)[number] => limits.some((limit) => limit === key)

/** Which rules each point belongs to. */
const linesOf = ({ points, series }: Trend): Line[] =>
  points.map((point, index) => ({
    ...point,
    place: index + 1,
    rules: [...new Set(series.signals.filter(({ from, to }) => from <= index && index <= to).map(({ rule }) => rule))].sort(),
  }))

/** The drawn trend: a click on a point opens its file, as the table's links do. */
export function TrendChart({ trend }: { trend: Trend }) {
  const { setQuery } = useTab()
  const option = useCallback((colours: ChartColours) => optionOf(trend, colours), [trend])
  return (
    <Chart
      option={option}
      height={380}
      onPick={(index) => setQuery({ record: trend.points[index]?.inspectionId ?? null })}
      table={{
        caption: `${trend.goodsName}${trend.item}趋势`,
        // A limit that no lot has gets no column.
        columns: columns.filter(({ key }) => !isLimit(key) || trend.points.some((point) => point[key] !== null)),
        rows: linesOf(trend),
        rowKey: (line) => line.id,
      }}
    />
  )
}

// Only the picture needs floats. What is compared or printed stays text.
const height = (value: string | null) => (value === null ? null : Number(value))

function optionOf(trend: Trend, colours: ChartColours): ChartOption {
  const { points, series, unit } = trend
  const lines = linesOf(trend)
  const colourOf = (line: Line) =>
    line.verdict === 'FAIL' ? colours.danger : line.rules.length > 0 || line.outOfTrend ? colours.warning : colours.primary
  /** A limit of each lot's own moment; absent when no lot has one. */
  const limit = (name: string, of: (point: TrendPoint) => string | null, colour: string, type: 'solid' | 'dashed') =>
    points.some((point) => of(point) !== null)
      ? [
          level(
            name,
            points.map((point) => height(of(point))),
            colour,
            type,
          ),
        ]
      : []
  const flat = (name: string, value: string | null, colour: string, type: 'solid' | 'dashed' | 'dotted') =>
    value === null
      ? []
      : [
          level(
            name,
            points.map(() => height(value)),
            colour,
            type,
          ),
        ]
  return {
    grid: { left: 56, right: 24, top: 64, bottom: 72 },
    legend: { type: 'plain' },
    tooltip: {
      trigger: 'item',
      formatter: (given) =>
        [given]
          .flat()
          .map(({ dataIndex }) => tooltipOf(lines[dataIndex], unit))
          .join('\n'),
    },
    xAxis: {
      type: 'category',
      data: points.map((point) => point.lotNo),
      axisLabel: { rotate: points.length > 4 ? 35 : 0, hideOverlap: true },
    },
    yAxis: { type: 'value', name: unit, scale: true },
    series: [
      {
        type: 'line',
        name: '结果',
        z: 5,
        // Without this the library leaves out symbols of a long series, and a failure could be one of them.
        showAllSymbol: true,
        lineStyle: { color: colours.primary },
        itemStyle: { color: colours.primary },
        label: {
          show: true,
          position: 'top',
          color: colours.warning,
          formatter: ({ dataIndex }) => lines[dataIndex]?.rules.join(' ') ?? '',
        },
        data: lines.map((line) => ({
          value: Number(line.value),
          symbol: line.verdict === 'FAIL' ? 'diamond' : line.rules.length > 0 ? 'triangle' : 'circle',
          symbolSize: (line.verdict === 'FAIL' || line.rules.length > 0 ? 13 : 9) * (lines.length > 60 ? 0.6 : 1),
          itemStyle: { color: colourOf(line) },
        })),
      },
      ...flat('均值', series.mean, colours.success, 'solid'),
      ...flat('+3σ', series.upper, colours.info, 'dotted'),
      ...flat('−3σ', series.lower, colours.info, 'dotted'),
      ...limit('上限', (point) => point.high, colours.danger, 'solid'),
      ...limit('下限', (point) => point.low, colours.danger, 'solid'),
      ...limit('内控上限', (point) => point.internalHigh, colours.warning, 'dashed'),
      ...limit('内控下限', (point) => point.internalLow, colours.warning, 'dashed'),
    ],
  }
}

const level = (name: string, data: (number | null)[], colour: string, type: 'solid' | 'dashed' | 'dotted') => ({
  type: 'line' as const,
  name,
  data,
  step: 'middle' as const,
  // The line of a single lot has no length: a dash is drawn instead.
  showSymbol: data.length === 1,
  symbol: 'rect',
  symbolSize: [60, 2],
  silent: true,
  lineStyle: { color: colour, type, width: 1.5 },
  itemStyle: { color: colour },
})

/** The text beside a point, line by line. */
function tooltipOf(line: Line | undefined, unit: string): string {
  if (line === undefined) return ''
  return [
    `${line.lotNo}　${day(line.sampledAt)}`,
    `结果 ${line.value} ${unit}　${verdictLooks[line.verdict].label}`,
    ...(line.judgements.length < 2 ? [] : line.judgements.map(({ name, verdict }) => `${name}　${verdictLooks[verdict].label}`)),
    ...(line.low === null && line.high === null ? [] : [`限度 ${[line.low, line.high].map((one) => one ?? '').join('～')} ${unit}`]),
    line.supplier,
    ...(line.rules.length > 0 ? [`判异 规则${line.rules.join('、')}`] : []),
  ].join('\n')
}
