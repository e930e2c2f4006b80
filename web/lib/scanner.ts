import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { scannedCode } from './scanned-code.ts'

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
