import type { BrowserContext } from '@playwright/test'

/**
 * What a walk asks of its people. A press of the mouse is a click, a press of a key a key; text that a test puts into a field counts its
 * length. What an instrument says, read off and typed, and what a scanner types stand apart: no form can know them.
 */
export function effort() {
  const spent = { clicks: 0, keys: 0, readings: 0, scanned: 0 }
  return {
    spent,
    /** From now on everything that is done in this browser counts. */
    async watch(context: BrowserContext) {
      await context.exposeBinding('countEffort', (_, kind: 'clicks' | 'keys', many: number) => void (spent[kind] += many))
      await context.addInitScript(listen)
    },
    /** A page is opened: by its entry in the menu one click, and by a message about one document two, the bell and the message. */
    open: (aboutOne: boolean) => void (spent.clicks += aboutOne ? 2 : 1),
    /** This text, counted as keys when it was put in, was a reading or a scan. */
    apart(kind: 'readings' | 'scanned', text: string) {
      spent.keys -= text.length
      spent[kind] += text.length
    },
  }
}

/** Runs in the page, before everything else. */
function listen() {
  const report = (kind: string, many: number) => {
    const count: unknown = Reflect.get(globalThis, 'countEffort')
    if (typeof count === 'function') count(kind, many)
  }
  let isKeyDown = false
  addEventListener('pointerdown', (event) => event.isTrusted && report('clicks', 1), true)
  addEventListener(
    'keydown',
    (event) => {
      isKeyDown = true
      if (event.isTrusted) report('keys', 1)
    },
    true,
  )
  addEventListener('keyup', () => (isKeyDown = false), true)
  addEventListener(
    'input',
    (event) => {
      // What a key types was counted with the key.
      if (event instanceof InputEvent && event.isTrusted && !isKeyDown) report('keys', event.data?.length ?? 0)
    },
    true,
  )
}
