import { useEffect, useEffectEvent } from 'react'
import { useTab } from './tab.ts'

/** How long an action that is asked for waits for its row to be read anew, in ms. */
const patience = 5000

/**
 * Opens the dialog that the address asks for (`do=approve.<id of the row>`): a link from the home page, or the button beside what was just done, leads
 * to the step itself. It opens once. The row may still be shown as it was before: then it waits for the new one, and is dropped when `mayOpen` says no
 * for some seconds.
 */
export function useAskedAction(id: string | undefined, mayOpen: (name: string) => boolean, open: (name: string) => void): void {
  const { query, setQuery } = useTab()
  const asked = query.get('do')
  const name = id !== undefined && asked?.endsWith(`.${id}`) ? asked.slice(0, -id.length - 1) : undefined
  const isReady = name !== undefined && mayOpen(name)
  const openAsked = useEffectEvent((wanted: string) => {
    setQuery({ do: null })
    open(wanted)
  })
  const drop = useEffectEvent(() => setQuery({ do: null }))
  // Only a change of the address, or of what the row allows, opens anything.
  useEffect(() => {
    if (name === undefined) return undefined
    if (isReady) return openAsked(name)
    const timer = setTimeout(() => drop(), patience)
    return () => clearTimeout(timer)
  }, [name, isReady])
}
