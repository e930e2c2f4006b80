import { sql } from 'kysely'
import type { enterpriseApi, PlatformEnterprise } from '#contract/people/enterprise.ts'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import { papersOf } from '#server/features/supply/licence/papers-of.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'

async function ownEnterprise(tx: Tx, actor: Actor) {
  const enterprise = await tx
    .selectFrom('enterprise')
    .select(['id', 'name', 'creditCode', 'isOperating', 'isDemo', 'licenceNo', 'legalPerson', 'qualityHead', 'province', 'city', 'address'])
    .select(['contact', 'phone', 'email', 'introduction', 'nodeCode', 'latitude', 'longitude', 'rowVersion'])
    .where('id', '=', actor.enterpriseId)
    .executeTakeFirstOrThrow()
  return { ...enterprise, papers: await papersOf(tx, 'own') }
}

export const readOwnEnterprise: Handler<typeof enterpriseApi.own> = (tx, actor) => ownEnterprise(tx, actor)

/** How the enterprise is named and reached; labels, reports and public pages made from now on say so. */
export const editOwnEnterprise: Handler<typeof enterpriseApi.edit> = async (tx, actor, { rowVersion, ...input }) => {
  const before = await tx
    .selectFrom('enterprise')
    .select(['rowVersion', 'creditCode'])
    .where('id', '=', actor.enterpriseId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.rowVersion !== rowVersion) throw new Refusal('stale')
  await refuseOtherCode(tx, before.creditCode, input.creditCode)
  await tx
    .updateTable('enterprise')
    .set({ ...input, initials: pinyinInitials(input.name) })
    .where('id', '=', actor.enterpriseId)
    .execute()
  return ownEnterprise(tx, actor)
}

/** The credit code tells the enterprise from all others: it is entered once, and by one of them. */
async function refuseOtherCode(tx: Tx, before: string | null, given: string | undefined) {
  if (given === undefined || given === before) return
  if (before !== null) throw new Refusal('credit_code_kept', [{ path: 'creditCode', message: `已登记 ${before}` }])
  const { rows } = await sql<{ isTaken: boolean }>`select credit_code_taken(${given}) as is_taken`.execute(tx)
  if (only(rows).isTaken) throw new Refusal('credit_code_taken', [{ path: 'creditCode', message: '请核对每一位' }])
}

/** The enterprises here, for those who run the platform. Row-level security hides them from every other statement. */
export const listEnterprises: Handler<typeof enterpriseApi.platformList> = (tx, _actor, { q, ...paging }) =>
  pageOf(
    tx,
    tx
      .selectFrom(sql<PlatformEnterprise & { initials: string }>`(select * from platform_enterprises())`.as('enterprise'))
      .select([
        'id',
        'number',
        'name',
        'creditCode',
        'licenceNo',
        'legalPerson',
        'province',
        'city',
        'address',
        'contact',
        'phone',
        'email',
      ])
      .select(['nodeCode', 'isOperating', 'isDemo', 'accounts', 'lastSeenAt', 'createdAt'])
      .$if(q !== '', (query) => query.where(matches(q, { name: 'name', initials: 'initials', number: 'creditCode' }))),
    paging,
  )
