import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { deputableDuties, type deputyApi, type DeputyRow } from '#contract/people/deputy.ts'
import { only } from '#contract/kernel/certain.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const named = (of: string) =>
  sql<{ id: string; name: string }>`jsonb_build_object('id', ${sql.ref(`${of}.id`)}, 'name', ${sql.ref(`${of}.name`)})`
const state = sql<DeputyRow['state']>`case when deputy.state = 'valid' and deputy.valid_until < today() then 'over' else deputy.state end`

const selectDeputies = (tx: Tx) =>
  tx
    .selectFrom('deputy')
    .innerJoin('account as principal', (join) =>
      join.onRef('principal.enterpriseId', '=', 'deputy.enterpriseId').onRef('principal.id', '=', 'deputy.principalId'),
    )
    .innerJoin('account as substitute', (join) =>
      join.onRef('substitute.enterpriseId', '=', 'deputy.enterpriseId').onRef('substitute.id', '=', 'deputy.deputyId'),
    )
    .leftJoin('account as giver', (join) =>
      join.onRef('giver.enterpriseId', '=', 'deputy.enterpriseId').onRef('giver.id', '=', 'deputy.givenBy'),
    )
    .leftJoin('account as confirmer', (join) =>
      join.onRef('confirmer.enterpriseId', '=', 'deputy.enterpriseId').onRef('confirmer.id', '=', 'deputy.confirmedBy'),
    )
    .select(['deputy.id', 'duties', 'validFrom', 'validUntil', 'reason', 'givenAt', 'confirmedAt', 'endReason'])
    .select([
      state.as('state'),
      named('principal').as('principal'),
      named('substitute').as('deputy'),
      named('giver').as('givenBy'),
      sql<DeputyRow['confirmedBy']>`case when confirmer.id is not null then ${named('confirmer')} end`.as('confirmedBy'),
    ])

/** One deputy, as it is now. */
export async function deputyOf(tx: Tx, id: string): Promise<DeputyRow> {
  const deputy = await selectDeputies(tx).where('deputy.id', '=', id).executeTakeFirst()
  if (deputy === undefined) throw new Refusal('not_found')
  return deputy
}

export const listDeputies: Handler<typeof deputyApi.list> = (tx, _actor, { q, state: wanted, ...paging }) =>
  pageOf(
    tx,
    selectDeputies(tx)
      .$call((query) => (wanted === undefined ? query : query.where(state, '=', wanted)))
      .$if(q !== '', (query) =>
        query.where(
          sql<boolean>`(strpos(principal.name, ${q}) > 0 or strpos(substitute.name, ${q}) > 0 or principal.user_name ^@ ${q.toLowerCase()} or substitute.user_name ^@ ${q.toLowerCase()})`,
        ),
      ),
    paging,
  )

/** The duties of a person's own roles that may be handed over. */
export async function deputable(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ held: string[] }>`select rights_of(${accountId}::uuid) as held`.execute(tx)
  const { held } = only(rows)
  return deputableDuties.filter((duty) => held.includes(duty))
}

export const readDutiesOf: Handler<typeof deputyApi.dutiesOf> = (tx, _actor, { id }) => deputable(tx, id)

/** How many a person is shown of what concerns them, and how many colleagues they may choose from. */
const [shown, choices] = [20, 500]

export const readOwnDeputies: Handler<typeof deputyApi.own> = async (tx, actor) => ({
  rows: await selectDeputies(tx)
    .where(({ eb, or }) => or([eb('deputy.principalId', '=', actor.id), eb('deputy.deputyId', '=', actor.id)]))
    .orderBy('deputy.givenAt', 'desc')
    .orderBy('deputy.id', 'desc')
    .limit(shown)
    .execute(),
  duties: await deputable(tx, actor.id),
  people: await tx
    .selectFrom('account')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .where('id', '<>', actor.id)
    .where(
      sql<boolean>`not exists (select from api_token token where token.enterprise_id = account.enterprise_id and token.id = account.id)`,
    )
    .orderBy('name')
    .orderBy('id')
    .limit(choices)
    .execute(),
})
