/**
 * What a code scanner typed, without what surrounds the code: a trace QR carries an address, a scanner under a Chinese
 * input method types full-width letters, and GS1 readers put invisible separators in front.
 */
export function scannedCode(typed: string): string {
  const plain = typed.normalize('NFKC').replace(/[\p{Cc}\p{Cf}\s]/gu, '')
  const trace = /\/c\/([^/?#]+)/.exec(plain) ?? /\/21\/([^/?#]+)/.exec(plain) ?? /\/index\?(?:.*&)?c=([^&#]+)/.exec(plain)
  if (!trace?.[1]) return plain
  try {
    return decodeURIComponent(trace[1])
  } catch {
    return trace[1]
  }
}
