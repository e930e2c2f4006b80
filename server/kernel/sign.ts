import { sql } from 'kysely'
import type { z } from 'zod'
import { only } from '#contract/kernel/certain.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { secondSignature, signature } from '#contract/kernel/values.ts'
import { decoyHash, verifyPassword } from '#tools/password.ts'
import { GuessRefusal, type Actor, type Tx } from './serve.ts'
import { asSecond, atSigning, guess } from './guess.ts'
import { foldUserName } from '#tools/user-name.ts'

/** What is signed: the row of a table, and the meaning printed beside the name (复核, 批准, 放行 …, 21 CFR 11.50). */
type Signed = { meaning: string; table: string; id: string }
/** Several rows of a table that one password signs; each gets a signature with its own content. */
type EachSigned = { meaning: string; table: string; ids: readonly string[] }

/**
 * The actor signs a row as it is now, giving their password again. Call it when the row holds all that is being signed.
 * Refuses a wrong password (counted, logged), a person who has not yet chosen their own password, and one whose secret an administrator set and
 * nobody confirmed yet.
 */
export async function sign(tx: Tx, actor: Actor, given: z.output<typeof signature>, signed: Signed): Promise<{ id: string }> {
  await proveSigner(tx, actor, given.password)
  return writeSignature(tx, { id: actor.id, name: actor.name }, given.comment, signed)
}

/** As `sign`, for several rows at once. */
export async function signEach(
  tx: Tx,
  actor: Actor,
  given: z.output<typeof signature>,
  { ids, meaning, table }: EachSigned,
): Promise<void> {
  await proveSigner(tx, actor, given.password)
  for (const id of ids) await writeSignature(tx, { id: actor.id, name: actor.name }, given.comment, { meaning, table, id })
}

async function proveSigner(tx: Tx, actor: Actor, password: string): Promise<void> {
  refuseProgram(actor)
  if (actor.mustChangePassword) throw new Refusal('must_change_password')
  await refuseUnconfirmedSecret(tx, actor.id)
  await provePassword(tx, actor, password, 'signature_failed')
}

/**
 * A second person signs at the first person's screen: their own account, their own password, their own duty. They are
 * never the actor (`same_person`). Returns who it was.
 */
export async function signAsSecond(
  tx: Tx,
  actor: Actor,
  given: z.output<typeof secondSignature>,
  duty: Duty,
  { id, ...signed }: Signed,
): Promise<{ id: string; name: string }> {
  return signEachAsSecond(tx, actor, given, duty, { ...signed, ids: [id] })
}

/** As `signAsSecond`, for several rows at once. */
export async function signEachAsSecond(
  tx: Tx,
  actor: Actor,
  given: z.output<typeof secondSignature>,
  duty: Duty,
  { ids, meaning, table }: EachSigned,
): Promise<{ id: string; name: string }> {
  refuseProgram(actor)
  const userName = foldUserName(given.userName)
  const second = await tx
    .selectFrom('account')
    .select(['id', 'name', 'passwordHash', 'mustChangePassword'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('accountRole')
            .innerJoin('roleRight', (join) =>
              join.onRef('roleRight.enterpriseId', '=', 'accountRole.enterpriseId').onRef('roleRight.roleId', '=', 'accountRole.roleId'),
            )
            .select('roleRight.rightCode')
            .whereRef('accountRole.accountId', '=', 'account.id')
            .where('roleRight.rightCode', '=', duty),
        )
        .as('holdsDuty'),
    )
    .where('userName', '=', userName)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (second?.id === actor.id) throw new Refusal('same_person')
  // A name that nobody has is counted and looked at like one that somebody has.
  await guess(actor.aside, asSecond(second?.id ?? userName, actor.id), async () => {
    const matches = await verifyPassword(given.password, second?.passwordHash ?? (await decoyHash()))
    if (second === undefined || !matches)
      throw new GuessRefusal('signer_unknown', {
        event: second === undefined ? 'second_signature_failed' : 'signature_failed',
        accountId: second?.id ?? actor.id,
      })
  })
  if (second === undefined) throw new Refusal('signer_unknown')
  if (second.mustChangePassword) throw new Refusal('must_change_password')
  await refuseUnconfirmedSecret(tx, second.id)
  if (!second.holdsDuty) throw new Refusal('signer_lacks_duty')
  for (const id of ids) await writeSignature(tx, second, '', { meaning, table, id })
  return { id: second.id, name: second.name }
}

/** Refuses a person for whom an administrator set a secret that is not confirmed: whoever set it may be whoever uses it. */
export async function refuseUnconfirmedSecret(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await sql<{ waits: boolean }>`select secret_waits(${accountId}::uuid) as waits`.execute(tx)
  if (only(rows).waits) throw new Refusal('secret_unconfirmed')
}

/** A program has no password and signs nothing, and no person signs through it. */
function refuseProgram(actor: Actor) {
  if (actor.isProgram) throw new Refusal('token_cannot_sign')
}

/** The actor gives a code of their second factor; `check` says whether it is right. Wrong ones count with the wrong passwords at signing. */
export const proveCode = <Found>(actor: Actor, check: () => Promise<Found | undefined>): Promise<Found> =>
  guess(actor.aside, atSigning(actor.id), async () => {
    const found = await check()
    if (found === undefined) throw new GuessRefusal('wrong_code', { event: 'second_factor_failed', accountId: actor.id })
    return found
  })

/** Refuses unless `password` is the actor's own; wrong ones are counted together with those at signing, and logged as `event`. */
export async function provePassword(tx: Tx, actor: Actor, password: string, event: string): Promise<void> {
  const { passwordHash } = await tx.selectFrom('account').select('passwordHash').where('id', '=', actor.id).executeTakeFirstOrThrow()
  await guess(actor.aside, atSigning(actor.id), async () => {
    if (!(await verifyPassword(password, passwordHash))) throw new GuessRefusal('wrong_password', { event, accountId: actor.id })
  })
}

async function writeSignature(tx: Tx, signer: { id: string; name: string }, comment: string, { meaning, table, id }: Signed) {
  const { rows } = await sql<{ id: string }>`
    with signed as materialized (select signed_content(${table}::regclass, ${id}::uuid) as content)
    insert into signature (enterprise_id, record_table, record_id, signer_id, signer_name, meaning, comment, content, digest)
    select current_enterprise(), ${table}, ${id}::uuid, ${signer.id}::uuid, ${signer.name}, ${meaning}, ${comment}, content, sha256(convert_to(content, 'UTF8'))
    from signed returning id`.execute(tx)
  return only(rows)
}
