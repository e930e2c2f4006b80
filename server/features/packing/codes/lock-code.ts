import { sql } from 'kysely'
import { lockMeaning, unlockMeaning, unlockSecond, type CodeLock, type codeLockApi } from '#contract/packing/code-lock.ts'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { findCode, type PackRun } from './code-spans.ts'

type OwnedRun = PackRun & { lotId: string }

/** 监管锁定: the packs of a code, written one by one. From now on none is sold, put back or relabelled; others of the lot are not touched. */
export const lockCode =
  ({ masterKey }: Installation): Handler<typeof codeLockApi.place> =>
  async (tx, actor, { code, authorityNo, reason, signature }) => {
    const seen = await packsOf(tx, masterKey, code)
    await lockLots(
      tx,
      seen.map(({ lotId }) => lotId),
    )
    // Read again after the wait for the locks: they may have gone into another box.
    const runs = await packsOf(tx, masterKey, code)
    const { id } = await tx
      .insertInto('codeLock')
      .values({ enterpriseId: actor.enterpriseId, authorityNo, reason, placedBy: actor.id, placedAt: tx.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('codeLockRun')
      .values(
        runs.map(({ rangeId, first, last, lotId }) => ({
          ...{ enterpriseId: actor.enterpriseId, lockId: id, rangeId, firstIndex: first, lastIndex: last, lotId },
        })),
      )
      .execute()
    await sign(tx, actor, { ...signature, comment: reason }, { meaning: lockMeaning, table: 'code_lock', id })
    return lockOf(tx, id)
  }

/** What a code stands for, of what can still be sold, returned or used. */
async function packsOf(tx: Tx, masterKey: Uint8Array, code: string): Promise<OwnedRun[]> {
  const found = await findCode(tx, masterKey, code)
  if (found === undefined) throw new Refusal('code_unknown', [{ path: 'code', message: '没有发放过这个码' }])
  const runs = found.packs.filter(
    (run): run is OwnedRun =>
      run.lotId !== null && (['activated', 'in_stock', 'shipped', 'returned'] as const).some((one) => one === run.state),
  )
  if (runs.length === 0) throw new Refusal('code_not_in_use', [{ path: 'code', message: '这个码不在任何一袋上，或已作废、销毁、留样' }])
  return runs
}

/** Quality assurance and another with the right to decide on rejections lift a lock, on what the authority wrote. Other locks of the pack stay. */
export const unlockCode: Handler<typeof codeLockApi.lift> = async (
  tx,
  actor,
  { id, rowVersion, conclusion, evidence, signature, approver },
) => {
  const lock = await tx.selectFrom('codeLock').select(['rowVersion', 'liftedAt']).where('id', '=', id).forUpdate().executeTakeFirst()
  if (lock === undefined) throw new Refusal('not_found')
  if (lock.liftedAt !== null) throw new Refusal('not_held')
  if (lock.rowVersion !== rowVersion) throw new Refusal('stale')
  const signed = { meaning: unlockMeaning, table: 'code_lock', id }
  await sign(tx, actor, { ...signature, comment: conclusion }, signed)
  const second = await signAsSecond(tx, actor, approver, unlockSecond, signed)
  await tx
    .updateTable('codeLock')
    .set({ liftedBy: actor.id, liftSecondBy: second.id, liftedAt: tx.now().toISOString(), conclusion, liftEvidence: evidence })
    .where('id', '=', id)
    .execute()
  return lockOf(tx, id)
}

const lockOf = async (tx: Tx, id: string): Promise<CodeLock> => only(await locksWhere(tx, [id]))

/** The locks that ever lay on packs of a code, the newest first. */
export async function locksOn(tx: Tx, packs: readonly PackRun[]): Promise<CodeLock[]> {
  const { rows } = await sql<{ lockId: string }>`
    select distinct r.lock_id from unnest(${packs.map((run) => run.rangeId)}::uuid[], ${packs.map((run) => run.first)}::bigint[],
      ${packs.map((run) => run.last)}::bigint[]) asked (range_id, first_index, last_index)
    join code_lock_run r on r.enterprise_id = current_enterprise() and r.range_id = asked.range_id and r.first_index <= asked.last_index
      and r.last_index >= asked.first_index`.execute(tx)
  return rows.length === 0
    ? []
    : locksWhere(
        tx,
        rows.map(({ lockId }) => lockId),
      )
}

async function locksWhere(tx: Tx, ids: readonly string[]): Promise<CodeLock[]> {
  const { rows } = await sql<CodeLock>`
    select k.id, k.authority_no, k.reason, placer.name as placed_by, k.placed_at, k.row_version,
      (select sum(r.last_index - r.first_index + 1)::integer from code_lock_run r where r.enterprise_id = k.enterprise_id and r.lock_id = k.id) as packs,
      case when k.lifted_at is null then null else jsonb_build_object('by', lifter.name, 'second', second.name, 'at', k.lifted_at,
        'conclusion', k.conclusion, 'evidence', k.lift_evidence) end as lifted
    from code_lock k join account placer on placer.enterprise_id = k.enterprise_id and placer.id = k.placed_by
      left join account lifter on lifter.enterprise_id = k.enterprise_id and lifter.id = k.lifted_by
      left join account second on second.enterprise_id = k.enterprise_id and second.id = k.lift_second_by
    where k.id = any (${ids}::uuid[]) order by k.id desc`.execute(tx)
  return rows
}
