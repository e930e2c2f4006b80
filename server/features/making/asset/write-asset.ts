import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { serviceFault } from '#contract/laboratory/instrument.ts'
import {
  assetActions,
  assetKinds,
  serviceKinds,
  serviceMeanings,
  takeBackMeaning,
  type AssetKind,
  type AssetRow,
} from '#contract/making/asset.ts'
import type { assetApi } from '#contract/making/asset-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'
import { assetOf, lastGood } from './queries.ts'

export const createAsset: Handler<typeof assetApi.create> = async (tx, actor, input) => {
  refuseUncalibrated(input.kind, input.calibrationMonths)
  const { id } = await tx
    .insertInto('asset')
    .values({
      enterpriseId: actor.enterpriseId,
      ...input,
      initials: pinyinInitials(input.name),
      // Nothing is made with it before somebody has cleaned it.
      state: input.kind === 'scale' ? 'clean' : 'to_clean',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return assetOf(tx, id)
}

const refuseUncalibrated = (kind: AssetKind, months: number | null) => {
  if (kind === 'scale' && months === null) throw new Refusal('invalid_input', [{ path: 'calibrationMonths', message: '秤须填写校准周期' }])
}

export const editAsset: Handler<typeof assetApi.edit> = async (tx, actor, { id, rowVersion, ...fields }) => {
  const asset = await takeAsset(tx, actor, id, assetActions.edit)
  if (asset.rowVersion !== rowVersion) throw new Refusal('stale')
  refuseUncalibrated(asset.kind, fields.calibrationMonths)
  if (fields.isToxic !== asset.isToxic && asset.state !== 'out_of_service')
    throw new Refusal('asset_in_service', [{ path: 'isToxic', message: '请先停用' }])
  await tx
    .updateTable('asset')
    .set({ ...fields, initials: pinyinInitials(fields.name) })
    .where('id', '=', id)
    .execute()
  return assetOf(tx, id)
}

/** 登记校准或保养. One that failed stops the asset until the next good one, and quality assurance is told. */
export const serviceAsset: Handler<typeof assetApi.service> = async (tx, actor, { id, signature, checker: given, ...found }) => {
  const { kind, number, name, ...asset } = await takeAsset(tx, actor, id, assetActions.service)
  const what = serviceKinds[found.kind]
  const fault = serviceFault(found, { on: 'doneOn', what }, dayInShanghai(tx.now()))
  if (fault !== undefined) throw new Refusal('invalid_input', [fault])
  if ((found.kind === 'calibration' ? asset.calibrationMonths : asset.maintenanceMonths) === null)
    throw new Refusal('invalid_input', [{ path: 'kind', message: `没有登记${what}周期，请先修改登记` }])
  if (found.kind === 'calibration' && found.certificateNo === '')
    throw new Refusal('invalid_input', [{ path: 'certificateNo', message: '请填写证书编号' }])
  const signer = await proveSigner(actor, signature)
  const checker = given === undefined ? undefined : await proveSecond(actor, given, '15:qa')
  if (found.kind === 'maintenance' && checker === undefined)
    throw new Refusal('service_needs_second', [{ path: 'checker.userName', message: '请复核人签名' }])
  const { id: serviceId } = await tx
    .insertInto('assetService')
    .values({
      ...{ enterpriseId: actor.enterpriseId, assetId: id, ...found },
      ...{ recordedBy: actor.id, checkedBy: checker?.id ?? null, recordedAt: tx.now().toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { table: 'asset_service', id: serviceId }
  await writeSignatures(tx, [
    { signer, meaning: assetActions.service.signs, ...record },
    ...(checker === undefined ? [] : [{ signer: checker, meaning: serviceMeanings.check, ...record }]),
  ])
  if (found.result === 'fail') await tellFailed(tx, actor, { id, kind, number, name, place: asset.place }, found)
  return { ...(await assetOf(tx, id)), serviceId }
}

type Failed = { kind: 'calibration' | 'maintenance'; doneOn: string; certificateNo: string; remark: string }

/** What was weighed on a scale that turns out wrong is in doubt: a case about it. Of maintenance quality assurance is told. */
async function tellFailed(
  tx: Tx,
  actor: Actor,
  asset: { id: string; kind: AssetKind; number: string; name: string; place: string },
  found: Failed,
): Promise<void> {
  const what = `${assetKinds[asset.kind]} ${asset.number} ${asset.name}`
  if (found.kind === 'calibration') {
    const since = await lastGood(tx, { ...found, assetId: asset.id })
    await openIncident(tx, actor, {
      area: 'equipment',
      subject: `${what} 校准不合格`,
      description: `${since === null ? '从未校准合格' : `上次合格 ${since}`}；其间的称量与使用见该设备的校准记录，须逐批评估。${found.remark}`,
      place: asset.place,
      measured: `证书 ${found.certificateNo}，${found.doneOn}`,
      source: { table: 'asset', id: asset.id, no: asset.number },
    })
    return
  }
  await notify(tx, actor, {
    duty: '15:qa',
    title: `${what} 保养不合格：请评估上次合格以来的使用`,
    page: '/system-jiagong',
    at: { view: 'asset', asset: asset.id },
    q: asset.number,
  })
}

type Changed = { id: string; changeId: string; state: AssetRow['state'] }

/** Writes down a change of state; the trigger of the database gives the asset its state. */
async function change(
  tx: Tx,
  actor: Actor,
  { id, action, reason, approvedBy = null }: { id: string; action: Action<AssetRow>; reason: string; approvedBy?: string | null },
): Promise<Changed> {
  await giveReason(tx, reason)
  const { id: changeId } = await tx
    .insertInto('assetChange')
    .values({
      enterpriseId: actor.enterpriseId,
      assetId: id,
      state: action.to,
      reason,
      changedBy: actor.id,
      approvedBy,
      changedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, changeId, state: action.to }
}

export const soilAsset: Handler<typeof assetApi.soil> = async (tx, actor, { id, reason }) => {
  const action = assetActions.soil
  await takeAsset(tx, actor, id, action)
  await change(tx, actor, { id, action, reason })
  return assetOf(tx, id)
}

export const takeOutAsset: Handler<typeof assetApi.takeOut> = async (tx, actor, { id, reason, signature }) => {
  const action = assetActions.takeOut
  await takeAsset(tx, actor, id, action)
  const signer = await proveSigner(actor, signature)
  const { changeId } = await change(tx, actor, { id, action, reason })
  await writeSignatures(tx, [{ signer, meaning: action.signs, table: 'asset_change', id: changeId }])
  return assetOf(tx, id)
}

/** 恢复使用 by two; it is cleaned and cleared before anything is made with it. */
export const takeBackAsset: Handler<typeof assetApi.takeBack> = async (tx, actor, { id, reason, signature, approver: given }) => {
  const action = assetActions.takeBack
  await takeAsset(tx, actor, id, action)
  const signer = await proveSigner(actor, signature)
  const approver = await proveSecond(actor, given, '15:qa')
  const { changeId } = await change(tx, actor, { id, action, reason, approvedBy: approver.id })
  const record = { table: 'asset_change', id: changeId }
  await writeSignatures(tx, [
    { signer, meaning: action.signs, ...record },
    { signer: approver, meaning: takeBackMeaning, ...record },
  ])
  return assetOf(tx, id)
}

async function takeAsset(tx: Tx, actor: Actor, id: string, action: Action<AssetRow>): Promise<AssetRow> {
  await tx.selectFrom('asset').select('id').where('id', '=', id).forUpdate().execute()
  const asset = await assetOf(tx, id)
  const code = refusal(action, asset, actor)
  if (code !== undefined) throw new Refusal(code)
  return asset
}
