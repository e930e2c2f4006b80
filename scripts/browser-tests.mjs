// The browser tests over a demo server, and what came of them.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findChromium } from './browser.mjs'
import { root, run, tool } from './ready.mjs'
import { whereOf } from './summary.mjs'

/**
 * @typedef {import('./summary.mjs').Failure} Failure
 * @typedef {import('./summary.mjs').Outcome} Outcome
 * @typedef {import('@playwright/test/reporter').JSONReport} Report
 */

/**
 * Runs these files against the demo server, once it is up.
 * @param {{ ready: () => Promise<boolean>, stop: () => Promise<void> } | undefined} demo undefined where there is no browser
 * @returns {Promise<Outcome>}
 */
export async function browserTests(/** @type {readonly string[]} */ files, demo) {
  if (findChromium() === undefined || demo === undefined)
    return failedWhole(
      '没有找到浏览器。请安装 Chromium（Debian：apt-get install chromium-headless-shell fonts-noto-cjk），或用环境变量 CHROMIUM_PATH 指出它在哪里。\n' +
        'No browser found. Install Chromium (Debian: apt-get install chromium-headless-shell fonts-noto-cjk), or say in CHROMIUM_PATH where it is.',
    )
  const folder = mkdtempSync(join(tmpdir(), 'bencao-e2e-'))
  const results = join(folder, 'results.json')
  try {
    if (!(await demo.ready())) return failedWhole('The demo server did not start; what it said is above.')
    await run([tool('@playwright/test/cli.js'), 'test', ...files], { ...process.env, E2E_RESULTS: results })
    if (!existsSync(results)) return failedWhole('Playwright left no results; what it said is above.')
    return outcomeOf(JSON.parse(readFileSync(results, 'utf8')))
  } finally {
    await demo.stop()
    rmSync(folder, { recursive: true })
  }
}

/** @returns {Outcome} */
function failedWhole(/** @type {string} */ why) {
  console.error(why)
  return { passed: 0, failed: 1, failures: [{ name: 'browser', why }] }
}

/** A test that passed only at a second attempt has failed. @returns {Outcome} */
function outcomeOf(/** @type {Report} */ { stats, errors, suites, config }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...errors.map((error) => ({ name: 'browser', ...placeOf(error), why: error.message ?? error.value ?? '' })),
      ...suites.flatMap((suite) => failuresIn(suite, [], config.rootDir)),
    ],
  }
}

/** @returns {Failure[]} */
function failuresIn(/** @type {Report['suites'][number]} */ suite, /** @type {string[]} */ outer, /** @type {string} */ folder) {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const error = results.flatMap(({ errors }) => errors).find(({ message }) => message !== undefined)
        return {
          name: [...outer, spec.title].join(' › '),
          where: `${relative(root, join(folder, spec.file))}:${spec.line}`,
          ...(error && placeOf(error)),
          why: error?.message ?? results.at(-1)?.status ?? '',
        }
      }),
  )
  // The suite of a file has the file's name, which `where` says.
  const inner = (suite.suites ?? []).flatMap((one) => failuresIn(one, [...outer, one.title], folder))
  return [...own, ...inner]
}

/** @returns {{ where?: string }} */
function placeOf(/** @type {{ stack?: string, location?: { file: string, line: number } }} */ { stack, location }) {
  const where = whereOf(stack) ?? (location && `${relative(root, location.file)}:${location.line}`)
  return where === undefined ? {} : { where }
}
