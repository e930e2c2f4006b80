/*
 * The one source of the colours. Style sheets read them as variables, which paint-theme.ts writes; the component library reads them
 * through theme.ts. Green, amber and red are verdicts and nothing else. tokens.test.ts reckons every pair that carries text.
 */

/** The colours of one brightness: page, text, lines, and the four verdicts with the ground each stands on. */
type Tokens = Record<
  | 'paper'
  | 'card'
  | 'raised'
  | 'hover'
  | 'ink'
  | 'ink2'
  | 'line'
  | 'edge'
  | 'button'
  | 'good'
  | 'goodGround'
  | 'wait'
  | 'waitGround'
  | 'bad'
  | 'badGround'
  | 'off'
  | 'offGround'
  | 'busy'
  | 'busyGround',
  string
>

const light: Tokens = {
  paper: '#f6f4ee',
  card: '#ffffff',
  raised: '#ffffff',
  hover: '#f6f4ee',
  ink: '#1f2a24',
  ink2: '#55605a',
  line: '#e4e0d4',
  edge: '#767f79',
  button: '#c9cdc4',
  good: '#1e6b45',
  goodGround: '#e6f2ea',
  wait: '#865400',
  waitGround: '#fdf3de',
  bad: '#b3261e',
  badGround: '#fdeeec',
  off: '#525a60',
  offGround: '#eceeec',
  busy: '#1b5e8f',
  busyGround: '#e6eff6',
}

const dark: Tokens = {
  paper: '#121a16',
  card: '#1b2520',
  raised: '#222e28',
  hover: '#24302a',
  ink: '#e6ebe7',
  ink2: '#a9b6ae',
  line: '#33413a',
  edge: '#7d8a83',
  button: '#4a5a52',
  good: '#7fd0a2',
  goodGround: '#1c3528',
  wait: '#e6b765',
  waitGround: '#3a2e14',
  bad: '#f2a29b',
  badGround: '#41211e',
  off: '#b4bcc0',
  offGround: '#2a3236',
  busy: '#8fc0e6',
  busyGround: '#183042',
}

export const tokensOf = (isDark: boolean): Tokens => (isDark ? dark : light)

/** The frame of who has chosen nothing: sign-in and the preset 本草. */
export const pine = { header: '#17382c', sidebar: '#1f4637', text: '#ffffff', quiet: '#c9d8cf' } as const

/** 石青: what can be done, on pine. */
export const azurite = '#1b5e8f'

/** The tokens as style sheets use them. The first five have the names that every style sheet knows. */
export const tokenVariables = (isDark: boolean): Record<string, string> => {
  const tokens = tokensOf(isDark)
  return {
    '--ground': tokens.paper,
    '--surface': tokens.card,
    '--text': tokens.ink,
    '--text-soft': tokens.ink2,
    '--line': tokens.line,
    '--edge': tokens.edge,
    '--button': tokens.button,
    '--hover': tokens.hover,
    '--good': tokens.good,
    '--good-ground': tokens.goodGround,
    '--wait': tokens.wait,
    '--wait-ground': tokens.waitGround,
    '--bad': tokens.bad,
    '--bad-ground': tokens.badGround,
    '--off': tokens.off,
    '--off-ground': tokens.offGround,
    '--busy': tokens.busy,
    '--busy-ground': tokens.busyGround,
  }
}
