import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { countClasses, countLinesAtMost, type stocktakeApi } from '#contract/warehouse/stocktake.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Installation } from '#kernel/installation.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { countFileOf } from './queries.ts'

type Asked = Parameters<Handler<typeof stocktakeApi.plan>>[2]

/** 新建盘点: what lies in the bins of a room, of a herb, of a class, or what was not counted for so long. What another count has already is left to it. */
export const planCount =
  ({ masterKey }: Installation): Handler<typeof stocktakeApi.plan> =>
  async (tx, actor, asked) => {
    const lines = await linesOf(tx, asked)
    if (lines.length === 0) throw new Refusal('nothing_to_count')
    if (lines.length > countLinesAtMost && asked.scope !== 'cycle') throw new Refusal('count_too_long')
    const subject = subjectOf(asked)
    const { id, countNo } = await tx
      .insertInto('stocktake')
      .values({
        enterpriseId: actor.enterpriseId,
        countNo: documentNo('PD', dayInShanghai(tx.now())),
        scope: asked.scope,
        subject,
        state: 'counting',
        plannedBy: actor.id,
        plannedAt: tx.now().toISOString(),
      })
      .returning(['id', 'countNo'])
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('stocktakeLine')
      .values(
        lines
          .slice(0, countLinesAtMost)
          .map(({ lotId, placeId }) => ({ enterpriseId: actor.enterpriseId, stocktakeId: id, lotId, placeId, state: 'open' as const })),
      )
      .execute()
    await notify(tx, actor, {
      duty: '14:count',
      title: `盘点 ${countNo} 待盘：${subject}`,
      page: '/yuanliao-kucun',
      at: { view: 'count', id },
      about: { table: 'stocktake', id, asks: 'counting' },
    })
    return countFileOf(tx, actor, masterKey, id)
  }

function subjectOf({ scope, subject, goodsClass, days }: Asked): string {
  if (scope === 'class' && goodsClass !== undefined) return countClasses[goodsClass]
  if (scope === 'cycle' && days !== undefined) return `${days}天未盘`
  return subject
}

/** At most one more than a count takes, of what lies in bins now; of the cycle what was counted longest ago first. */
async function linesOf(tx: Tx, { scope, subject, goodsClass, days }: Asked): Promise<{ lotId: string; placeId: string }[]> {
  const asked =
    scope === 'room'
      ? sql`p.warehouse = ${subject}`
      : scope === 'herb'
        ? sql`lot.name = ${subject}`
        : scope === 'class'
          ? goodsClass === 'toxic'
            ? sql`lot.is_toxic`
            : goodsClass === 'packaging'
              ? sql`lot.unit <> 'kg'`
              : sql`lot.kind = ${goodsClass ?? ''} and lot.unit = 'kg' and not (lot.is_toxic and lot.kind <> 'pack')`
          : sql`coalesce(counted.at < ${tx.now().toISOString()}::timestamptz - make_interval(days => ${days ?? 0}), true)`
  const { rows } = await sql<{ lotId: string; placeId: string }>`
    select lot.id as lot_id, p.id as place_id
    from lot_at_hand here join lot on lot.enterprise_id = here.enterprise_id and lot.id = here.lot_id
      join stock_balance b on b.enterprise_id = lot.enterprise_id and b.lot_id = lot.id and b.is_real and b.quantity > 0
      join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
      left join lateral (select max(t.counted_at) as at from stocktake_line l join stocktake_tally t on t.enterprise_id = l.enterprise_id and t.line_id = l.id
        where ${scope} = 'cycle' and l.enterprise_id = lot.enterprise_id and l.lot_id = lot.id and l.place_id = p.id) counted on true
    where ${asked} and not exists (select from stocktake_line l where l.enterprise_id = lot.enterprise_id and l.lot_id = lot.id and l.place_id = p.id
      and l.state in ('open', 'recount', 'even', 'within', 'beyond'))
    order by counted.at nulls first, p.code, lot.lot_no limit ${countLinesAtMost + 1}`.execute(tx)
  return rows
}

/** Locks a lot's line of a count, if it has one. */
export const lineFor = async (tx: Tx, countId: string, lotId: string, placeId: string) =>
  tx
    .selectFrom('stocktakeLine')
    .select(['id', 'state'])
    .where('stocktakeId', '=', countId)
    .where('lotId', '=', lotId)
    .where('placeId', '=', placeId)
    .forUpdate()
    .executeTakeFirst()

/** What the book says of a lot in a bin, and by how many percent a count of it may differ. Lock the lot first. */
export async function bookOf(tx: Tx, lotId: string, placeId: string): Promise<{ book: string; percent: string; net: string | null }> {
  const { rows } = await sql<{ book: string; percent: string; net: string | null }>`
    select coalesce((select b.quantity from stock_balance b where b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.place_id = ${placeId}::uuid), 0)::numeric(14, 4) as book,
      tolerance_of(l) as percent, (select spec.net_quantity from pack_spec spec where spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id) as net
    from lot l where l.id = ${lotId}::uuid`.execute(tx)
  return only(rows)
}
