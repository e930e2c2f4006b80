import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { accountApi } from '#contract/people/account.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { withClient } from '#server/db/connection.ts'
import type { Installation } from './installation.ts'
import { decoyHash, verifyPassword } from '#tools/password.ts'
import { RequestRate } from '#tools/request-rate.ts'
import { factorAtTheDoor } from './second-factor.ts'
import type { Actor, Route } from './serve.ts'
import { foldUserName } from '#tools/user-name.ts'

/** Wrong passwords per account, and per address, in 15 minutes before 429; a window that passes forgets them, nothing locks for good. */
export const guessesAllowed = { account: 10, address: 100 }
/** How long a session lives at most, and how long it may be idle (server time). */
export const sessionLife = { absolute: '12 hours', idle: '60 minutes' }

const cookieName = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-bencao' : 'bencao')

function tokenOf(request: FastifyRequest): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === cookieName(request) && value !== undefined && /^[\w-]{43}$/.test(value)) return value
  }
  return undefined
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Entered = {
  session_id: string
  enterprise_id: string
  account_id: string
  name: string
  must_change_password: boolean
  second_factor_due?: boolean
  rights: string[]
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
 * What the request shows. A bearer token goes before a cookie, whatever either is worth, and no browser sends it by itself, so where such
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

/**
 * Begins the transaction of a request, in one message: it acts for the person whose session this is, or the program whose token, with
 * the rights of this moment. A session that is over: `unauthenticated`; a token: `token_over`.
 */
export async function beginAs(
  pool: pg.Pool,
  client: pg.ClientBase,
  request: FastifyRequest,
  { kind, hash }: Credential,
  mode: 'read only' | 'read write',
  key?: string,
): Promise<{ actor: Actor; earlier: EarlierAnswer | undefined }> {
  const given = [`'\\x${hash.toString('hex')}'`, client.escapeLiteral(request.id), key === undefined ? 'null' : client.escapeLiteral(key)]
  const results = (await client.query(
    `begin ${mode}; select * from ${kind === 'token' ? 'begin_token_request' : 'begin_request'}(${given.join(', ')})${mode === 'read write' ? '; savepoint step' : ''}`,
  )) as unknown as pg.QueryResult<Entered>[]
  const entered = results[1]!.rows[0]
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
      id: entered.account_id,
      name: entered.name,
      enterpriseId: entered.enterprise_id,
      rights: entered.rights,
      sessionId: entered.session_id,
      isProgram: kind === 'token',
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

function setCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number) {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `${cookieName(request)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`)
}

/**
 * Signing in and out: the only routes that work before anybody is known. A known and an unknown user name get the same
 * answer after the same work.
 */
export function sessionRoutes(current: Route, { masterKey }: Installation): Route[] {
  return [
    {
      endpoint: accountApi.signIn as unknown as Endpoint,
      async handle(pool, request, reply) {
        refuseForeignOrigin(request)
        const input = accountApi.signIn.input.parse(request.body ?? {})
        const userName = foldUserName(input.userName)
        const keys = { account: `sign-in:${userName}`, address: `sign-in-from:${request.ip}` }
        const guessed = await pool.query<{ a: number; b: number }>(`select guesses($1, '15 minutes') a, guesses($2, '15 minutes') b`, [
          keys.account,
          keys.address,
        ])
        if (guessed.rows[0]!.a >= guessesAllowed.account || guessed.rows[0]!.b >= guessesAllowed.address)
          throw new Refusal('too_many_attempts')

        const { rows } = await pool.query<{
          enterprise_id: string
          id: string
          password_hash: string
          state: string
          one_time_until: Date | null
        }>(`select * from find_account($1)`, [userName])
        const account = rows[0]
        const matches = await verifyPassword(input.password, account?.password_hash ?? (await decoyHash()))
        const agent = request.headers['user-agent']?.slice(0, 300) ?? ''
        const note = (event: string) =>
          pool.query(`select log_security($1, $2, $3, $4, $5, $6, jsonb_build_object('agent', $7::text))`, [
            event,
            account?.enterprise_id ?? null,
            account?.id ?? null,
            userName,
            request.ip,
            request.id,
            agent,
          ])
        const guessedWrong = (event: string) =>
          Promise.all([
            pool.query(`select count_guess($1, '15 minutes'), count_guess($2, '15 minutes')`, [keys.account, keys.address]),
            note(event),
          ])
        if (account === undefined || !matches) {
          await guessedWrong('sign_in_failed')
          throw new Refusal('wrong_credentials')
        }
        if (account.state !== 'active' || (account.one_time_until !== null && new Date(account.one_time_until) < new Date())) {
          await note('sign_in_refused')
          throw new Refusal('account_disabled')
        }
        const factor = await factorAtTheDoor(pool, masterKey, account.id)
        if (factor !== undefined) {
          if (input.code === undefined) throw new Refusal('second_factor_required')
          const taken = await factor.take(input.code)
          if (!taken) {
            await guessedWrong('sign_in_code_failed')
            throw new Refusal('wrong_code')
          }
          if (taken === 'recovery') await note('recovery_code_used')
        }
        // Rotation: whatever session the browser came with ends here.
        const earlier = tokenOf(request)
        if (earlier !== undefined) await pool.query(`select close_session($1)`, [hashOf(earlier)])
        const token = randomBytes(32).toString('base64url')
        await pool.query(`select open_session($1, $2, $3, $4, $5, $6, $7)`, [
          account.enterprise_id,
          account.id,
          hashOf(token),
          sessionLife.absolute,
          sessionLife.idle,
          agent,
          request.ip,
        ])
        await pool.query(`select forget_guesses($1)`, [keys.account])
        await note('signed_in')
        setCookie(request, reply, token, 12 * 3600)
        request.headers.cookie = `${cookieName(request)}=${token}`
        return current.handle(pool, request, reply)
      },
    },
    {
      endpoint: accountApi.signOut as unknown as Endpoint,
      async handle(pool, request, reply) {
        const session = credentialOf(request)
        await withClient(pool, async (client) => {
          const { actor } = await beginAs(pool, client, request, session, 'read write')
          if (actor.isProgram) throw new Refusal('token_not_allowed')
          await client.query(`select close_session($1)`, [session.hash])
          await client.query(`select log_security('signed_out', $1, $2, '', $3, $4, '{}')`, [
            actor.enterpriseId,
            actor.id,
            actor.address,
            actor.requestId,
          ])
          await client.query('commit')
        })
        setCookie(request, reply, '', 0)
        return {}
      },
    },
  ]
}
