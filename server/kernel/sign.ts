import { sql } from 'kysely'
import type { z } from 'zod'
import { only } from '#contract/kernel/certain.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { secondSignature, signature } from '#contract/kernel/values.ts'
import { decoyHash, verifyPassword } from '#tools/password.ts'
import { GuessRefusal, type Actor, type Tx } from './serve.ts'
import { asSecond, atSigning, guess, guessesAllowed, guessWindow, type Guessed } from './guess.ts'
import { foldUserName } from '#tools/user-name.ts'

/** What is signed: the row of a table, and the meaning printed beside the name (复核, 批准, 放行 …, 21 CFR 11.50). */
type Signed = { meaning: string; table: string; id: string }
/** Several rows of a table that one password signs; each gets a signature with its own content. */
type EachSigned = { meaning: string; table: string; ids: readonly string[] }
/** A person who has just given their password, in order to sign. */
export type Signer = { id: string; name: string; comment: string }

/**
 * The actor signs a row as it is now, giving their password again. Call it when the row holds all that is being signed.
 * Refuses a wrong password (counted, logged), a person who has not yet chosen their own password, and one whose secret an administrator set and
 * nobody confirmed yet.
 */
export async function sign(tx: Tx, actor: Actor, given: z.output<typeof signature>, signed: Signed): Promise<void> {
  await writeSignatures(tx, [{ signer: await proveSigner(actor, given), ...signed }])
}

/** As `sign`, for several rows at once. */
export async function signEach(tx: Tx, actor: Actor, given: z.output<typeof signature>, { ids, ...signed }: EachSigned): Promise<void> {
  const signer = await proveSigner(actor, given)
  await writeSignatures(
    tx,
    ids.map((id) => ({ signer, ...signed, id })),
  )
}

/**
 * The actor gives their password, in order to sign what is written next. A row that names its signers is written once all of them have proved who
 * they are, and signed by all in one statement (`writeSignatures`).
 */
export async function proveSigner(actor: Actor, { password, comment }: z.output<typeof signature>): Promise<Signer> {
  refuseProgram(actor)
  if (actor.mustChangePassword) throw new Refusal('must_change_password')
  const guessed = atSigning(actor.id)
  const { passwordHash, secretWaits, insteadOf, isCounted } = await takeSigner(actor, guessed)
  if (secretWaits) throw new Refusal('secret_unconfirmed')
  if (!isCounted) throw new Refusal('too_many_attempts')
  if (!(await verifyPassword(password, passwordHash)))
    throw new GuessRefusal('wrong_password', { event: 'signature_failed', accountId: actor.id })
  actor.proved.push(guessed)
  return { id: actor.id, name: signedName(actor.name, insteadOf), comment }
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
  signed: Signed,
): Promise<Signer> {
  const signer = await proveSecond(actor, given, duty)
  await writeSignatures(tx, [{ signer, ...signed }])
  return signer
}

/** As `signAsSecond`, for several rows at once. */
export async function signEachAsSecond(
  tx: Tx,
  actor: Actor,
  given: z.output<typeof secondSignature>,
  duty: Duty,
  { ids, ...signed }: EachSigned,
): Promise<Signer> {
  const signer = await proveSecond(actor, given, duty)
  await writeSignatures(
    tx,
    ids.map((id) => ({ signer, ...signed, id })),
  )
  return signer
}

/** The second person gives their password, as `proveSigner`. */
export async function proveSecond(actor: Actor, given: z.output<typeof secondSignature>, duty: Duty): Promise<Signer> {
  refuseProgram(actor)
  const userName = foldUserName(given.userName)
  const second = await takeSecond(actor, userName, duty)
  if (second.id === actor.id) throw new Refusal('same_person')
  if (!second.isCounted) throw new Refusal('too_many_attempts')
  // A name that nobody has is looked at like one that somebody has.
  const matches = await verifyPassword(given.password, second.passwordHash ?? (await decoyHash()))
  if (second.id === null || !matches)
    throw new GuessRefusal('signer_unknown', {
      event: second.id === null ? 'second_signature_failed' : 'signature_failed',
      accountId: second.id ?? actor.id,
    })
  actor.proved.push(asSecond(second.id, actor.id))
  if (second.mustChangePassword) throw new Refusal('must_change_password')
  if (second.secretWaits) throw new Refusal('secret_unconfirmed')
  if (!second.holdsDuty && second.insteadOf === null) throw new Refusal('signer_lacks_duty')
  return { id: second.id, name: signedName(second.name, second.insteadOf), comment: '' }
}

/** Whom an account stands in for under a duty; null where the duty is its own. */
type InsteadOf = { id: string; name: string } | null

/** A deputy signs with their own name and that of the person whose duty it is; the database reads it there (`refuse_deputy_of_first`). */
const signedName = (name: string, insteadOf: InsteadOf) => (insteadOf === null ? name : `${name}（代 ${insteadOf.name}）`)

/** What the password of who signs is compared with, and whether the guess at it was counted; both in one message, which needs nothing of the request's transaction. */
async function takeSigner({ aside, enterpriseId, id, right }: Actor, { key }: Guessed) {
  const { rows } = await (
    await aside()
  ).query<{ passwordHash: string; secretWaits: boolean; insteadOf: InsteadOf; isCounted: boolean }>({
    name: 'take_signer',
    text: `select password_hash as "passwordHash", secret_waits as "secretWaits", instead_of as "insteadOf", is_counted as "isCounted"
      from take_signer($1, $2, $3, $4, '${guessWindow}', $5)`,
    values: [enterpriseId, id, right ?? '', key, guessesAllowed.atSigning],
  })
  return only(rows)
}

type Nobody = { id: null; passwordHash: null }
type Somebody = {
  id: string
  name: string
  passwordHash: string
  mustChangePassword: boolean
  secretWaits: boolean
  holdsDuty: boolean
  insteadOf: InsteadOf
}

/** The same for the second person at the screen of a first one; the first person is not counted. */
async function takeSecond({ aside, enterpriseId, id }: Actor, userName: string, duty: Duty) {
  const { forOne, hereForOne, fromAddress, hereForOneWhenCrowded } = guessesAllowed
  const { rows } = await (
    await aside()
  ).query<(Nobody | Somebody) & { isCounted: boolean }>({
    name: 'take_second_signer',
    text: `select id, name, password_hash as "passwordHash", must_change_password as "mustChangePassword", secret_waits as "secretWaits",
        holds_duty as "holdsDuty", instead_of as "insteadOf", is_counted as "isCounted"
      from take_second_signer($1, $2, $3, $4, '${guessWindow}', $5, $6, $7, $8)`,
    values: [enterpriseId, userName, duty, id, forOne, hereForOne, fromAddress, hereForOneWhenCrowded],
  })
  return only(rows)
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
export const proveCode = async <Found>(actor: Actor, check: () => Promise<Found | undefined>): Promise<Found> =>
  guess(await actor.aside(), atSigning(actor.id), async () => {
    const found = await check()
    if (found === undefined) throw new GuessRefusal('wrong_code', { event: 'second_factor_failed', accountId: actor.id })
    return found
  })

/** Refuses unless `password` is the actor's own; wrong ones are counted together with those at signing, and logged as `event`. */
export async function provePassword(tx: Tx, actor: Actor, password: string, event: string): Promise<void> {
  const { passwordHash } = await tx.selectFrom('account').select('passwordHash').where('id', '=', actor.id).executeTakeFirstOrThrow()
  await matchPassword(actor, password, passwordHash, event)
}

const matchPassword = async (actor: Actor, password: string, hash: string, event: string): Promise<void> =>
  guess(await actor.aside(), atSigning(actor.id), async () => {
    if (!(await verifyPassword(password, hash))) throw new GuessRefusal('wrong_password', { event, accountId: actor.id })
  })

/** Signs rows as they are now, for persons who have proved who they are: of each table in one statement, which PostgreSQL plans once. */
export async function writeSignatures(tx: Tx, signatures: readonly (Signed & { signer: Signer })[]): Promise<void> {
  for (const [table, signed] of Map.groupBy(signatures, (one) => one.table)) {
    const column = (read: (one: Signed & { signer: Signer }) => string) => signed.map(read)
    await tx.later(sql`
      with signed as materialized (
        select given.*, (select signed_text(to_jsonb(signed_row)) from ${sql.table(table)} signed_row
          where signed_row.enterprise_id = current_enterprise() and signed_row.id = given.record_id) as content
        from unnest(${column(({ id }) => id)}::uuid[], ${column(({ signer }) => signer.id)}::uuid[], ${column(({ signer }) => signer.name)}::text[],
          ${column(({ meaning }) => meaning)}::text[], ${column(({ signer }) => signer.comment)}::text[])
          with ordinality as given (record_id, signer_id, signer_name, meaning, comment, place)
      )
      insert into signature (enterprise_id, record_table, record_id, signer_id, signer_name, meaning, comment, content, digest)
      select current_enterprise(), ${sql.lit(table)}, record_id, signer_id, signer_name, meaning, comment, content, sha256(convert_to(content, 'UTF8'))
      from signed order by place`)
  }
}
