import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { secretApi, SecretRow } from '#contract/people/secret.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/** Whether the secret is a password of which the person has not made one of their own. */
export const isOneTime = (secret: string, person: string) =>
  sql<boolean>`(${sql.ref(`${secret}.what`)} in ('account', 'password') and ${sql.ref(`${person}.mustChangePassword`)})`

const selectSecrets = (tx: Tx) =>
  tx
    .selectFrom('secretConfirmation as secret')
    .innerJoin('account as person', 'person.id', 'secret.accountId')
    .innerJoin('account as setter', 'setter.id', 'secret.setBy')
    .leftJoin('account as confirmer', 'confirmer.id', 'secret.confirmedBy')
    .select(['secret.id', 'secret.state', 'what', 'setAt', 'confirmedHow', 'confirmedAt', 'note', 'secret.rowVersion'])
    .select([
      sql<SecretRow['person']>`jsonb_build_object('id', person.id, 'name', person.name, 'userName', person.user_name)`.as('person'),
      sql<SecretRow['setBy']>`jsonb_build_object('id', setter.id, 'name', setter.name)`.as('setBy'),
      isOneTime('secret', 'person').as('isOneTime'),
      sql<boolean>`mailbox is not null`.as('hasMailbox'),
      sql<
        SecretRow['confirmedBy']
      >`case when confirmer.id is not null then jsonb_build_object('id', confirmer.id, 'name', confirmer.name) end`.as('confirmedBy'),
    ])

/** One secret that an administrator set, as it is now. */
export async function secretOf(tx: Tx, id: string): Promise<SecretRow> {
  const secret = await selectSecrets(tx).where('secret.id', '=', id).executeTakeFirst()
  if (secret === undefined) throw new Refusal('not_found')
  return secret
}

export const listSecrets: Handler<typeof secretApi.list> = (tx, _actor, { q, state, ...paging }) =>
  pageOf(
    tx,
    selectSecrets(tx)
      .$call((query) => (state === undefined ? query : query.where('secret.state', '=', sql.lit(state))))
      .$if(q !== '', (query) => query.where(sql<boolean>`(person.user_name ^@ ${q.toLowerCase()} or strpos(person.name, ${q}) > 0)`)),
    paging,
  )
