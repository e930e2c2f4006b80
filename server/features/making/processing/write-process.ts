import { sql } from 'kysely'
import type { z } from 'zod'
import { processActions, type processApi } from '#contract/making/process-version.ts'
import { usualOf } from '#contract/making/process-step.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { changedProcess } from './list-processes.ts'
import { lockProcess, takeProcess } from './take-process.ts'

type Writing = Omit<z.output<typeof processApi.create.input>, 'productId'>
type Step = Writing['steps'][number]

/** Begins the next version of a product's process, as a draft. */
export const createProcess: Handler<typeof processApi.create> = async (
  tx,
  actor,
  { productId, steps, auxiliaries, coProducts, ...facts },
) => {
  const id = await beginVersion(tx, actor, productId, facts)
  await writeParts(tx, actor, { id, productId }, { steps, auxiliaries, coProducts })
  return changedProcess(tx, id)
}

/** The author continues the draft. */
export const editProcess: Handler<typeof processApi.edit> = async (
  tx,
  actor,
  { id, rowVersion, steps, auxiliaries, coProducts, ...facts },
) => {
  const version = await takeProcess(tx, actor, processActions.edit, id)
  if (version.rowVersion !== rowVersion) throw new Refusal('stale')
  await tx.updateTable('processVersion').set(facts).where('id', '=', id).execute()
  await writeParts(tx, actor, version, { steps, auxiliaries, coProducts })
  return changedProcess(tx, id)
}

/** Begins the next version as a copy of an earlier one. */
export const copyProcess: Handler<typeof processApi.copy> = async (tx, actor, { id: from, basis }) => {
  const source = await takeProcess(tx, actor, processActions.copy, from)
  const facts = await tx
    .selectFrom('processVersion')
    .select(['yieldMin', 'yieldMax', 'balanceMin', 'balanceMax', 'maxBatch', 'allowsBlending'])
    .where('id', '=', from)
    .executeTakeFirstOrThrow()
  const id = await beginVersion(tx, actor, source.productId, { ...facts, basis })
  await sql`insert into process_step (enterprise_id, process_version_id, step_no, name, option, instruction, equipment, hold_hours, is_critical, parameters)
    select enterprise_id, ${id}, step_no, name, option, instruction, equipment, hold_hours, is_critical, parameters from process_step where process_version_id = ${from}`.execute(
    tx,
  )
  await sql`insert into process_auxiliary (enterprise_id, process_version_id, material_id, ratio, tolerance)
    select enterprise_id, ${id}, material_id, ratio, tolerance from process_auxiliary where process_version_id = ${from}`.execute(tx)
  await sql`insert into process_co_product (enterprise_id, process_version_id, product_id, step_no, share_min, share_expected, share_max)
    select enterprise_id, ${id}, product_id, step_no, share_min, share_expected, share_max from process_co_product where process_version_id = ${from}`.execute(
    tx,
  )
  return changedProcess(tx, id)
}

async function beginVersion(
  tx: Tx,
  actor: Actor,
  productId: string,
  facts: Omit<Writing, 'steps' | 'auxiliaries' | 'coProducts'>,
): Promise<string> {
  const product = await lockProcess(tx, productId)
  if (product === undefined) throw new Refusal('not_found', [{ path: 'productId', message: '请选择产品' }])
  if (!product.isActive) throw new Refusal('product_inactive')
  const { version, open } = await tx
    .selectFrom('processVersion')
    .select([
      sql<number>`coalesce(max(version), 0) + 1`.as('version'),
      sql<boolean>`coalesce(bool_or(state in ('draft', 'submitted', 'reviewed')), false)`.as('open'),
    ])
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  if (open) throw new Refusal('process_open')
  const { id } = await tx
    .insertInto('processVersion')
    .values({
      enterpriseId: actor.enterpriseId,
      productId,
      version,
      code: `GY-${product.code}-${String(version).padStart(2, '0')}`,
      writtenBy: actor.id,
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes steps, auxiliaries and co-products what the draft says; what stays the same is not written again, so the audit shows what changed. */
async function writeParts(
  tx: Tx,
  actor: Actor,
  { id, productId }: { id: string; productId: string },
  { steps, auxiliaries, coProducts }: Pick<Writing, 'steps' | 'auxiliaries' | 'coProducts'>,
) {
  const auxiliaryIds = auxiliaries.map((line) => line.materialId)
  await checkAuxiliaries(tx, productId, auxiliaryIds)
  await checkCoProducts(
    tx,
    productId,
    coProducts.map((line) => line.productId),
  )
  const of = { enterpriseId: actor.enterpriseId, processVersionId: id }
  await tx.deleteFrom('processStep').where('processVersionId', '=', id).where('stepNo', '>', steps.length).execute()
  await tx
    .insertInto('processStep')
    .values(steps.map((step, at) => ({ ...of, ...step, stepNo: at + 1, parameters: JSON.stringify(withCodes(step)) })))
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'processVersionId', 'stepNo']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        option: row.ref('excluded.option'),
        instruction: row.ref('excluded.instruction'),
        equipment: row.ref('excluded.equipment'),
        holdHours: row.ref('excluded.holdHours'),
        isCritical: row.ref('excluded.isCritical'),
        parameters: row.ref('excluded.parameters'),
      })),
    )
    .execute()
  await writeCoProducts(tx, of, coProducts)
  await tx
    .deleteFrom('processAuxiliary')
    .where('processVersionId', '=', id)
    .$if(auxiliaryIds.length > 0, (query) => query.where('materialId', 'not in', auxiliaryIds))
    .execute()
  if (auxiliaries.length === 0) return
  await tx
    .insertInto('processAuxiliary')
    .values(auxiliaries.map((line) => ({ ...of, ...line })))
    .onConflict((conflict) =>
      conflict
        .columns(['enterpriseId', 'processVersionId', 'materialId'])
        .doUpdateSet((row) => ({ ratio: row.ref('excluded.ratio'), tolerance: row.ref('excluded.tolerance') })),
    )
    .execute()
}

async function writeCoProducts(tx: Tx, of: { enterpriseId: string; processVersionId: string }, coProducts: Writing['coProducts']) {
  const productIds = coProducts.map((line) => line.productId)
  await tx
    .deleteFrom('processCoProduct')
    .where('processVersionId', '=', of.processVersionId)
    .$if(productIds.length > 0, (query) => query.where('productId', 'not in', productIds))
    .execute()
  if (coProducts.length === 0) return
  await tx
    .insertInto('processCoProduct')
    .values(
      coProducts.map(({ productId, stepNo, min, expected, max }) => ({
        ...{ ...of, productId, stepNo, shareMin: min, shareExpected: expected, shareMax: max },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'processVersionId', 'productId']).doUpdateSet((row) => ({
        stepNo: row.ref('excluded.stepNo'),
        shareMin: row.ref('excluded.shareMin'),
        shareExpected: row.ref('excluded.shareExpected'),
        shareMax: row.ref('excluded.shareMax'),
      })),
    )
    .execute()
}

/** Every parameter with a code of its own: as written, as usual for its name, or made from the initials of its name. */
function withCodes({ name, parameters }: Step) {
  const taken = new Set(parameters.map((parameter) => parameter.code))
  return parameters.map((parameter) => {
    if (parameter.code !== '') return parameter
    const usual = usualOf(name).parameters.find(([, label]) => label === parameter.name)?.[0]
    const base = usual ?? (pinyinInitials(parameter.name).replace(/^[^a-z]+/, '') || 'parameter')
    let code = base
    for (let more = 2; taken.has(code); more++) code = `${base}_${more}`
    taken.add(code)
    return { ...parameter, code }
  })
}

/** An auxiliary is in use, is no packaging, and is not the main herb itself. */
export async function checkAuxiliaries(tx: Tx, productId: string, materialIds: readonly string[]) {
  if (materialIds.length === 0) return
  const suitable = await tx
    .selectFrom('material')
    .select('id')
    .where('id', 'in', materialIds)
    .where('isActive', '=', true)
    .where('category', '<>', 'packaging')
    .where((eb) => eb('id', '<>', eb.selectFrom('product').select('materialId').where('product.id', '=', productId)))
    .execute()
  const at = materialIds.findIndex((id) => !suitable.some((material) => material.id === id))
  if (at >= 0) throw new Refusal('auxiliary_unsuitable', [{ path: `auxiliaries.${at}.materialId`, message: '请另选辅料' }])
}

/** A co-product is another product in use of the same herb, as toxic as it; the database says the same but for its use. */
export async function checkCoProducts(tx: Tx, productId: string, coProductIds: readonly string[]) {
  if (coProductIds.length === 0) return
  const suitable = await tx
    .selectFrom('product')
    .innerJoin('product as own', (join) =>
      join
        .onRef('own.enterpriseId', '=', 'product.enterpriseId')
        .onRef('own.materialId', '=', 'product.materialId')
        .onRef('own.isToxic', '=', 'product.isToxic'),
    )
    .select('product.id')
    .where('own.id', '=', productId)
    .where('product.id', 'in', coProductIds)
    .where('product.id', '<>', productId)
    .where('product.isActive', '=', true)
    .execute()
  const at = coProductIds.findIndex((id) => !suitable.some((product) => product.id === id))
  if (at >= 0) throw new Refusal('co_product_unsuitable', [{ path: `coProducts.${at}.productId`, message: '请另选产品' }])
}
