import { randomUUIDv7 } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import {
  cleaningMeaning,
  clearanceActions,
  clearanceCheckMeaning,
  withdrawalMeaning,
  type clearanceApi,
  type ClearanceRow,
} from '#contract/making/clearance.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { documentNo, numberAtEnd } from '#kernel/number.ts'
import { pageOf } from '#kernel/paging.ts'
import { waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { together } from '#tools/together.ts'
import { lockAssets } from './take-assets.ts'

const nameOf = (column: string) =>
  sql<string | null>`(select name from account where account.enterprise_id = o.enterprise_id and account.id = ${sql.ref(column)})`

const assetsOf = sql<ClearanceRow['assets']>`(
  select coalesce(jsonb_agg(jsonb_build_object('assetId', a.id, 'kind', a.kind, 'number', a.number, 'name', a.name, 'place', a.place, 'validUntil', x.valid_until,
      'formerOrderNo', coalesce(fp.order_no, fk.order_no), 'formerProduct', coalesce(fp.product_name, fl.name), 'formerBatchNo', coalesce(fp.batch_no, fl.batch_no),
      'usedForOrderNo', coalesce(np.order_no, nk.order_no)) order by a.number), '[]')
  from clearance_asset x join asset a on a.enterprise_id = x.enterprise_id and a.id = x.asset_id
    left join asset_use f on f.enterprise_id = x.enterprise_id and f.id = x.last_use_id
    left join production_order fp on fp.enterprise_id = f.enterprise_id and fp.id = f.production_order_id
    left join packaging_order fk on fk.enterprise_id = f.enterprise_id and fk.id = f.packaging_order_id
    left join lot fl on fl.enterprise_id = fk.enterprise_id and fl.id = fk.bulk_lot_id
    left join asset_use n on n.enterprise_id = x.enterprise_id and n.clearance_id = x.clearance_id and n.asset_id = x.asset_id
    left join production_order np on np.enterprise_id = n.enterprise_id and np.id = n.production_order_id
    left join packaging_order nk on nk.enterprise_id = n.enterprise_id and nk.id = n.packaging_order_id
  where x.enterprise_id = o.enterprise_id and x.clearance_id = o.id)`

const selectClearances = (tx: Tx) =>
  tx
    .selectFrom('clearance as o')
    .select(['o.id', 'o.clearanceNo', 'o.state', 'o.freesOfToxic', 'o.remark', 'o.cleanedAt', 'o.withdrawnAt', 'o.withdrawReason'])
    .select([
      assetsOf.as('assets'),
      sql<string>`coalesce(${nameOf('o.cleanedBy')}, '')`.as('cleanedByName'),
      sql<string>`coalesce(${nameOf('o.checkedBy')}, '')`.as('checkedByName'),
      nameOf('o.withdrawnBy').as('withdrawnByName'),
      nameOf('o.withdrawalApprovedBy').as('withdrawalApprovedByName'),
    ])

export async function clearanceOf(tx: Tx, id: string): Promise<ClearanceRow> {
  const found = await selectClearances(tx).where('o.id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return found
}

export const listClearances: Handler<typeof clearanceApi.list> = async (tx, _actor, { q, state, assetId, ...paging }) =>
  pageOf(
    tx,
    selectClearances(tx)
      .$call((query) => (state === undefined ? query : query.where('o.state', '=', sql.lit(state))))
      .$if(assetId !== undefined, (query) =>
        query.where(sql<SqlBool>`o.id in (select x.clearance_id from clearance_asset x where x.asset_id = ${assetId}::uuid)`),
      ),
    { ...paging, anyOf: await waysTo(tx, q, { numbers: ['o.clearanceNo'] }) },
  )

/** 清场: who cleaned signs, quality assurance looks and signs; each asset is clean until its hours are over or the next batch starts on it. */
export const clearAssets: Handler<typeof clearanceApi.clear> = async (tx, actor, input) => {
  const now = tx.now()
  const [, found] = await together([
    lockAssets(tx, input.assetIds),
    tx.selectFrom('asset').select(['id', 'number', 'name', 'state']).where('id', 'in', input.assetIds).execute(),
  ])
  for (const [index, id] of input.assetIds.entries()) {
    const asset = found.find((one) => one.id === id)
    const path = `assetIds.${index}`
    if (asset === undefined) throw new Refusal('not_found')
    const named = [{ path, message: `${asset.number} ${asset.name}` }]
    if (asset.state === 'in_use') throw new Refusal('asset_occupied', named)
    if (asset.state === 'out_of_service') throw new Refusal('asset_out_of_service', named)
  }
  const signer = await proveSigner(actor, input.signature)
  const checker = await proveSecond(actor, input.checker, '15:qa')
  const id = randomUUIDv7()
  const clearanceNo = await numberAtEnd(tx, documentNo('QC', dayInShanghai(now)))
  await tx.later(
    tx.insertInto('clearance').values({
      id,
      enterpriseId: actor.enterpriseId,
      clearanceNo: clearanceNo.column,
      checks: JSON.stringify(input.checks),
      freesOfToxic: input.freesOfToxic,
      remark: input.remark,
      cleanedBy: actor.id,
      cleanedAt: now.toISOString(),
      checkedBy: checker.id,
    }),
  )
  await tx.later(
    tx.insertInto('clearanceAsset').values(
      // The trigger reckons until when, and says what was made before.
      input.assetIds
        .toSorted()
        .map((assetId) => ({ enterpriseId: actor.enterpriseId, clearanceId: id, assetId, validUntil: now.toISOString() })),
    ),
  )
  const record = { table: 'clearance', id }
  await writeSignatures(tx, [
    { signer, meaning: cleaningMeaning, ...record },
    { signer: checker, meaning: clearanceCheckMeaning, ...record },
  ])
  return { id, clearanceNo: clearanceNo.told }
}

/** 撤回 of a certificate that should not have been given, before anything was made under it; what it covers has to be cleaned again. */
export const withdrawClearance: Handler<typeof clearanceApi.withdraw> = async (tx, actor, { id, reason, signature, approver: given }) => {
  const action = clearanceActions.withdraw
  // The assets before the certificate: a start locks them in this order.
  await tx.selectFrom('asset').select('id').where('clearanceId', '=', id).orderBy('id').forUpdate().execute()
  await tx.selectFrom('clearance').select('id').where('id', '=', id).forUpdate().execute()
  const code = refusal(action, await clearanceOf(tx, id), actor)
  if (code !== undefined) throw new Refusal(code)
  const signer = await proveSigner(actor, signature)
  const approver = await proveSecond(actor, given, '15:approve')
  await giveReason(tx, reason)
  await tx
    .updateTable('clearance')
    .set({
      state: action.to,
      withdrawnBy: actor.id,
      withdrawalApprovedBy: approver.id,
      withdrawnAt: tx.now().toISOString(),
      withdrawReason: reason,
    })
    .where('id', '=', id)
    .execute()
  const record = { table: 'clearance', id }
  await writeSignatures(tx, [
    { signer, meaning: action.signs, ...record },
    { signer: approver, meaning: withdrawalMeaning, ...record },
  ])
  return clearanceOf(tx, id)
}
