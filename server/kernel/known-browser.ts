import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/*
 * A browser in which a person has signed in keeps a cookie that says so. Guesses in it are counted apart from those of strangers, so that nobody who
 * guesses from elsewhere keeps the person out of it (OWASP: device cookies). The cookie opens nothing: it holds a random name of the browser
 * and, for each of its people, a seal of the installation over that name, the account and its password. A new password ends the seal.
 */

/** The person at a browser, as a seal binds them: the account, and what is kept of its password. */
type Sealed = { id: string; password_hash: string }

/** How many people a browser is kept for, and for how long after the last signing in. */
const kept = { people: 20, seconds: 180 * 24 * 3600 }

const cookieName = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-bencao-device' : 'bencao-device')

const partsOf = (request: FastifyRequest): string[] => {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === cookieName(request) && value !== undefined && /^[\w-]{22}(\.[\w-]{22}){1,20}$/.test(value)) return value.split('.')
  }
  return []
}

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

export type Browser = {
  /** Its random name. */
  name: string
  /** Whether this person has signed in here with the password of today. A name that nobody has is looked for just as long. */
  knows(person: Sealed | undefined): boolean
  /** The cookie that keeps it known for its people, this one the latest. */
  cookieWith(person: Sealed): string
}

/** The browser that a request comes from. */
export function browserOf(request: FastifyRequest, masterKey: Uint8Array): Browser {
  const [name = randomBytes(16).toString('base64url'), ...seals] = partsOf(request)
  const key = new Uint8Array(hkdfSync('sha256', masterKey, 'bencao', 'known browser', 32))
  const sealOf = ({ id, password_hash: password }: Sealed) =>
    createHmac('sha256', key).update(`${name} ${id} ${password}`).digest().subarray(0, 16).toString('base64url')
  return {
    name,
    knows(person) {
      const seal = sealOf(person ?? { id: '', password_hash: '' })
      return seals.some((one) => isSame(one, seal)) && person !== undefined
    },
    cookieWith(person) {
      const seal = sealOf(person)
      const value = [name, ...[...seals.filter((one) => one !== seal), seal].slice(-kept.people)].join('.')
      const secure = request.protocol === 'https' ? '; Secure' : ''
      return `${cookieName(request)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${kept.seconds}${secure}`
    },
  }
}
