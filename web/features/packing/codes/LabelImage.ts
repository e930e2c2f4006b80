import { encodeQR } from 'qr'
import { createElement as draw, Fragment, type ReactElement } from 'react'
import { qrOptions, qrPath } from '#contract/packing/qr-path.ts'
import { drawLabel, type LabelContent, type LabelPart, type LabelSize } from './draw-label.ts'

const fonts = "'Noto Sans CJK SC','Noto Sans SC','Microsoft YaHei',SimHei,sans-serif"
const monospace = "Consolas,Menlo,'DejaVu Sans Mono',monospace"

/**
 * A label as one picture of its size in millimetres: the same on the screen, on paper and in a test, which paints it without a browser
 * (hence no JSX). Black alone, as a label printer has it.
 */
export function LabelImage({ size, ...content }: { size: LabelSize } & Omit<LabelContent, 'modules'>): ReactElement {
  const { code, link } = content.label
  const modules = encodeQR(link, 'raw', qrOptions)
  const { width, height, parts } = drawLabel(size, { ...content, modules: modules.length })
  return draw(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: `${width / 8}mm`,
      height: `${height / 8}mm`,
      viewBox: `0 0 ${width} ${height}`,
      fontFamily: fonts,
      fill: '#000',
    },
    draw('rect', { width, height, fill: '#fff' }),
    parts.map((part, index) =>
      part.is === 'symbol'
        ? draw(Symbol, { key: index, x: part.x, y: part.y, module: part.module, modules, label: `追溯码 ${code}` })
        : draw(Fragment, { key: index }, drawn(part, content.isDemo)),
    ),
  )
}

function Symbol({ x, y, module, modules, label }: { x: number; y: number; module: number; modules: boolean[][]; label: string }) {
  const place = { transform: `translate(${x} ${y}) scale(${module})`, shapeRendering: 'crispEdges' }
  return draw(
    'g',
    { role: 'img', 'aria-label': label, ...place },
    draw('rect', { width: modules.length, height: modules.length, fill: '#fff' }),
    draw('path', { d: qrPath(modules) }),
  )
}

function drawn(part: Exclude<LabelPart, { is: 'symbol' }>, isDemo: boolean): ReactElement {
  switch (part.is) {
    case 'frame':
      return draw('rect', {
        x: part.x,
        y: part.y,
        width: part.width,
        height: part.height,
        fill: 'none',
        stroke: '#000',
        strokeWidth: part.stroke,
      })
    case 'disc':
      return draw('circle', {
        cx: part.x,
        cy: part.y,
        r: part.radius,
        ...(part.stroke !== null && { fill: 'none', stroke: '#000', strokeWidth: part.stroke }),
      })
    case 'rule':
      return draw('path', { d: `M${part.x} ${part.y}h${part.width}`, stroke: '#000', strokeWidth: 2, shapeRendering: 'crispEdges' })
    case 'mark':
      return draw(
        'text',
        {
          className: 'demo',
          transform: `translate(${part.x} ${part.y}) rotate(-18)`,
          fontSize: part.size,
          y: part.size * 0.36,
          textAnchor: 'middle',
          fill: 'none',
          stroke: '#000',
          strokeWidth: 3,
        },
        part.text,
      )
    case 'text':
      return draw(
        'text',
        {
          // Narrowed where it stands: its place stays the same.
          ...(part.squeeze < 1
            ? { transform: `translate(${part.x} ${part.y}) scale(${part.squeeze.toFixed(3)} 1)` }
            : { x: part.x, y: part.y }),
          fontSize: part.size,
          fontWeight: part.weight,
          textAnchor: part.anchor,
          letterSpacing: part.spacing,
          ...(part.mono && { fontFamily: monospace }),
          ...(part.white && { fill: '#fff' }),
          ...(isDemo && !part.white && { stroke: '#fff', strokeWidth: 2.5, paintOrder: 'stroke' }),
        },
        part.text,
      )
  }
}
