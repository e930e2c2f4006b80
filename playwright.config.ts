import { defineConfig } from '@playwright/test'
import { demoServer, findChromium } from './scripts/browser.mjs'

const chromium = findChromium()
/** A server that is already running (npm run dev); without it one with a fresh demo database is started, unless `npm test` has done so. */
const running = process.env['E2E_URL']
const demo = running === undefined ? demoServer() : undefined

// `npm test` reads the counts from this file.
const results = process.env['E2E_RESULTS']

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  // Waits end as soon as what is waited for is there; a busy machine needs the rest.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: results === undefined ? 'list' : [['list'], ['json', { outputFile: results }]],
  use: {
    baseURL: running ?? demo!.url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // On a busy machine a dialog can move between the press and the release of a button, which is then no click.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromium === undefined ? {} : { executablePath: chromium },
    screenshot: 'only-on-failure',
    // A recording of every test costs a quarter of its time: only when somebody looks for a fault (E2E_TRACE=1).
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
  ...(demo && {
    webServer: {
      command: `node ${demo.command.join(' ')}`,
      url: `${demo.url}/readyz`,
      reuseExistingServer: true,
      env: demo.environment,
      timeout: 300_000,
      stdout: 'ignore',
      stderr: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    },
  }),
})
