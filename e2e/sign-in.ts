import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Session } from '#contract/people/account.ts'

/** Signs a demo account in without the form, which has its own tests; the cookie is then in the page's browser. */
export async function signIn(page: Page, userName: string): Promise<Session> {
  const origin = originOf(page)
  const response = await page.request.post('/api/session', {
    data: { userName, password: 'Bencao@2026' },
    headers: { 'idempotency-key': randomUUID(), ...(origin && { origin }) },
  })
  expect(response.ok(), `${userName} signs in`).toBe(true)
  return response.json()
}

const originOf = (page: Page) => (page.url().startsWith('http') ? new URL(page.url()).origin : undefined)
