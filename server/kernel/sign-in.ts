import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Refusal } from '#contract/kernel/refusals.ts'
import { accountApi } from '#contract/people/account.ts'
import { withClient } from '#server/db/connection.ts'
import { decoyHash, verifyPassword } from '#tools/password.ts'
import { foldUserName } from '#tools/user-name.ts'
import type { Installation } from './installation.ts'
import { atTheDoor, guess, inKnownBrowser } from './guess.ts'
import { browserOf } from './known-browser.ts'
import { factorAtTheDoor } from './second-factor.ts'
import type { Route } from './serve.ts'
import { beginAs, cookieName, credentialOf, hashOf, refuseForeignOrigin, tokenOf } from './session.ts'
import { readInput } from './promise.ts'

/** How long a session lives at most, and how long it may be idle (server time). */
const sessionLife = { absolute: '12 hours', idle: '60 minutes' }

function setCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number) {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `${cookieName(request)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`)
}

type Account = { enterprise_id: string; id: string; password_hash: string; state: string; one_time_until: Date | null }

/** One try to sign in: the name that was typed, where it came from, and the account of that name if there is one. */
type Attempt = { userName: string; account: Account | undefined; address: string; requestId: string; agent: string }

const findAccount = async (pool: pg.Pool, userName: string): Promise<Account | undefined> =>
  (await pool.query<Account>(`select * from find_account($1)`, [userName])).rows[0]

const note = (pool: pg.Pool, event: string, { userName, account, address, requestId, agent }: Attempt) =>
  pool.query(`select log_security($1, $2, $3, $4, $5, $6, jsonb_build_object('agent', $7::text))`, [
    event,
    account?.enterprise_id ?? null,
    account?.id ?? null,
    userName,
    address,
    requestId,
    agent,
  ])

/** The account whose password this is. Refuses a wrong name or password (`wrong_credentials`) and an account that is closed (`account_disabled`). */
async function proveAccount(pool: pg.Pool, attempt: Attempt, password: string): Promise<Account> {
  const { account } = attempt
  const matches = await verifyPassword(password, account?.password_hash ?? (await decoyHash()))
  if (account === undefined || !matches) {
    await note(pool, 'sign_in_failed', attempt)
    throw new Refusal('wrong_credentials')
  }
  if (account.state !== 'active' || (account.one_time_until !== null && new Date(account.one_time_until) < new Date())) {
    await note(pool, 'sign_in_refused', attempt)
    throw new Refusal('account_disabled')
  }
  return account
}

/** Proves the second factor where the account has one, and refuses any other code with `wrong_code`. False while there is no code yet. */
async function proveSecondFactor(
  pool: pg.Pool,
  attempt: Attempt,
  masterKey: Uint8Array,
  account: Account,
  code: string | undefined,
): Promise<boolean> {
  const factor = await factorAtTheDoor(pool, masterKey, account.id)
  if (factor === undefined) return true
  if (code === undefined) return false
  const taken = await factor.take(code)
  if (!taken) {
    await note(pool, 'sign_in_code_failed', attempt)
    throw new Refusal('wrong_code')
  }
  if (taken === 'recovery') await note(pool, 'recovery_code_used', attempt)
  return true
}

/** Opens a session for the account and ends the one that the browser came with. Returns the new token. */
async function openSession(pool: pg.Pool, attempt: Attempt, account: Account, earlier: string | undefined): Promise<string> {
  if (earlier !== undefined) await pool.query(`select close_session($1)`, [hashOf(earlier)])
  const token = randomBytes(32).toString('base64url')
  await pool.query(`select open_session($1, $2, $3, $4, $5, $6, $7)`, [
    account.enterprise_id,
    account.id,
    hashOf(token),
    sessionLife.absolute,
    sessionLife.idle,
    attempt.agent,
    attempt.address,
  ])
  await note(pool, 'signed_in', attempt)
  return token
}

/**
 * Signing in and out: the only routes that work before anybody is known. A known and an unknown user name get the same
 * answer after the same work.
 */
export function sessionRoutes(current: Route, { masterKey }: Installation): Route[] {
  return [
    {
      endpoint: accountApi.signIn,
      async handle(ground, request, reply) {
        const { pool } = ground
        refuseForeignOrigin(request)
        const input = readInput(accountApi.signIn.input, request.body ?? {})
        const userName = foldUserName(input.userName)
        const from = { address: request.ip, requestId: request.id, agent: request.headers['user-agent']?.slice(0, 300) ?? '' }
        const attempt: Attempt = { userName, account: await findAccount(pool, userName), ...from }
        const browser = browserOf(request, masterKey)
        const isKnown = browser.knows(attempt.account)
        const guessed = isKnown ? inKnownBrowser(userName, browser.name) : atTheDoor(userName, from.address)
        const { account, isProved } = await guess(pool, guessed, async () => {
          const account = await proveAccount(pool, attempt, input.password)
          return { account, isProved: await proveSecondFactor(pool, attempt, masterKey, account, input.code) }
        })
        if (!isProved) throw new Refusal('second_factor_required')
        const token = await openSession(pool, attempt, account, tokenOf(request))
        setCookie(request, reply, token, 12 * 3600)
        reply.header('set-cookie', browser.cookieWith(account))
        request.headers.cookie = `${cookieName(request)}=${token}`
        return current.handle(ground, request, reply)
      },
    },
    {
      endpoint: accountApi.signOut,
      async handle({ pool }, request, reply) {
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
