import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Actor as ContractActor } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { named, sendTogether, type Opening } from '#server/db/connection.ts'
import { asideOf } from '#server/db/pool.ts'
import type { Answered, Statement } from '#server/db/flight.ts'
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
export const hashOf = (token: string) => hash('sha256', token, 'buffer')

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
  /** Connections outside the request's transaction, on which its guesses are counted: given when it is settled who asks. */
  aside: () => Promise<pg.Pool>
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

type Mode = 'read only, isolation level repeatable read' | 'read write'

const entering = {
  session: 'select * from begin_request($1, $2, $3, $4)',
  token: 'select * from begin_token_request($1, $2, $3, $4)',
}

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
  const answers = await sendTogether(client, beginning(request, credential, mode, key))
  const entered = enteredAs(credential, enteredIn(answers))
  noteSeen(pool, request, credential, entered)
  const { answer_digest: digest, answer_status: status, answer_body: body } = entered
  remember(credential, { ...entered, answer_digest: null, answer_body: '' })
  return { actor: actorOf(pool, request, credential, entered), earlier: digest === null ? undefined : { digest, status, body } }
}

function beginning(request: FastifyRequest, { kind, hash }: Credential, mode: Mode, key: string | undefined): Statement[] {
  const isWriting = mode === 'read write'
  const statements = [named(`begin ${mode}`), named(entering[kind], [hash, request.id, key ?? null, !isWriting])]
  return isWriting ? [...statements, ...writing] : statements
}

const enteredIn = (answers: readonly Answered[]) => elementAt(answers, 1).rows[0] as Entered | undefined

// The statements of a step find their rows by keys: a plan for each value of a parameter costs more than it saves, for the triggers as well.
const writing = [named('set local plan_cache_mode to force_generic_plan'), named('savepoint step')]

/** Whose the request is, as the database said. */
function enteredAs({ kind, hash }: Credential, entered: Entered | undefined): Entered {
  if (entered === undefined) {
    lastEntered.delete(hash.toString('base64'))
    throw new Refusal(kind === 'token' ? 'token_over' : 'unauthenticated')
  }
  if (kind === 'token' && !programRate.take(entered.account_id)) throw new Refusal('too_many_requests')
  return entered
}

/** Nobody waits for this, and a minute more or less does no harm. */
function noteSeen(pool: pg.Pool, request: FastifyRequest, { kind, hash }: Credential, { unseen }: Entered): void {
  if (!unseen) return
  const seen =
    kind === 'token' ? pool.query(`select touch_token($1, $2)`, [hash, request.ip]) : pool.query(`select touch_session($1)`, [hash])
  seen.catch(() => {})
}

const rightsRead = new WeakMap<Entered, readonly string[]>()

/** The rights, each once. They are read once of what is remembered, not at each request. */
function rightsOf(entered: Entered): readonly string[] {
  const rights = rightsRead.get(entered) ?? (entered.rights === null ? [] : [...new Set(entered.rights.split(','))])
  rightsRead.set(entered, rights)
  return rights
}

const actorOf = (
  pool: pg.Pool,
  request: FastifyRequest,
  { kind }: Credential,
  entered: Entered,
  settled: () => Promise<void> = () => Promise.resolve(),
): Actor => ({
  id: entered.person_id ?? entered.account_id,
  accountId: entered.account_id,
  name: entered.name,
  enterpriseId: entered.enterprise_id,
  rights: rightsOf(entered),
  sessionId: entered.session_id,
  isProgram: kind === 'token',
  aside: () => settled().then(() => asideOf(pool)),
  proved: [],
  requestId: request.id,
  address: request.ip,
  mustChangePassword: entered.must_change_password,
  secondFactorDue: entered.second_factor_due ?? false,
})

/** Whose a session or token was when it was last asked in this process, and with which rights. */
const lastEntered = new Map<string, Entered>()
const mostRemembered = 1000

function remember({ hash }: Credential, entered: Entered): void {
  const key = hash.toString('base64')
  lastEntered.delete(key)
  lastEntered.set(key, entered)
  for (const oldest of lastEntered.keys()) {
    if (lastEntered.size <= mostRemembered) return
    lastEntered.delete(oldest)
  }
}

/**
 * A read on its way. Its first message asks whose it is and, beside that, what the read wants to know of the one whose it was the last time. What that gave counts
 * for nothing until the answer is the same as then (`told`); so each answer rests on the rights of this moment, and costs one message (decision 0115).
 */
export class Entry implements Opening {
  readonly #pool: pg.Pool
  readonly #request: FastifyRequest
  readonly #credential: Credential
  readonly #supposed: Entered | undefined
  /** Nobody, where a session is over. */
  #told: { entered: Entered | undefined } | undefined

  constructor(pool: pg.Pool, request: FastifyRequest, credential: Credential) {
    this.#pool = pool
    this.#request = request
    this.#credential = credential
    this.#supposed = lastEntered.get(credential.hash.toString('base64'))
  }

  /** Who the request is for, if it is still as it was; undefined for one that is not known here. */
  get supposed(): Actor | undefined {
    return this.#supposed && actorOf(this.#pool, this.#request, this.#credential, this.#supposed)
  }

  /** Begins a message: the first asks, and those after its answer act for the same person. */
  statements(): Statement[] {
    const { kind, hash } = this.#credential
    const told = this.#told?.entered
    return [
      told === undefined
        ? named(entering[kind], [hash, this.#request.id, null, true])
        : reading(told.enterprise_id, told.account_id, this.#request.id),
    ]
  }

  answered(answers: readonly Answered[]): void {
    this.#told ??= { entered: elementAt(answers, 0).rows[0] as Entered | undefined }
  }

  /** Who the request is for, as the database says, where that is another than supposed: asked now when no message has asked yet. Refuses as `beginAs` does. */
  async told(client: pg.ClientBase): Promise<Actor | undefined> {
    if (this.#told === undefined) this.answered(await sendTogether(client, this.statements()))
    const entered = enteredAs(this.#credential, this.#told?.entered)
    noteSeen(this.#pool, this.#request, this.#credential, entered)
    if (this.#supposed !== undefined && isAs(this.#supposed, entered)) return undefined
    remember(this.#credential, entered)
    return actorOf(this.#pool, this.#request, this.#credential, entered)
  }
}

const whatCounts = [
  'session_id',
  'enterprise_id',
  'account_id',
  'person_id',
  'name',
  'must_change_password',
  'second_factor_due',
  'rights',
] as const satisfies (keyof Entered)[]

const isAs = (supposed: Entered, entered: Entered) => whatCounts.every((field) => entered[field] === supposed[field])

/** Whose a write is, or what their rights are, is no longer as it was supposed, or it was answered before: it is begun anew. */
export class NotAsSupposed extends Error {}

/**
 * A write that begins with what it asks first, for the one whose session it was the last time; undefined for one that is not known here. Where that is not so any
 * more, the first answer is `NotAsSupposed` and all of it is to be undone; until it has come, nothing outside the transaction is touched (decision 0122).
 */
export function supposedly(
  pool: pg.Pool,
  request: FastifyRequest,
  credential: Credential,
  key: string | undefined,
): { opening: Opening; actorOnce: (settled: () => Promise<void>) => Actor } | undefined {
  const supposed = lastEntered.get(credential.hash.toString('base64'))
  // A program that has had its requests of this minute is refused before it does any work.
  if (supposed === undefined || (credential.kind === 'token' && programRate.isFull(supposed.account_id))) return undefined
  const statements = beginning(request, credential, 'read write', key)
  const opening: Opening = {
    // The first message alone begins.
    statements: () => statements.splice(0),
    answered(answers) {
      const entered = enteredIn(answers)
      if (entered === undefined || entered.answer_digest !== null || !isAs(supposed, entered)) throw new NotAsSupposed()
      noteSeen(pool, request, credential, enteredAs(credential, entered))
    },
  }
  return { opening, actorOnce: (settled) => actorOf(pool, request, credential, supposed, settled) }
}

/** Lets a message read one enterprise and write nothing. */
export const reading = (enterpriseId: string, actor: string, requestId: string): Statement =>
  named(
    `select set_config('app.enterprise', $1, true), set_config('app.actor', $2, true), set_config('app.request', $3, true), set_config('transaction_read_only', 'on', true)`,
    [enterpriseId, actor, requestId],
  )

/** A browser tells where a request comes from; a write that comes from elsewhere is refused (with SameSite, the guard against forged requests). */
export function refuseForeignOrigin(request: FastifyRequest) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'cross-site' || site === 'same-site') throw new Refusal('forbidden_origin')
  if (origin !== undefined && origin !== `${request.protocol}://${request.headers.host}`) throw new Refusal('forbidden_origin')
}
