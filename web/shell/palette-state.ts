import { create } from 'zustand'

/** Whether the palette is open, and with which text it began. */
export const usePaletteState = create<{ open: boolean; begin: string }>(() => ({ open: false, begin: '' }))

export const palette = {
  open: (begin = '') => usePaletteState.setState({ open: true, begin }),
  close: () => usePaletteState.setState({ open: false, begin: '' }),
}
