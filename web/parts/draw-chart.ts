import { BarChart, LineChart, type BarSeriesOption, type LineSeriesOption } from 'echarts/charts'
import {
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  type GridComponentOption,
  type LegendComponentOption,
  type MarkLineComponentOption,
  type TooltipComponentOption,
} from 'echarts/components'
import { init, use as register, type ComposeOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

// Only what a chart of this product uses: a new kind of series is added here and to `ChartOption`.
register([BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent, SVGRenderer])

/** What a chart may consist of. */
export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | LegendComponentOption | MarkLineComponentOption | TooltipComponentOption
>

/** The theme's colours of this moment, for lines that mean something: a limit is `danger`, a warning limit `warning`. */
export type ChartColours = Record<'primary' | 'success' | 'warning' | 'danger' | 'info' | 'text' | 'textSoft' | 'line' | 'surface', string>

/** Colours of the style sheets, so that a chart follows the chosen theme and dark mode. */
export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    primary: colour('primary'),
    success: colour('success'),
    warning: colour('warning'),
    danger: colour('danger'),
    info: colour('info'),
    text: colour('text'),
    textSoft: colour('text-soft'),
    line: colour('line'),
    surface: colour('surface'),
  }
}

/** Draws into an element that has a size; returns how to resize the drawing and how to remove it. */
export function drawChart(element: HTMLElement, option: ChartOption, colours: ChartColours, onPick?: (index: number) => void) {
  const axis = {
    axisLine: { lineStyle: { color: colours.line } },
    axisTick: { lineStyle: { color: colours.line } },
    axisLabel: { color: colours.textSoft },
    nameTextStyle: { color: colours.textSoft },
    splitLine: { lineStyle: { color: colours.line } },
  }
  const chart = init(
    element,
    {
      color: [colours.primary, colours.success, colours.warning, colours.danger, colours.info],
      textStyle: { fontFamily: getComputedStyle(element).fontFamily, color: colours.text },
      categoryAxis: { ...axis, splitLine: { show: false } },
      valueAxis: axis,
      timeAxis: axis,
      legend: { top: 0, bottom: 'auto', textStyle: { color: colours.text } },
    },
    { renderer: 'svg' },
  )
  chart.setOption({
    animation: false,
    ...option,
    tooltip: {
      // Drawn as text in the picture: a name that a person typed can never become markup.
      renderMode: 'richText',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 13 },
      ...option.tooltip,
    },
  })
  if (onPick) chart.on('click', ({ dataIndex }) => dataIndex !== undefined && onPick(dataIndex))
  return { resize: () => chart.resize(), dispose: () => chart.dispose() }
}
