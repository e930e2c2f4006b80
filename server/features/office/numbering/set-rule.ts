import { sql } from 'kysely'
import { usualOwnerOf, type numberingApi } from '#contract/office/numbering.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { only } from '#contract/kernel/certain.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { readRules } from './queries.ts'

/**
 * Changes how an object is numbered, from its next number on. Earlier numbers stay, and no number is given twice: a prefix belongs to
 * the object (`number_prefix_taken`) and the date part (`number_prefix_bound`) it was first used with.
 */
export const setRule: Handler<typeof numberingApi.set> = async (tx, actor, { object, rowVersion, reason, ...format }) => {
  if (format.prefix === '' && object !== 'batch') throw new Refusal('number_prefix_needed', [{ path: 'prefix', message: '请填写前缀' }])
  if (usualOwnerOf(format.prefix, object) !== undefined) throw taken()
  await sql`select pg_advisory_xact_lock(hashtextextended('numbering ' || ${actor.enterpriseId}, 0))`.execute(tx)
  await checkUses(tx, object, format)
  await giveReason(tx, reason)
  const own = await tx.selectFrom('numberingRule').select(['id', 'rowVersion']).where('object', '=', object).forUpdate().executeTakeFirst()
  if ((own?.rowVersion ?? 0) !== rowVersion) throw new Refusal('stale')
  if (own === undefined)
    await tx
      .insertInto('numberingRule')
      .values({ enterpriseId: actor.enterpriseId, object, ...format })
      .execute()
  else await tx.updateTable('numberingRule').set(format).where('id', '=', own.id).execute()
  return only((await readRules(tx)).filter((row) => row.object === object))
}

const taken = () => new Refusal('number_prefix_taken', [{ path: 'prefix', message: '已属于别的单据' }])

/** Refuses a prefix that another object or date part has used. The database refuses the same when a number is taken. */
async function checkUses(tx: Tx, object: string, { prefix, datePart }: { prefix: string; datePart: string }): Promise<void> {
  const uses = await tx.selectFrom('numberCounter').select(['object', 'datePart']).distinct().where('prefix', '=', prefix).execute()
  if (uses.some((use) => use.object !== object)) throw taken()
  if (uses.some((use) => use.datePart !== datePart))
    throw new Refusal('number_prefix_bound', [{ path: 'prefix', message: '请换一个前缀，或保持日期格式' }])
}
