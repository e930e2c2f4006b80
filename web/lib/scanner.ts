import { useState, type ChangeEvent, type KeyboardEvent } from 'react'

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

/** A field that a scanner types into: Enter hands over the code and the field is ready for the next one. */
export function useScanField(onScan: (code: string) => void) {
  const [value, setValue] = useState('')
  return {
    value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(event.target.value),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
      event.preventDefault() // a scanner's Enter must not submit the form around the field
      const code = scannedCode(value)
      if (!code) return
      setValue('')
      onScan(code)
    },
    autoComplete: 'off',
    spellCheck: false,
  }
}
