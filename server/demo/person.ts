import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { realTime, type Time } from './told-time.ts'

/** The password of every demo account. */
export const demoPassword = 'Bencao@2026'

/** How long a person is at a step, where time is told. */
const usualMinutes = 6

/** What a person signs with, and what a second person gives at the first one's screen. */
export const signed = (comment = '') => ({ password: demoPassword, comment })
export const secondPerson = (userName: string) => ({ userName, password: demoPassword })

/** What the actor signs with, and the 质量负责人 beside them: a rejection, the lifting of a hold. */
export const withQualityHead = (comment = '') => ({ signature: signed(comment), approver: secondPerson('zhiliang') })

/** An answer that was not 2xx, with the refusal's code. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly body: { code: string; title: string; errors: { path: string; message: string }[] }
  constructor(what: string, status: number, body: Refused['body']) {
    super(`${what}: ${status} ${body.code} ${body.title} ${JSON.stringify(body.errors)}`)
    this.status = status
    this.code = body.code
    this.body = body
  }
}

/** A person at the interface: signs in once, then asks for what the contract offers, over HTTP. Demo and tests both walk this way. */
export type Person = {
  userName: string
  cookie: string
  /** What time it is where this person walks. */
  time: Time
  /** Hands a file in. */
  hand<E extends Endpoint>(endpoint: E, input: z.input<E['input']>, content: string): Promise<z.output<E['output']>>
  /** One request; throws `Refused` when the answer is a no. */
  ask<E extends Endpoint>(endpoint: E, input: z.input<E['input']>, headers?: Record<string, string>): Promise<z.output<E['output']>>
}

/** The method, address and body that carry `input` to an endpoint. */
export function requestOf(endpoint: Endpoint, input: Record<string, unknown>) {
  const fields = { ...input }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(fields[key])
    delete fields[key]
    return encodeURIComponent(value)
  })
  if (endpoint.method === 'POST' || endpoint.method === 'PATCH') return { method: endpoint.method, url: `/api${path}`, payload: fields }
  const query = new URLSearchParams(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )
  return { method: endpoint.method, url: `/api${path}${query.size > 0 ? `?${query}` : ''}` }
}

/** The request that carries a file to an endpoint, without the bytes. */
export function handingIn(endpoint: Endpoint, input: Record<string, unknown>) {
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
  return {
    method: 'POST' as const,
    url: `/api${endpoint.path}?${query}`,
    headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/octet-stream' },
  }
}

/** Signs a person in at `app`; `code` for those with a second factor. */
export async function signIn(
  app: FastifyInstance,
  userName: string,
  password = demoPassword,
  code?: string,
  time: Time = realTime,
): Promise<Person> {
  const response = await app.inject({ method: 'POST', url: '/api/session', payload: { userName, password, ...(code && { code }) } })
  if (response.statusCode !== 200) throw new Refused(`sign in ${userName}`, response.statusCode, response.json())
  const cookie = elementAt(String(response.headers['set-cookie']).split(';'), 0)
  return {
    userName,
    cookie,
    time,
    async hand(endpoint, input, content) {
      time.spend(usualMinutes / 60)
      const { headers, ...request } = handingIn(endpoint, input)
      const answer = await app.inject({ ...request, payload: content, headers: { cookie, ...headers } })
      if (answer.statusCode >= 300) throw new Refused(`${userName} hands in ${endpoint.path}`, answer.statusCode, answer.json())
      return answer.json()
    },
    async ask(endpoint, input, headers = {}) {
      const request = requestOf(endpoint, input)
      if (request.method !== 'GET') time.spend(usualMinutes / 60)
      const answer = await app.inject({
        ...request,
        headers: { cookie, ...(request.method === 'GET' ? {} : { 'idempotency-key': randomUUID() }), ...headers },
      })
      if (answer.statusCode >= 300) throw new Refused(`${userName} ${request.method} ${request.url}`, answer.statusCode, answer.json())
      const isJson = String(answer.headers['content-type']).includes('json')
      return isJson ? answer.json() : (answer.payload as never) // a file comes as its text, which its endpoint declares as unknown
    },
  }
}
