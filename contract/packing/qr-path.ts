/** How a pack's QR symbol is encoded: error correction M as for printed labels, with the four modules of white a reader needs (ISO/IEC 18004 §6.3.8). */
export const qrOptions = { ecc: 'medium', border: 4 } as const

/** The dark modules of a QR symbol as one SVG path in units of a module: each run of a row is one rectangle, so that no hairline shows between modules. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  let path = ''
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`
    }
  })
  return path
}
