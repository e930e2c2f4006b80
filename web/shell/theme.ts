import type { ThemeConfig } from 'antd'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { keysOf } from '#contract/kernel/key-of.ts'
import { choiceStorage, storedFields } from './choice-storage.ts'
import { contrast, darker, isColour, lighter, lightParts, mix } from './mix.ts'
import { tokensOf, tokenVariables } from './tokens.ts'

const light = tokensOf(false)

/** The five colours of the seed, with the defaults this product gives them: each readable as text on white. */
export const defaultColours = { primary: '#1d5fbf', success: light.good, warning: light.wait, danger: light.bad, info: light.off } as const
export type ColourName = keyof typeof defaultColours
export const colourNames = keysOf(defaultColours)
export const colourTitles: Record<ColourName, string> = { primary: '主色', success: '成功', warning: '警告', danger: '危险', info: '信息' }

export const defaultHeader = { background: '#242f42', text: '#ffffff' } as const
export const defaultSidebar = { background: '#324157', text: '#bfcbd9' } as const
export type Ground = { background: string; text: string }
export const groundNames = ['background', 'text'] as const satisfies readonly (keyof Ground)[]

/** A ground in dark mode: the frame is darker than the page, as in the light. A light ground that a person chose stays, for the sake of its text. */
export const atNight = (background: string, dark: boolean) =>
  dark && contrast(background, '#ffffff') >= 4.5 ? mix(background, '#000000', 0.35) : background

/** What a person chose; what is absent is at its default. */
type Chosen = { colours: Partial<Record<ColourName, string>>; header: Partial<Ground>; dark?: boolean }
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
  resetColours: () => useTheme.setState({ colours: {} }),
  setPreset: (colours: Chosen['colours'], header: Partial<Ground>) => useTheme.setState({ colours, header }),
  setHeader: (change: Partial<Ground>) => useTheme.setState(({ header }) => ({ header: { ...header, ...change } })),
  resetHeader: () => useTheme.setState({ header: {} }),
  setDark: (dark: boolean) => useTheme.setState(({ colours, header }) => (dark ? { colours, header, dark } : { colours, header }), true),
}

/** A colour as text: on a dark ground its light variant, or the one that the tokens give it. */
function asText(name: ColourName, chosen: string | undefined, dark: boolean): string {
  const colour = chosen ?? defaultColours[name]
  if (!dark) return colour
  const { good, wait, bad, off } = tokensOf(true)
  const given: Partial<Record<ColourName, string>> = { success: good, warning: wait, danger: bad, info: off }
  return (chosen === undefined && given[name]) || lighter(colour, 50)
}

/** The theme as style sheets use it: `--primary`, `--primary-light-30` … `-90`, `--primary-dark-20`, `--header-text` … */
export function styleVariables({ colours, header, dark = false }: Chosen): Record<string, string> {
  const variables: Record<string, string> = {
    ...tokenVariables(dark),
    '--header-background': atNight(header.background ?? defaultHeader.background, dark),
    '--header-text': header.text ?? defaultHeader.text,
  }
  for (const name of colourNames) {
    const colour = colours[name] ?? defaultColours[name]
    variables[`--${name}-solid`] = colour
    variables[`--${name}`] = asText(name, colours[name], dark)
    for (const part of lightParts) variables[`--${name}-light-${part}`] = lighter(colour, part)
    variables[`--${name}-dark-20`] = darker(colour)
  }
  return variables
}

/** The same theme in the component library's words. */
export function componentTheme({ colours, dark = false }: Pick<Chosen, 'colours' | 'dark'>): NonNullable<ThemeConfig['token']> {
  const { primary, success, warning, danger, info } = { ...defaultColours, ...colours }
  const tokens = tokensOf(dark)
  const link = asText('primary', colours.primary, dark)
  return {
    colorPrimary: primary,
    colorSuccess: success,
    colorWarning: warning,
    colorError: danger,
    colorInfo: info,
    colorLink: link,
    colorLinkHover: dark ? lighter(primary, 70) : darker(primary),
    colorLinkActive: dark ? lighter(primary, 70) : darker(primary),
    colorText: tokens.ink,
    colorTextPlaceholder: tokens.ink2,
    colorTextDescription: tokens.ink2,
    colorBgLayout: tokens.paper,
    colorBgContainer: tokens.card,
    colorBgElevated: tokens.raised,
    colorBorder: tokens.edge,
    colorBorderSecondary: tokens.line,
    ...(dark
      ? { colorErrorText: asText('danger', colours.danger, true) }
      : {
          colorPrimaryHover: lighter(primary, 30),
          colorPrimaryActive: darker(primary),
          colorPrimaryBorder: lighter(primary, 50),
          colorPrimaryBgHover: lighter(primary, 80),
          colorPrimaryBg: lighter(primary, 90),
          // What the library computes from a grey, a brown and a dark green is darker than a notice may be.
          colorSuccessBg: lighter(success, 90),
          colorSuccessBorder: lighter(success, 50),
          colorInfoBg: lighter(info, 90),
          colorInfoBorder: lighter(info, 70),
          colorWarningBg: lighter(warning, 90),
          colorWarningBorder: lighter(warning, 50),
        }),
    fontSize: 14,
    borderRadius: 6,
    borderRadiusLG: 8,
    fontFamily: "system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif",
  }
}

/** Sizes of what is pressed: a finger needs 44 px, a mouse less. */
export const sizesFor = (fingers: boolean): NonNullable<ThemeConfig['token']> =>
  fingers ? { controlHeight: 44, controlHeightSM: 44, controlHeightLG: 48 } : { controlHeightLG: 44 }

/** Where the library writes text in the main colour: on a dark ground it takes the variant that can be read. */
export function partThemes({ colours, dark }: Pick<Chosen, 'colours' | 'dark'>): NonNullable<ThemeConfig['components']> {
  // The border of a field tells where to type and is strong; a button is told by its word.
  const primary = colours.primary ?? defaultColours.primary
  // White on the lighter variant would be hard to read under the pointer.
  if (!dark) return { Button: { defaultBorderColor: tokensOf(false).button, colorPrimaryHover: darker(primary) } }
  const readableText = lighter(primary, 50)
  return {
    Tabs: { itemSelectedColor: readableText, itemHoverColor: readableText, itemActiveColor: readableText, inkBarColor: readableText },
    Pagination: { itemActiveColor: readableText, itemActiveColorHover: readableText },
    Button: {
      defaultBorderColor: tokensOf(true).button,
      defaultHoverColor: readableText,
      defaultHoverBorderColor: readableText,
      defaultActiveColor: readableText,
    },
  }
}
