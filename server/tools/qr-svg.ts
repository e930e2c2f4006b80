import { encodeQR } from 'qr'
import { qrOptions, qrPath } from '#contract/packing/qr-path.ts'

/** A QR symbol as an SVG picture without a size of its own: the label gives it one. */
export function qrSvg(text: string): string {
  const modules = encodeQR(text, 'raw', qrOptions)
  const width = modules.length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${width}v${width}H0z"/><path d="${qrPath(modules)}"/></svg>`
}
