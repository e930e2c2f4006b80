import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { assetActions, serviceMeanings } from '#contract/making/asset.ts'
import type { assetApi } from '#contract/making/asset-api.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { assetOf } from './queries.ts'

/** 保养计划 by two: whether an overdue machine stops the step is no decision of one. */
export const planMaintenance: Handler<typeof assetApi.planMaintenance> = async (
  tx,
  actor,
  { id, serial, signature, approver: given, ...plan },
) => {
  await tx.selectFrom('asset').select('id').where('id', '=', id).forUpdate().execute()
  const code = refusal(assetActions.planMaintenance, await assetOf(tx, id), actor)
  if (code !== undefined) throw new Refusal(code)
  const signer = await proveSigner(actor, signature)
  const approver = await proveSecond(actor, given, '15:qa')
  const { id: planId } = await tx
    .insertInto('maintenancePlan')
    .values({
      ...{ enterpriseId: actor.enterpriseId, assetId: id, serial: serial + 1, ...plan },
      ...{ setBy: actor.id, approvedBy: approver.id, setAt: tx.now().toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { table: 'maintenance_plan', id: planId }
  await writeSignatures(tx, [
    { signer, meaning: assetActions.planMaintenance.signs, ...record },
    { signer: approver, meaning: serviceMeanings.planApproval, ...record },
  ])
  return assetOf(tx, id)
}

/** 作废 of a calibration or maintenance that was written down wrong, by two who did not write it. A case that it opened is ended by quality assurance. */
export const voidService: Handler<typeof assetApi.voidService> = async (tx, actor, { id, reason, signature, approver: given }) => {
  const service = await tx.selectFrom('assetService').select(['assetId', 'recordedBy', 'checkedBy']).where('id', '=', id).executeTakeFirst()
  if (service === undefined) throw new Refusal('not_found')
  await tx.selectFrom('asset').select('id').where('id', '=', service.assetId).forUpdate().execute()
  const before = await tx.selectFrom('assetServiceVoid').select('id').where('serviceId', '=', id).executeTakeFirst()
  if (before !== undefined) throw new Refusal('wrong_state')
  if (service.recordedBy === actor.id || service.checkedBy === actor.id) throw new Refusal('same_person')
  const signer = await proveSigner(actor, signature)
  const approver = await proveSecond(actor, given, '15:qa')
  await giveReason(tx, reason)
  const { id: voidId } = await tx
    .insertInto('assetServiceVoid')
    .values({
      ...{ enterpriseId: actor.enterpriseId, serviceId: id, reason },
      ...{ voidedBy: actor.id, approvedBy: approver.id, voidedAt: tx.now().toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { table: 'asset_service_void', id: voidId }
  await writeSignatures(tx, [
    { signer, meaning: serviceMeanings.void, ...record },
    { signer: approver, meaning: serviceMeanings.voidApproval, ...record },
  ])
  return assetOf(tx, service.assetId)
}
