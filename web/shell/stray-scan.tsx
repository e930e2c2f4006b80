import { App, Button } from 'antd'
import { useEffect } from 'react'
import { isCodeOfGoods, scanBurst } from '#web/lib/scan-burst.ts'
import { palette } from './palette-state.ts'

type Field = HTMLInputElement | HTMLTextAreaElement
const isField = (target: EventTarget | null): target is Field => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Puts a text into a field as if it had been typed, so that the form around it hears of it. */
function putInto(field: Field, text: string) {
  const owner = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The field for codes in the same dialog, drawer or page. */
function fieldForCodes(target: EventTarget | null): HTMLInputElement | undefined {
  const around = target instanceof Element ? target.closest('.ant-modal, .ant-drawer, .tab-page') : null
  const fields = [...(around ?? document).querySelectorAll<HTMLInputElement>('input[data-takes-codes]')]
  return fields.find((field) => field.checkVisibility())
}

/** Hands a code to a field for codes as its scanner would. */
function scanInto(field: HTMLInputElement, text: string) {
  field.focus()
  putInto(field, text)
  // The field has the text when the page was drawn anew.
  requestAnimationFrame(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })))
}

/**
 * A scanner types wherever the cursor stands and ends with Enter. In a field that does not take codes, or on a button, its Enter does nothing;
 * a code of goods is taken out of the field again, and a note says what was scanned and where it belongs.
 */
export function useStrayScans() {
  const { notification } = App.useApp()
  useEffect(() => {
    const burst = scanBurst()
    let before: { field: Field; text: string } | undefined
    const tell = (text: string, target: EventTarget | null) => {
      const key = 'stray-scan'
      const field = fieldForCodes(target)
      const act = (work: () => void) => () => {
        notification.destroy(key)
        work()
      }
      notification.warning({
        key,
        title: `扫到一个码：${text}`,
        description: '光标所在的位置不收码，没有填入，也没有提交。',
        duration: 20,
        actions: (
          <span className="stray-scan">
            <Button onClick={act(() => palette.open(text))}>查这个码</Button>
            {field && (
              <Button type="primary" onClick={act(() => scanInto(field, text))}>
                填入扫码栏
              </Button>
            )}
          </span>
        ),
      })
    }
    const hear = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if ([...event.key].length === 1 && burst.begins(event.timeStamp))
        before = isField(target) ? { field: target, text: target.value } : undefined
      const scanned = burst.key(event.key, event.timeStamp)
      if (scanned === undefined) return
      const taker = target instanceof Element ? target.closest<HTMLElement>('[data-takes-codes]') : null
      if (taker?.dataset['takesCodes'] === 'itself') return
      const isGoods = taker === null && isCodeOfGoods(scanned.text)
      // A search that stands in no form may have been meant; a password may come from a badge.
      const isMeant = isField(target) && (target.form === null || target.type === 'password')
      if (!isGoods && (isMeant || !scanned.isTooFastForHands)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!isGoods) return
      if (before !== undefined && before.field === target) putInto(before.field, before.text)
      tell(scanned.text, target)
    }
    addEventListener('keydown', hear, true)
    return () => removeEventListener('keydown', hear, true)
  }, [notification])
}
