import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { Refused, requestOf } from '#server/demo/person.ts'
import type { World } from './world.ts'

/** Hands a file in to an endpoint that takes one. */
export async function handIn<E extends Endpoint>(
  world: World,
  userName: string,
  endpoint: E,
  input: z.input<E['input']>,
  content: Buffer | string,
  headers: Record<string, string> = {},
): Promise<z.output<E['output']>> {
  const { cookie } = await world.as(userName)
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api${endpoint.path}?${query}`,
    payload: content,
    headers: { cookie, 'idempotency-key': randomUUID(), 'content-type': 'application/octet-stream', ...headers },
  })
  if (answer.statusCode >= 300) throw new Refused(`${userName} hands in ${endpoint.path}`, answer.statusCode, answer.json())
  return answer.json()
}

/** The bytes of a file the server gives, with the answer's headers. */
export async function takeFile<E extends Endpoint>(world: World, userName: string, endpoint: E, input: z.input<E['input']>) {
  const { cookie } = await world.as(userName)
  const answer = await world.app.inject({ ...requestOf(endpoint, input), headers: { cookie } })
  if (answer.statusCode >= 300) throw new Refused(`${userName} takes ${endpoint.path}`, answer.statusCode, answer.json())
  return { headers: answer.headers, content: answer.rawPayload }
}
