import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

// Only what is wrong: the rest of a report takes axe longer than the check itself.
const options: RunOptions = { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }

/**
 * What axe finds wrong by WCAG 2.2 A and AA, each with its place; in the whole page, or only `within` a part of it. Contrast takes
 * longer than all else together: `contrast: false` where the same colours have been looked at.
 */
export async function findings(page: Page, { within = 'html', contrast = true } = {}): Promise<string[]> {
  // A page that is still the same document has axe already.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults, { within: string; options: RunOptions }>(
    ({ within, options }) => (window as unknown as { axe: typeof axe }).axe.run(within, options),
    { within, options: contrast ? options : { ...options, rules: { 'color-contrast': { enabled: false } } } },
  )
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.any[0]?.message ?? ''})`))
}
