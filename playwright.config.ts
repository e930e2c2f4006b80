import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// Debian's Chromium, or whichever is named; Playwright's own is not downloaded.
const chromium =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))

// Drawn once and inherited by the workers, so that two runs on one machine do not meet.
const port = (process.env['E2E_PORT'] ??= String(30_000 + Math.floor(Math.random() * 2000)))
/** A server that is already running (npm run dev); without it one with a fresh demo database is started. */
const running = process.env['E2E_URL']
// Where the mail of that server goes: e2e/accounts.spec.ts listens there.
if (running === undefined) process.env['E2E_MAIL_PORT'] ??= String(32_000 + Math.floor(Math.random() * 700))
const baseURL = running ?? `http://localhost:${port}`

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
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    launchOptions: chromium === undefined ? {} : { executablePath: chromium },
    screenshot: 'only-on-failure',
    // A recording of every test costs a quarter of its time: only when somebody looks for a fault (E2E_TRACE=1).
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
  ...(running === undefined
    ? {
        webServer: {
          command: 'node scripts/demo-server.mjs',
          url: `${baseURL}/readyz`,
          env: {
            PORT: port,
            LOG_LEVEL: 'error',
            SMTP_URL: `smtp://127.0.0.1:${process.env['E2E_MAIL_PORT']}`,
            MAIL_FROM: 'bencao@example.cn',
          },
          timeout: 300_000,
          stdout: 'ignore' as const,
          stderr: 'pipe' as const,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
        },
      }
    : {}),
})
