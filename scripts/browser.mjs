// What the browser tests need: a browser, and the server over demo data that they look at.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { node24, root } from './ready.mjs'

const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Debian's Chromium, or the one that CHROMIUM_PATH names; Playwright's own is not downloaded. The one without windows needs a third less time. */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  return (named === undefined ? places : [named]).find((path) => existsSync(path))
}

/** Ports drawn once and inherited by every process started from here, so that two runs on one machine do not meet. */
export function demoServer() {
  const port = (process.env['E2E_PORT'] ??= String(30_000 + Math.floor(Math.random() * 2000)))
  // Where the mail of that server goes: e2e/accounts.spec.ts listens there.
  const mailPort = (process.env['E2E_MAIL_PORT'] ??= String(32_000 + Math.floor(Math.random() * 700)))
  return {
    url: `http://localhost:${port}`,
    command: ['scripts/demo-server.mjs'],
    environment: {
      PORT: port,
      LOG_LEVEL: 'error',
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'bencao@example.cn',
      BENCAO_ARGON2_KIB: '64', // signing is checked as ever, but costs a test little
    },
  }
}

/** Starts that server ahead of Playwright, which then finds it running: making its demo data leaves the other cores free. */
export function startDemoServer() {
  const { url, command, environment } = demoServer()
  const child = spawn(node24, command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...environment } })
  const ended = once(child, 'close')
  return {
    /** Whether it came up. */
    async ready() {
      while (child.exitCode === null) {
        if (
          await fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          )
        )
          return true
        await wait(200)
      }
      return false
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
