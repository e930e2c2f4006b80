import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { secretKinds, type SecretKind } from '#contract/people/secret.ts'
import { oneTimeHours } from '#contract/people/user.ts'
import { writeLink, writeMail } from '#kernel/mail.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

/** Whether the one administrator who founds the enterprise acts, whose word is enough. */
export async function founderActs(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ founding: boolean }>`select founder_acts() as founding`.execute(tx)
  return only(rows).founding
}

type Person = { id: string; userName: string; name: string }

/** What the person is told of it. */
const news: Record<SecretKind, string> = {
  account: '您的账号由管理员建立',
  password: '您的口令已被管理员重置',
  second_factor: '您的两步验证已被解除',
  email: '您的邮箱已被管理员更换',
}

/**
 * Notes that the actor set a secret for another person, who signs nothing until it is confirmed: by the mailbox that they had confirmed before
 * (`mailbox`, when it is unchanged), or by another administrator. The person is told here and by mail, the other administrators here. Call it
 * after `lockRights`; while the enterprise is founded the secret is confirmed at once.
 */
export async function noteSetSecret(
  tx: Tx,
  actor: Actor,
  person: Person,
  what: SecretKind,
  mailbox: { email: string; emailConfirmed: boolean },
  reason = '',
): Promise<void> {
  const isFounding = await founderActs(tx)
  const confirmed = mailbox.emailConfirmed ? mailbox.email : null
  if (what === 'password') await replaceEarlier(tx, person.id)
  const { id: secretId } = await tx
    .insertInto('secretConfirmation')
    .values({
      enterpriseId: actor.enterpriseId,
      accountId: person.id,
      what,
      setBy: actor.id,
      mailbox: confirmed,
      ...(isFounding && { state: 'confirmed' as const, confirmedHow: 'founding' as const, confirmedBy: actor.id, confirmedAt: sql`now()` }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellPerson(tx, actor, person, what, { isFounding, reason })
  if (confirmed !== null)
    await writeToMailbox(tx, actor, person, { what, email: confirmed, secretId: isFounding || what === 'email' ? null : secretId })
  if (!isFounding)
    await notify(tx, actor, {
      duty: '31:manage',
      title: `${person.name} 的${secretKinds[what]}待确认`,
      body: `由 ${actor.name} 设置；请当面核实本人后确认，确认之前本人不能签名`,
      page: '/system-user',
      at: { by: 'secret' },
      about: { table: 'secret_confirmation', id: secretId, asks: 'waiting' },
    })
}

/** A newer password takes the place of those that waited. */
const replaceEarlier = (tx: Tx, accountId: string) =>
  tx
    .updateTable('secretConfirmation')
    .set({ state: 'replaced' })
    .where('accountId', '=', accountId)
    .where('state', '=', 'waiting')
    .where('what', 'in', ['account', 'password'])
    .execute()

async function tellPerson(
  tx: Tx,
  actor: Actor,
  person: Person,
  what: SecretKind,
  { isFounding, reason }: { isFounding: boolean; reason: string },
) {
  const toConfirm = isFounding ? '' : '确认之前不能签名：请打开已确认邮箱中的链接，或请另一位管理员当面核实。'

  await tx
    .insertInto('notification')
    .values({
      enterpriseId: actor.enterpriseId,
      accountId: person.id,
      title: news[what],
      body: `由 ${actor.name} 操作${reason && `：${reason}`}。${toConfirm}如非您本人要求，请立即告知其他管理员`,
      path: '/ucenter',
    })
    .execute()
}

async function writeToMailbox(
  tx: Tx,
  actor: Actor,
  person: Person,
  /** `secretId` is null where the mailbox is not asked to confirm. */
  { what, email, secretId }: { what: SecretKind; email: string; secretId: string | null },
) {
  const told = `${news[what]}（账号 ${person.userName}，由 ${actor.name} 操作）。`
  const warning = '如果不是您本人要求的，请不要打开任何链接，并立即联系本企业的其他管理员。'
  const subject = '您的账号被管理员更改'
  if (secretId === null) return writeMail(tx, actor.enterpriseId, { to: email, subject, paragraphs: [told, warning] })
  await writeLink(
    tx,
    { enterpriseId: actor.enterpriseId, accountId: person.id, purpose: 'confirm_secret', secretId },
    {
      to: email,
      subject,
      paragraphs: [
        told,
        `如果是您本人要求的，请在${oneTimeHours}小时内登录（有一次性口令的，先换成自己的口令），再打开下面的链接确认；确认之前您不能签名。`,
        warning,
      ],
      link: '/reset-pwd#secret=',
    },
    oneTimeHours * 60,
  )
}
