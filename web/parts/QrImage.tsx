import { encodeQR } from 'qr'
import { useMemo } from 'react'
import { qrOptions, qrPath } from '#contract/packing/qr-path.ts'

/** A QR symbol, sharp at every size; `size` is a CSS length (18mm on a 60×40 mm label), `label` says what it leads to. */
export function QrImage({ text, label, size }: { text: string; label: string; size: string }) {
  const { width, path } = useMemo(() => {
    const modules = encodeQR(text, 'raw', qrOptions)
    return { width: modules.length, path: qrPath(modules) }
  }, [text])
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${width}`} shapeRendering="crispEdges" style={{ width: size, height: size }}>
      <rect width={width} height={width} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
