import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { secondFactorApi } from '#contract/people/second-factor.ts'
import type { Installation } from '#kernel/installation.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { newRecoveryCodes, newSecondFactor, sealSecret, stepOf, takeCode } from '#kernel/second-factor.ts'
import { serve, type Actor, type Handler, type Route, type Tx } from '#kernel/serve.ts'
import { proveCode, provePassword } from '#kernel/sign.ts'

/** One's own second factor, confirmed or still being set up. */
const ownFactor = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('secondFactor')
    .select(['secretBox', 'confirmedAt', sql<number>`cardinality(recovery_hashes)`.as('recoveryLeft')])
    .where('accountId', '=', actor.id)
    .forUpdate()
    .executeTakeFirst()

const readSecondFactor: Handler<typeof secondFactorApi.read> = async (tx, actor) => {
  const factor = await tx
    .selectFrom('secondFactor')
    .select(['confirmedAt', sql<number>`cardinality(recovery_hashes)`.as('recoveryLeft')])
    .where('accountId', '=', actor.id)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  const rule = await tx.selectFrom('signInRule').select('secondFactorRequired').executeTakeFirst()
  return {
    since: factor?.confirmedAt ?? null,
    recoveryLeft: factor?.recoveryLeft ?? 0,
    required: rule?.secondFactorRequired ?? false,
  }
}

/** The steps of one's own second factor; the installation's key locks the secret up. */
export function secondFactorRoutes({ masterKey }: Installation): Route[] {
  /** Draws a secret and shows it; it protects nothing until one of its codes was given. */
  const begin: Handler<typeof secondFactorApi.begin> = async (tx, actor, { password }) => {
    await provePassword(tx, actor, password, 'password_check_failed')
    if ((await ownFactor(tx, actor))?.confirmedAt) throw new Refusal('second_factor_on')
    const { userName } = await tx.selectFrom('account').select('userName').where('id', '=', actor.id).executeTakeFirstOrThrow()
    const { secret, uri } = newSecondFactor(userName)
    const secretBox = sealSecret(masterKey, actor.id, secret)
    await tx
      .insertInto('secondFactor')
      .values({ enterpriseId: actor.enterpriseId, accountId: actor.id, secretBox })
      .onConflict((conflict) => conflict.columns(['enterpriseId', 'accountId']).doUpdateSet({ secretBox }))
      .execute()
    return { secret, uri }
  }

  /** The authenticator shows a right code, so it holds the secret: from now on signing in asks for one. Other sessions end. */
  const confirm: Handler<typeof secondFactorApi.confirm> = async (tx, actor, { code }) => {
    const factor = await ownFactor(tx, actor)
    if (factor === undefined) throw new Refusal('second_factor_off')
    if (factor.confirmedAt) throw new Refusal('second_factor_on')
    const lastStep = await proveCode(actor, async () => stepOf(masterKey, actor.id, factor.secretBox, code))
    const { codes, hashes } = newRecoveryCodes(masterKey, actor.id)
    await tx
      .updateTable('secondFactor')
      .set({ confirmedAt: sql`now()`, lastStep, recoveryHashes: hashes })
      .where('accountId', '=', actor.id)
      .execute()
    await tx
      .updateTable('session')
      .set({ revokedAt: sql`now()` })
      .where('accountId', '=', actor.id)
      .where('id', '<>', actor.sessionId)
      .where('revokedAt', 'is', null)
      .execute()
    await logSecurity(tx, actor, 'second_factor_on')
    return { recoveryCodes: codes }
  }

  /** The password alone lets in again. Where the enterprise asks for a second factor, the next request asks for a new one. */
  const turnOff: Handler<typeof secondFactorApi.turnOff> = async (tx, actor, { password, code }) => {
    await provePassword(tx, actor, password, 'password_check_failed')
    const factor = await ownFactor(tx, actor)
    if (!factor?.confirmedAt) throw new Refusal('second_factor_off')
    await proveCode(actor, () =>
      takeCode(masterKey, actor.id, factor.secretBox, code, async (how, value) => {
        const { rows } = await sql<{ taken: boolean }>`select ${sql.raw(how)}(${actor.id}::uuid, ${value}) as taken`.execute(tx)
        return only(rows).taken
      }),
    )
    await tx.deleteFrom('secondFactor').where('accountId', '=', actor.id).execute()
    await logSecurity(tx, actor, 'second_factor_off')
    return {}
  }

  return [
    serve(secondFactorApi.read, readSecondFactor),
    serve(secondFactorApi.begin, begin),
    serve(secondFactorApi.confirm, confirm),
    serve(secondFactorApi.turnOff, turnOff),
  ]
}
