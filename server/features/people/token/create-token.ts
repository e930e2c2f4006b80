import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { tokenApi } from '#contract/people/token.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler } from '#kernel/serve.ts'
import { provePassword, refuseUnconfirmedSecret } from '#kernel/sign.ts'
import { tokenCalendar } from './queries.ts'

/** A program's key to the interface, with an account of its own to be named by. It is shown once; only its hash is stored. */
export const createToken: Handler<typeof tokenApi.create> = async (tx, actor, { name, rights, validUntil, password }) => {
  const beyond = rights.filter((right) => !actor.rights.includes(right))
  if (beyond.length > 0) throw new Refusal('token_beyond_own', [{ path: 'rights', message: `您没有：${beyond.join('、')}` }])
  const { today, latest } = await tokenCalendar(tx)
  if (validUntil <= today || validUntil > latest)
    throw new Refusal('token_days', [{ path: 'validUntil', message: `请选${today}之后、${latest}以前的日期` }])
  await provePassword(tx, actor, password, 'password_check_failed')
  // The program would stand for the person after whoever set the secret is found out.
  await refuseUnconfirmedSecret(tx, actor.id)

  const token = `bencao_${randomBytes(32).toString('base64url')}`
  const initials = pinyinInitials(name)
  const { id } = await tx
    .insertInto('account')
    // No password has this hash, and no person can type this name.
    .values({ enterpriseId: actor.enterpriseId, userName: sql`'token:' || uuidv7()`, name, initials, passwordHash: '!' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('apiToken')
    .values({ enterpriseId: actor.enterpriseId, id, name, initials, prefix: token.slice(0, 13), makerId: actor.id, rights, validUntil })
    .execute()
  await tx
    .insertInto('apiTokenKey')
    .values({ enterpriseId: actor.enterpriseId, tokenId: id, tokenHash: createHash('sha256').update(token).digest() })
    .execute()
  await logSecurity(tx, actor, 'token_created', { facts: { token: id, name, rights, validUntil } })
  return { name, token, validUntil }
}
