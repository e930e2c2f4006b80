import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Actor as ContractActor } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { asideOf, named, sendTogether } from '#server/db/connection.ts'
import type { Statement } from '#server/db/flight.ts'
import { RequestRate } from '#tools/request-rate.ts'
import type { Guessed } from './guess.ts'

/** The cookie that holds a session's token. */
export const cookieName = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-bencao' : 'bencao')

/** The token in the request's cookie; undefined when there is none of ours. */
export function tokenOf(request: FastifyRequest): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === cookieName(request) && value !== undefined && /^[\w-]{43}$/.test(value)) return value
  }
  return undefined
}

/** What the database keeps of a token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * The person a request acts for, as its session or token says at this moment. For a program that is the person who made its token: rows name
 * them, and they are nobody's second person.
 */
export type Actor = ContractActor & {
  /** The account that the audit names: the person's own, or the program's. */
  accountId: string
  /** The session, or the token when a program asks. */
  sessionId: string
  isProgram: boolean
  /** Connections outside the request's transaction, on which its guesses are counted. */
  aside: pg.Pool
  /** The guesses of this request that were right: they count until it ends. */
  proved: Guessed[]
  requestId: string
  address: string
  mustChangePassword: boolean
  /** What the request's endpoint asks for; a signature is given under it. */
  right?: string
  /** Has to set up the second factor that the enterprise asks for, before anything else. */
  secondFactorDue: boolean
}

type Entered = {
  session_id: string
  enterprise_id: string
  account_id: string
  /** The maker behind a program. */
  person_id?: string
  name: string
  must_change_password: boolean
  second_factor_due?: boolean
  /** With commas; what two roles give stands there twice. Null without any. */
  rights: string | null
  unseen: boolean
  answer_digest: Buffer | null
  answer_status: number
  answer_body: string
}

/** What was answered before under the same idempotency key, and to what. */
export type EarlierAnswer = { digest: Buffer; status: number; body: string }

/** What a request shows to say whose it is: the hash of a session's cookie or of a program's token. */
export type Credential = { kind: 'session' | 'token'; hash: Buffer }

/** How many requests a program may send in a minute to one process. */
export const programRate = new RequestRate(600)

/**
 * What the request shows. A bearer token goes before a cookie, valid or not, and no browser sends it by itself, so where such
 * a request comes from is not asked. With neither: `unauthenticated`; with no token of ours: `token_over`.
 */
export function credentialOf(request: FastifyRequest): Credential {
  const bearer = /^Bearer +(.*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== undefined) {
    if (!/^bencao_[\w-]{43}$/.test(bearer)) throw new Refusal('token_over')
    return { kind: 'token', hash: hashOf(bearer) }
  }
  refuseForeignOrigin(request)
  const token = tokenOf(request)
  if (token === undefined) throw new Refusal('unauthenticated')
  return { kind: 'session', hash: hashOf(token) }
}

type Mode = 'read only' | 'read only, isolation level repeatable read' | 'read write'

const entering = {
  session: 'select * from begin_request($1, $2, $3)',
  token: 'select * from begin_token_request($1, $2, $3)',
}

/** Begins the transaction of a request: `begun` reads from the second answer whose it is. */
export const beginning = (request: FastifyRequest, { kind, hash }: Credential, mode: Mode, key?: string): Statement[] => [
  named(`begin ${mode}`),
  named(entering[kind], [hash, request.id, key ?? null]),
]

/**
 * Begins the transaction of a request, in one message: it acts for the person whose session this is, or the program whose token, with
 * the rights of this moment. A session that is over: `unauthenticated`; a token: `token_over`.
 */
export async function beginAs(
  pool: pg.Pool,
  client: pg.ClientBase,
  request: FastifyRequest,
  credential: Credential,
  mode: Mode,
  key?: string,
): Promise<{ actor: Actor; earlier: EarlierAnswer | undefined }> {
  const statements = beginning(request, credential, mode, key)
  return begun(pool, request, credential, await sendTogether(client, mode === 'read write' ? [...statements, ...writing] : statements))
}

// The statements of a step find their rows by keys: a plan for each value of a parameter costs more than it saves, for the triggers as well.
const writing = [named('set local plan_cache_mode to force_generic_plan'), named('savepoint step')]

/** Who acts in the transaction that has begun. */
export function begun(
  pool: pg.Pool,
  request: FastifyRequest,
  { kind, hash }: Credential,
  answers: readonly pg.QueryResult[],
): { actor: Actor; earlier: EarlierAnswer | undefined } {
  const entered: Entered | undefined = elementAt(answers, 1).rows[0]
  if (entered === undefined) throw new Refusal(kind === 'token' ? 'token_over' : 'unauthenticated')
  if (kind === 'token' && !programRate.take(entered.account_id)) throw new Refusal('too_many_requests')
  // Nobody waits for this, and a minute more or less does no harm.
  if (entered.unseen) {
    const seen =
      kind === 'token' ? pool.query(`select touch_token($1, $2)`, [hash, request.ip]) : pool.query(`select touch_session($1)`, [hash])
    seen.catch(() => {})
  }
  const { answer_digest: digest, answer_status: status, answer_body: body } = entered
  return {
    actor: {
      id: entered.person_id ?? entered.account_id,
      accountId: entered.account_id,
      name: entered.name,
      enterpriseId: entered.enterprise_id,
      rights: entered.rights === null ? [] : [...new Set(entered.rights.split(','))],
      sessionId: entered.session_id,
      isProgram: kind === 'token',
      aside: asideOf(pool),
      proved: [],
      requestId: request.id,
      address: request.ip,
      mustChangePassword: entered.must_change_password,
      secondFactorDue: entered.second_factor_due ?? false,
    },
    earlier: digest === null ? undefined : { digest, status, body },
  }
}

/** A browser tells where a request comes from; a write that comes from elsewhere is refused (with SameSite, the guard against forged requests). */
export function refuseForeignOrigin(request: FastifyRequest) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'cross-site' || site === 'same-site') throw new Refusal('forbidden_origin')
  if (origin !== undefined && origin !== `${request.protocol}://${request.headers.host}`) throw new Refusal('forbidden_origin')
}
