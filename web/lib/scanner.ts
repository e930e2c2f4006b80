import { takesCodes } from './scan-burst.ts'
import { useState, type ChangeEvent, type KeyboardEvent } from 'react'

/** What a scan field hands over: the text as it came, without the blanks around it. What it is, `readScanned` of the contract decides. */
export const handedOver = (typed: string) => typed.trim()

/** A field that a scanner types into: Enter hands over the text and the field is ready for the next one. */
export function useScanField(onScan: (text: string) => void) {
  const [value, setValue] = useState('')
  return {
    value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(event.target.value),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
      event.preventDefault() // a scanner's Enter must not submit the form around the field
      const text = handedOver(value)
      if (text === '') return
      setValue('')
      onScan(text)
    },
    autoComplete: 'off',
    spellCheck: false,
    ...takesCodes.itself,
  }
}
