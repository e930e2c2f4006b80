import { useEffect, useRef, useState } from 'react'
import { DataTable, type Column } from './DataTable.tsx'
import type { ChartColours, ChartOption } from './draw-chart.ts'

/** The same numbers as a table, also for screen readers. */
export type ChartTable<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/**
 * A chart and, beneath it, its numbers as a table. The library comes with the first chart that is drawn. Nothing moves, so
 * there is nothing to change for people who ask for less motion.
 */
export function Chart<Row>({
  option,
  table,
  height = 320,
  onPick,
}: {
  /** Makes the ECharts option out of the theme's colours. Keep it with `useCallback`: a new function draws anew. */
  option: (colours: ChartColours) => ChartOption
  table: ChartTable<Row>
  /** px */
  height?: number
  /** A point or bar was clicked: its place in the data. Whatever it leads to must also be a link in the table. */
  onPick?: (index: number) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const pick = useRef(onPick)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    pick.current = onPick
  })
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    let drawn: { resize: () => void; dispose: () => void } | undefined
    let left = false
    let themes: MutationObserver | undefined
    let sizes: ResizeObserver | undefined
    const begin = async () => {
      const { chartColours, drawChart } = await import('./draw-chart.ts')
      if (left) return
      setFailed(false)
      const draw = () => {
        drawn?.dispose()
        drawn = undefined
        // A page in a background tab has no size yet; the observer below calls again when it has.
        if (element.clientWidth === 0) return
        const colours = chartColours()
        drawn = drawChart(element, option(colours), colours, (index) => pick.current?.(index))
      }
      sizes = new ResizeObserver(() => (drawn && element.clientWidth > 0 ? drawn.resize() : draw()))
      sizes.observe(element)
      themes = new MutationObserver(draw)
      themes.observe(document.documentElement, { attributeFilter: ['style', 'data-dark'] })
    }
    begin().catch(() => setFailed(true))
    return () => {
      left = true
      themes?.disconnect()
      sizes?.disconnect()
      drawn?.dispose()
    }
  }, [option])
  return (
    <figure className="chart">
      <div ref={frame} role="img" aria-label={`${table.caption}（图；同样的数据见下方表格）`} style={{ height: failed ? 0 : height }} />
      {failed && <p className="quiet">图形没有加载成功，请检查网络后刷新；数据见下表。</p>}
      <details open={failed || undefined}>
        <summary>以表格显示</summary>
        <DataTable caption={table.caption} columns={table.columns} rows={table.rows} rowKey={table.rowKey} />
      </details>
    </figure>
  )
}
