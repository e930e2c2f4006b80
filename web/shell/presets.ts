import { darkenedFor, lighter } from './mix.ts'
import { azurite, pine } from './tokens.ts'
import type { ColourName, Ground } from './theme.ts'

/** Colours that belong together; what is absent is the product's own. The verdicts are the same in all. */
export type Preset = { name: string; colours: Partial<Record<ColourName, string>>; header: Partial<Ground>; sidebar: Partial<Ground> }

/** A preset whose frame is its main colour, darkened like the product's own: white has more than 7:1 on it. */
const framedIn = (name: string, primary: string): Preset => ({
  name,
  colours: { primary },
  header: { background: darkenedFor(primary, 12.5) },
  sidebar: { background: darkenedFor(primary, 9.5), text: lighter(primary, 80) },
})

export const presets: readonly Preset[] = [
  { name: '青花（默认）', colours: {}, header: {}, sidebar: {} },
  {
    name: '本草',
    colours: { primary: azurite },
    header: { background: pine.header },
    sidebar: { background: pine.sidebar, text: pine.quiet },
  },
  framedIn('黛紫', '#5b3f8c'),
  framedIn('赭石', '#8f4a1c'),
  framedIn('墨灰', '#3f4a5a'),
]
