import { sidebarVariables, useSidebar } from './sidebar-state.ts'
import { styleVariables, useTheme } from './theme.ts'

function paint() {
  const chosen = useTheme.getState()
  const { style, dataset } = document.documentElement
  const variables = { ...styleVariables(chosen), ...sidebarVariables(useSidebar.getState(), chosen.dark === true) }
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value)
  if (chosen.dark) dataset.dark = ''
  else delete dataset.dark
}

/** Gives the chosen theme to the style sheets, now and at every change. */
export function paintTheme() {
  paint()
  useTheme.subscribe(paint)
  useSidebar.subscribe(paint)
}
