import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { accountApi } from '#contract/people/account.ts'
import { withClient } from '#server/db/connection.ts'
import { decoyHash, verifyPassword } from '#tools/password.ts'
import { foldUserName } from '#tools/user-name.ts'
import type { Installation } from './installation.ts'
import { factorAtTheDoor } from './second-factor.ts'
import type { Route } from './serve.ts'
import { beginAs, cookieName, credentialOf, guessesAllowed, hashOf, refuseForeignOrigin, tokenOf } from './session.ts'

/** How long a session lives at most, and how long it may be idle (server time). */
const sessionLife = { absolute: '12 hours', idle: '60 minutes' }

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
      endpoint: accountApi.signIn,
      async handle(pool, request, reply) {
        refuseForeignOrigin(request)
        const input = accountApi.signIn.input.parse(request.body ?? {})
        const userName = foldUserName(input.userName)
        const keys = { account: `sign-in:${userName}`, address: `sign-in-from:${request.ip}` }
        const guessed = await pool.query<{ a: number; b: number }>(`select guesses($1, '15 minutes') a, guesses($2, '15 minutes') b`, [
          keys.account,
          keys.address,
        ])
        const guesses = only(guessed.rows)
        if (guesses.a >= guessesAllowed.account || guesses.b >= guessesAllowed.address) throw new Refusal('too_many_attempts')

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
      endpoint: accountApi.signOut,
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
