/** `#rrggbb` mixed with another: `part` 0 leaves it, 1 gives the other. Channels are rounded to whole numbers. */
export function mix(colour: string, other: string, part: number): string {
  const channels = [1, 3, 5].map((at) => {
    const from = Number.parseInt(colour.slice(at, at + 2), 16)
    const to = Number.parseInt(other.slice(at, at + 2), 16)
    return Math.round(from * (1 - part) + to * part)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

export const lightParts = [30, 50, 70, 80, 90] as const
export type LightPart = (typeof lightParts)[number]

/** The seed's five light variants, mixed with white at 30, 50, 70, 80 and 90 percent. */
export const lighter = (colour: string, percent: LightPart) => mix(colour, '#ffffff', percent / 100)

/** The seed's one dark variant, mixed with black at 20 percent. */
export const darker = (colour: string) => mix(colour, '#000000', 0.2)

/** WCAG contrast of two opaque colours, 1 to 21; text wants 4.5. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** WCAG relative luminance, 0 to 1. */
const luminance = (colour: string) => 0.2126 * linear(colour, 1) + 0.7152 * linear(colour, 3) + 0.0722 * linear(colour, 5)

/** The channel whose two digits begin at a place of `#rrggbb`, without the gamma of sRGB, 0 to 1. */
function linear(colour: string, at: 1 | 3 | 5): number {
  const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/** A colour darkened just so far that white can be read on it with this contrast. */
export function darkenedFor(colour: string, wanted: number): string {
  for (let part = 0; part < 1; part += 0.02) {
    const ground = mix(colour, '#000000', part)
    if (contrast(ground, '#ffffff') >= wanted) return ground
  }
  return '#000000'
}

export const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)
