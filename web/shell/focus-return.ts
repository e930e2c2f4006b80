/*
 * A closed dialog is removed from the page together with the focus in it: the keyboard would start again at the top.
 * This is done here, once for all dialogs, because each page removes its own.
 */

// What opens a dialog may itself be a choice in a list that is gone by then; the focus never returns to such a list.
const passing = '.ant-dropdown, .ant-select-dropdown, .ant-popover'
const frames = '.ant-modal-root, .ant-drawer'

/** Gives the focus back to what opened a dialog when that is gone, or to the page when the opener is gone too. Returns how to stop. */
export function returnFocus(): () => void {
  let visited: HTMLElement[] = []
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target.closest(passing)) return
    visited = [...visited.filter((element) => element !== target), target].slice(-20)
  }
  const watch = new MutationObserver(() => {
    // Elements that are removed together are still one tree.
    const dialog = visited.at(-1)?.closest(frames)
    if (document.activeElement !== document.body || !dialog || dialog.isConnected) return
    const opener = visited.findLast((element) => !dialog.contains(element))
    const target = opener?.isConnected && opener.checkVisibility() ? opener : document.getElementById('main')
    target?.focus({ preventScroll: true })
  })
  addEventListener('focusin', remember)
  // Dialogs are in children of the body.
  watch.observe(document.body, { childList: true })
  return () => {
    removeEventListener('focusin', remember)
    watch.disconnect()
  }
}
