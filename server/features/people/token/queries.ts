import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { tokenDays, type tokenApi, type TokenRow } from '#contract/people/token.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const state = sql<TokenRow['state']>`case when revoked_at is not null then 'revoked' when valid_until < today() then 'expired'
  when maker.state <> 'active' then 'resting' else 'active' end`

/** Tokens as 接口令牌 shows them; neither the token nor its hash is among the columns. */
const selectTokens = (tx: Tx) =>
  tx
    .selectFrom('apiToken')
    .innerJoin('apiTokenKey', 'apiTokenKey.tokenId', 'apiToken.id')
    .innerJoin('account as maker', 'maker.id', 'apiToken.makerId')
    .select(['apiToken.id', 'apiToken.name', 'prefix', 'apiToken.rights', 'validUntil', 'lastUsedAt', 'lastAddress'])
    .select(['apiToken.createdAt', 'revokedAt'])
    .select([
      state.as('state'),
      sql<TokenRow['maker']>`jsonb_build_object('id', maker.id, 'name', maker.name)`.as('maker'),
      sql<string[]>`array(select unnest(api_token.rights) except
        select right_code from account_role held join role_right using (enterprise_id, role_id) where held.account_id = maker.id order by 1)`.as(
        'resting',
      ),
    ])

/** One token, as it is now. */
export async function tokenOf(tx: Tx, id: string): Promise<TokenRow> {
  const token = await selectTokens(tx).where('apiToken.id', '=', id).executeTakeFirst()
  if (token === undefined) throw new Refusal('not_found')
  return token
}

export const listTokens: Handler<typeof tokenApi.list> = (tx, _actor, { q, state: wanted, ...paging }) =>
  pageOf(
    tx,
    selectTokens(tx)
      .$call((query) => (wanted === undefined ? query : query.where(state, '=', wanted)))
      .$if(q !== '', (query) => query.where(matches(q, { name: 'apiToken.name', initials: 'apiToken.initials' }))),
    paging,
  )

/** Today and the last day a token may be given, in the factory's calendar. */
export async function tokenCalendar(tx: Tx): Promise<{ today: string; latest: string }> {
  const { rows } = await sql<{ today: string; latest: string }>`
    select today(), today() + ${tokenDays.longest}::integer as latest`.execute(tx)
  return only(rows)
}
