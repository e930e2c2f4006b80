import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { untrained, type VersionRecord } from '#contract/cases/change.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Tx } from '#kernel/serve.ts'
import { changeRow } from './queries.ts'

/**
 * The next version of a process (by its product) or of a standard is being approved, or a pack specification written: the change that opened the way for it is
 * carried out with it. By what was made, tested or packed before none follows without one; the database keeps the same.
 */
export async function carryOutVersion(
  tx: Tx,
  { record, recordId, effectiveFrom }: { record: VersionRecord; recordId: string; effectiveFrom: string },
): Promise<void> {
  const open = await tx
    .selectFrom('changeRequest')
    .select('id')
    .where('record', '=', record)
    .where('recordId', '=', recordId)
    .where('state', '=', 'approved')
    .forUpdate()
    .executeTakeFirst()
  if (open === undefined) {
    const { rows } = await sql<{ isNeeded: boolean }>`select version_needs_change(${record}, ${recordId}::uuid) as is_needed`.execute(tx)
    if (only(rows).isNeeded) throw new Refusal(record === 'pack_spec' ? 'pack_spec_change_required' : 'version_change_required')
    return
  }
  const change = await changeRow(tx, open.id)
  const waiting = untrained(change)
  if (waiting.length > 0)
    throw new Refusal('change_untrained', [
      { path: '', message: `${change.caseNo}：${waiting.map(({ name }) => name).join('、')} 还没有培训合格` },
    ])
  if (effectiveFrom < change.effectiveOn)
    throw new Refusal('version_before_change', [
      { path: 'effectiveFrom', message: `变更 ${change.caseNo} 自 ${change.effectiveOn} 起执行` },
    ])
  await giveReason(tx, `变更 ${change.caseNo}：${change.reason}`)
  await tx
    .updateTable('changeRequest')
    .set({ state: 'in_force', appliedAt: sql<string>`now()` })
    .where('id', '=', open.id)
    .execute()
}
