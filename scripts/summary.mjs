// The last screen of `npm test`: what failed, where, and why.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './ready.mjs'

/**
 * @typedef {{ name: string, where?: string, why: string }} Failure `where` is file:line; `why` is what was said, of any length.
 * @typedef {{ passed: number, failed: number, failures: Failure[] }} Outcome
 */

const screen = { lines: 38, width: 160, linesOfOne: 9 }

/** All failures on one screen: with few of them more of each is shown, with many the last are only counted. */
export function failureSummary(/** @type {readonly Failure[]} */ failures) {
  const groups = sameFailures(failures)
  const linesOfOne = Math.min(screen.linesOfOne, Math.max(2, Math.floor(screen.lines / groups.length)))
  const shown = groups.slice(0, Math.floor(screen.lines / linesOfOne))
  const lines = shown.flatMap(({ name, where, why, tests }) => [
    `✖ ${where === undefined ? '' : `${where}  `}${name}${tests > 1 ? ` (and ${tests - 1} more for the same reason)` : ''}`,
    ...tellingLines(why)
      .slice(0, linesOfOne - 1)
      .map((line) => `    ${line}`),
  ])
  const more = failures.length - shown.reduce((sum, { tests }) => sum + tests, 0)
  return [...lines.map((line) => cut(line)), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

/** One entry for all tests that failed at the same place for the same reason: a `before` that fails takes every test with it. */
function sameFailures(/** @type {readonly Failure[]} */ failures) {
  const groups = /** @type {Map<string, Failure & { tests: number }>} */ (new Map())
  for (const failure of failures) {
    const key = failure.where === undefined ? failure.name : `${failure.where} ${failure.why}`
    const group = groups.get(key)
    if (group) group.tests += 1
    else groups.set(key, { ...failure, tests: 1 })
  }
  return [...groups.values()]
}

const cut = (/** @type {string} */ line) => (line.length > screen.width ? `${line.slice(0, screen.width - 1)}…` : line)

/** The lines that say something: of a difference (+ is what came, - what was expected) those that differ; no line of a stack. */
function tellingLines(/** @type {string} */ said) {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^\s+at .+[:)]|^Expected (values|"actual") .*:$/.test(line))
  if (!lines.includes('+ actual - expected')) return lines
  return lines.filter((line) => /^[+-](?! actual)/.test(line))
}

/** Where in this project an error arose: in a test if its stack leads through one. */
export function whereOf(/** @type {string | undefined} */ stack) {
  const places = [...(stack ?? '').matchAll(/(?:file:\/\/)?(\/[^\s():]+):(\d+):\d+/g)]
    .map(([, file = '', line]) => ({ file: relative(root, file), line }))
    .filter(({ file }) => !/^\.\.|node_modules/.test(file))
  const place = places.find(({ file }) => /\.(test|spec)\.ts$/.test(file)) ?? places[0]
  return place && `${place.file}:${place.line}`
}
