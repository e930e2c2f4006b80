import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { supplierApi } from '#contract/supply/supplier-api.ts'
import { supplierActions } from '#contract/supply/supplier.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'
import { supplierRowOf } from './queries.ts'
import { placeStop } from './stop-supplier.ts'
import { takeSupplier } from './take-supplier.ts'
import type { Clock } from '#tools/clock.ts'

/**
 * An audit of a supplier is written down and signed. The latest one decides: it sets until when the supplier may deliver. A failed
 * one stops the supplier from this moment on, and opens a case: what came from them is looked at.
 */
export const auditSupplier: Handler<typeof supplierApi.audit> = async (tx, actor, { id, signature, ...input }) => {
  const action = supplierActions.audit
  const supplier = await takeSupplier(tx, actor, action, id)
  const failed = input.result === 'failed'
  checkAudit(tx, input)

  const audit = await tx
    .insertInto('supplierAudit')
    .values({ enterpriseId: actor.enterpriseId, supplierId: id, ...input, recordedBy: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sign(tx, actor, signature, { meaning: action.signs, table: 'supplier_audit', id: audit.id })

  const latest = await tx
    .selectFrom('supplierAudit')
    .select('id')
    .where('supplierId', '=', id)
    .orderBy('auditedOn', 'desc')
    .orderBy('recordedAt', 'desc')
    .executeTakeFirstOrThrow()
  if (latest.id !== audit.id) return supplierRowOf(tx, id) // an older one, entered late, changes nothing
  // Before its day is taken away: a supplier on the list has one.
  if (failed && supplier.state === 'qualified')
    await placeStop(tx, actor, supplier, { cause: 'audit', reason: `${input.auditedOn} 审计不通过` })
  if (failed)
    await openIncident(tx, actor, {
      area: 'purchase',
      subject: `供应商 ${supplier.name} 审计不通过`,
      description: input.correctiveActions,
      source: { table: 'supplier', id, no: supplier.code },
    })
  await tx
    .updateTable('supplier')
    .set({ auditedOn: failed ? null : input.auditedOn, validUntil: input.validUntil })
    .where('id', '=', id)
    .execute()
  return supplierRowOf(tx, id)
}

type Audit = { auditedOn: string; validUntil: string | null; result: string; correctiveActions: string }

/** An audit lies in the past, holds until a day unless it was failed, and names what must be put right. Else `invalid_input`. */
function checkAudit(clock: Clock, { auditedOn, validUntil, result, correctiveActions }: Audit) {
  const wrong = (path: string, message: string) => new Refusal('invalid_input', [{ path, message }])
  if (auditedOn > dayInShanghai(clock.now())) throw wrong('auditedOn', '审计日期不能晚于今天')
  if (result === 'failed' && validUntil !== null) throw wrong('validUntil', '不通过的审计没有有效期')
  if (result !== 'failed' && validUntil === null) throw wrong('validUntil', '请填写资格有效期至')
  if (validUntil !== null && validUntil <= auditedOn) throw wrong('validUntil', '应晚于审计日期')
  if (result === 'conditional' && correctiveActions === '') throw wrong('correctiveActions', '整改后通过时须写明整改措施')
}
