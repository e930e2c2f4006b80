import { useEffect, useEffectEvent } from 'react'
import { useTab } from './tab.ts'

/**
 * Opens the dialog that the address asks for (`do=approve.<id of the row>`): a link from the home page leads to the step itself. It opens once; a
 * name that `open` does not know, or that the person may not do, leaves the row alone on the page.
 */
export function useAskedAction(id: string | undefined, open: (name: string) => void): void {
  const { query, setQuery } = useTab()
  const asked = query.get('do')
  const name = id !== undefined && asked?.endsWith(`.${id}`) ? asked.slice(0, -id.length - 1) : undefined
  const openAsked = useEffectEvent((wanted: string) => {
    setQuery({ do: null })
    open(wanted)
  })
  // Only a change of the address opens anything.
  useEffect(() => {
    if (name !== undefined) openAsked(name)
  }, [name])
}
