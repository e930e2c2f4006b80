import { valueIn } from '#contract/kernel/certain.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import type { TraceNode, TraceView } from '#contract/tracing/trace.ts'
import { amount, percentOfOne } from './show-share.ts'
import { layOut, type Box, type Wire } from './layout-graph.ts'

const box = { width: 186, height: 74, gapX: 76, gapY: 16, top: 34 }
const x = (column: number) => column * (box.width + box.gapX) + 2
const y = (row: number) => row * (box.height + box.gapY) + box.top

/** The graph as a picture: from suppliers on the left to customers on the right; a lot is a link to its own history. */
export function TraceGraph({ view, onOpen }: { view: TraceView; onOpen: (lotId: string) => void }) {
  const { boxes, wires, columns } = layOut(view)
  const boxOf = new Map(boxes.map((one) => [one.key, one]))
  const width = x(columns.length) - box.gapX + 2
  const height = y(Math.max(...columns.map((column) => column.height))) + 2
  return (
    <div className="trace-frame" role="region" aria-label="谱系图" tabIndex={0}>
      <svg
        className="trace-graph"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label="谱系：从左到右为供应商、原料批、生产批、成品批、客户"
      >
        {columns.map(
          (column, place) =>
            column.height > 0 && (
              <text key={place} className="trace-title" x={x(place) + box.width / 2} y={16}>
                {column.title}
              </text>
            ),
        )}
        {wires.map((wire) => (
          <WireLine key={`${wire.from}>${wire.to}`} wire={wire} from={valueIn(boxOf, wire.from)} to={valueIn(boxOf, wire.to)} />
        ))}
        {boxes.map((one) =>
          one.kind === 'lot' ? (
            <LotBox key={one.key} column={one.column} row={one.row} node={one.node} onOpen={onOpen} />
          ) : (
            <g key={one.key} transform={`translate(${x(one.column)} ${y(one.row)})`} className={`trace-box trace-${one.kind}`}>
              <rect width={box.width} height={box.height} rx={8} />
              {one.kind === 'more' ? (
                <Words lines={[`另有 ${one.hidden} 个`, '请看列表']} />
              ) : (
                <Words lines={[...wrapped(one.name), one.place]} />
              )}
            </g>
          ),
        )}
      </svg>
    </div>
  )
}

function LotBox({ node, column, row, onOpen }: { node: TraceNode; column: number; row: number; onOpen: (lotId: string) => void }) {
  const look = lotStates[node.kind][node.state]
  const description = [
    node.name,
    node.lotNo,
    amount(node.quantity, node.unit),
    look.label,
    node.holds > 0 ? '已冻结' : '',
    node.closes ? '' : '物料不平衡',
  ]
    .filter(Boolean)
    .join('，')
  return (
    <a
      href={`?lot=${node.id}`}
      aria-label={description}
      aria-current={node.way === 'self' ? 'true' : undefined}
      onClick={(event) => {
        event.preventDefault()
        onOpen(node.id)
      }}
    >
      <g transform={`translate(${x(column)} ${y(row)})`} className={`trace-box trace-lot ${node.way === 'self' ? 'trace-self' : ''}`}>
        <title>{description}</title>
        <rect width={box.width} height={box.height} rx={8} />
        <rect className={`trace-tone tone-${node.holds > 0 ? 'bad' : look.tone}`} width={6} height={box.height} rx={3} />
        <text className="trace-strong" x={16} y={21}>
          {cut(`${node.lotNo} ${node.name}`, 24)}
        </text>
        <text x={16} y={42}>
          {amount(node.quantity, node.unit)}
          {node.packs === null ? '' : ` · ${node.packs} ${node.packUnit ?? ''}`}
          {node.share === '1' ? '' : ` · ${percentOfOne(node.share)}`}
        </text>
        <text x={16} y={62}>
          {look.label}
          {node.holds > 0 && <tspan className="trace-alarm">　冻结</tspan>}
          {!node.closes && <tspan className="trace-alarm">　不平衡</tspan>}
        </text>
      </g>
    </a>
  )
}

function WireLine({ wire, from, to }: { wire: Wire; from: Box; to: Box }) {
  const [x1, y1, x2, y2] = [x(from.column) + box.width, y(from.row) + box.height / 2, x(to.column), y(to.row) + box.height / 2]
  const middle = (x1 + x2) / 2
  return (
    <g className="trace-wire">
      <path d={`M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`} />
      {/* Near its end, where the lines no longer overlap. */}
      <text x={x2 - 6} y={y2 - 5}>
        {amount(wire.quantity, wire.unit ?? 'kg')}
      </text>
      {wire.mark !== undefined && (
        <text x={x2 - 6} y={y2 + 14}>
          {wire.mark}
        </text>
      )}
    </g>
  )
}

const Words = ({ lines }: { lines: readonly string[] }) => (
  <>
    {lines.filter(Boolean).map((line, place) => (
      <text key={place} className={place === 0 ? 'trace-strong' : ''} x={12} y={21 + place * 20}>
        {line}
      </text>
    ))}
  </>
)

/** How wide a text is, in Latin letters; a Chinese character counts two. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 2 : 1), 0)

function cut(text: string, most: number): string {
  let shown = ''
  for (const letter of text) {
    if (widthOf(shown + letter) > most) return `${shown}…`
    shown += letter
  }
  return shown
}

function wrapped(name: string): string[] {
  const first = cut(name, 27)
  return first === name ? [name] : [first.slice(0, -1), cut(name.slice(first.length - 1), 27)]
}
