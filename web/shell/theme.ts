import type { ThemeConfig } from 'antd'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { keysOf } from '#contract/kernel/key-of.ts'
import { choiceStorage, storedFields } from './choice-storage.ts'
import { darker, isColour, lighter, lightParts } from './mix.ts'

/** The five colours of the seed, with the defaults this product gives them: each readable as text on white. */
export const defaultColours = { primary: '#1d5fbf', success: '#1e7a3c', warning: '#a85a00', danger: '#c4302b', info: '#56616f' } as const
export type ColourName = keyof typeof defaultColours
export const colourNames = keysOf(defaultColours)
export const colourTitles: Record<ColourName, string> = { primary: '主色', success: '成功', warning: '警告', danger: '危险', info: '信息' }

export const defaultHeader = { background: '#242f42', text: '#ffffff' } as const
export const defaultSidebar = { background: '#324157', text: '#bfcbd9' } as const
export type Ground = { background: string; text: string }
export const groundNames = ['background', 'text'] as const satisfies readonly (keyof Ground)[]

/** What a person chose; what is absent is at its default. */
type Chosen = { colours: Partial<Record<ColourName, string>>; header: Partial<Ground>; dark?: true }
const defaults: Chosen = { colours: {}, header: {} }

/** The real colours among the fields of what was stored, which may be old or edited by hand. */
export function onlyColours<Name extends string>(names: readonly Name[], stored: unknown) {
  const fields = storedFields(stored)
  const colours = names.flatMap((name) => (isColour(fields[name]) ? [[name, fields[name]]] : []))
  return Object.fromEntries(colours) as Partial<Record<Name, string>> // it forgets the names of the entries
}

function readable(stored: unknown): Chosen {
  const { colours, header, dark } = storedFields(stored)
  return { colours: onlyColours(colourNames, colours), header: onlyColours(groundNames, header), ...(dark === true && { dark }) }
}

/** Theme as chosen in this browser, under the key `bencao-theme`. */
export const useTheme = create<Chosen>()(
  persist((): Chosen => defaults, {
    name: 'bencao-theme',
    version: 1,
    storage: choiceStorage<Chosen>(localStorage),
    merge: readable,
  }),
)

export const theme = {
  setColour: (name: ColourName, colour: string) => useTheme.setState(({ colours }) => ({ colours: { ...colours, [name]: colour } })),
  setColours: (colours: Chosen['colours']) => useTheme.setState({ colours }),
  resetColours: () => useTheme.setState({ colours: {} }),
  setHeader: (change: Partial<Ground>) => useTheme.setState(({ header }) => ({ header: { ...header, ...change } })),
  resetHeader: () => useTheme.setState({ header: {} }),
  setDark: (dark: boolean) => useTheme.setState(({ colours, header }) => (dark ? { colours, header, dark } : { colours, header }), true),
}

/** The theme as style sheets use it: `--primary`, `--primary-light-30` … `-90`, `--primary-dark-20`, `--header-text` … */
export function styleVariables({ colours, header, dark }: Chosen): Record<string, string> {
  const variables: Record<string, string> = {
    '--header-background': header.background ?? defaultHeader.background,
    '--header-text': header.text ?? defaultHeader.text,
  }
  for (const name of colourNames) {
    const colour = colours[name] ?? defaultColours[name]
    // On a dark ground the light variant is the one that can be read as text.
    variables[`--${name}-solid`] = colour
    variables[`--${name}`] = dark ? lighter(colour, 50) : colour
    for (const part of lightParts) variables[`--${name}-light-${part}`] = lighter(colour, part)
    variables[`--${name}-dark-20`] = darker(colour)
  }
  return variables
}

/** The same theme in the component library's words. */
export function componentTheme({ colours, dark }: Chosen): NonNullable<ThemeConfig['token']> {
  const { primary, success, warning, danger, info } = { ...defaultColours, ...colours }
  const link = dark ? lighter(primary, 50) : primary
  return {
    colorPrimary: primary,
    colorSuccess: success,
    colorWarning: warning,
    colorError: danger,
    colorInfo: info,
    colorLink: link,
    colorLinkHover: dark ? lighter(primary, 70) : darker(primary),
    colorLinkActive: dark ? lighter(primary, 70) : darker(primary),
    ...(dark
      ? {
          colorTextPlaceholder: '#a3aebc',
          colorTextDescription: '#aab4c2',
          colorBgContainer: '#1b2129',
          colorBgElevated: '#232b35',
          colorBorder: '#4a5563',
          colorBorderSecondary: '#343d49',
          colorErrorText: lighter(danger, 50),
        }
      : {
          colorPrimaryHover: lighter(primary, 30),
          colorPrimaryActive: darker(primary),
          colorPrimaryBorder: lighter(primary, 50),
          colorPrimaryBgHover: lighter(primary, 80),
          colorPrimaryBg: lighter(primary, 90),
          // What the library computes from a grey and a brown is darker than a notice may be.
          colorInfoBg: lighter(info, 90),
          colorInfoBorder: lighter(info, 70),
          colorWarningBg: lighter(warning, 90),
          colorWarningBorder: lighter(warning, 50),
          colorTextPlaceholder: '#667080',
          colorTextDescription: '#566070',
        }),
    borderRadius: 6,
    fontFamily: "system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif",
  }
}

/** Where the library writes text in the main colour: on a dark ground it takes the variant that can be read. */
export function partThemes({ colours, dark }: Chosen): NonNullable<ThemeConfig['components']> {
  if (!dark) return {}
  const readableText = lighter(colours.primary ?? defaultColours.primary, 50)
  return {
    Tabs: { itemSelectedColor: readableText, itemHoverColor: readableText, itemActiveColor: readableText, inkBarColor: readableText },
    Pagination: { itemActiveColor: readableText, itemActiveColorHover: readableText },
    Button: { defaultHoverColor: readableText, defaultHoverBorderColor: readableText, defaultActiveColor: readableText },
  }
}
