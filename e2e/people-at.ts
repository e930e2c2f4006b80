import { randomUUID } from 'node:crypto'
import { expect, type APIRequest } from '@playwright/test'
import { demoPassword, handingIn, requestOf, type Person } from '#server/demo/person.ts'
import { realTime } from '#server/demo/told-time.ts'

/** The people of the demo factory at the interface, as the demo's builders want them. */
export function peopleAt(request: APIRequest, baseURL: string): (userName: string) => Promise<Person> {
  const people = new Map<string, Promise<Person>>()
  const enter = async (userName: string): Promise<Person> => {
    const context = await request.newContext({ baseURL })
    const entered = await context.post('/api/session', { data: { userName, password: demoPassword } })
    expect(entered.ok(), `${userName} signs in`).toBe(true)
    return {
      userName,
      cookie: '',
      time: realTime,
      async hand(endpoint, input, content) {
        const { url, headers } = handingIn(endpoint, input)
        const answer = await context.post(url, { data: content, headers })
        expect(answer.ok(), `${userName} hands in ${url}: ${await answer.text()}`).toBe(true)
        return answer.json()
      },
      async ask(endpoint, input) {
        const { method, url, payload } = { payload: undefined, ...requestOf(endpoint, input) }
        const answer = await context.fetch(url, {
          method,
          ...(payload && { data: payload }),
          headers: method === 'GET' ? {} : { 'idempotency-key': randomUUID() },
        })
        expect(answer.ok(), `${userName} ${method} ${url}: ${await answer.text()}`).toBe(true)
        const isJson = (answer.headers()['content-type'] ?? '').includes('json')
        return isJson ? answer.json() : ((await answer.text()) as never) // a file comes as its text
      },
    }
  }
  return (userName) => {
    const person = people.get(userName) ?? enter(userName)
    people.set(userName, person)
    return person
  }
}
