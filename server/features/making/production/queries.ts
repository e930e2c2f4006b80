import { restrictionsOf } from './heed-restrictions.ts'
import { sql, type NotNull, type SqlBool } from 'kysely'
import type { productionApi } from '#contract/making/production-api.ts'
import type { ProductionRow } from '#contract/making/production.ts'
import type { ProductionRecord, Weighing } from '#contract/making/production-record.ts'
import type { CorrectedValue } from '#contract/cases/corrected-value.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { pageOf } from '#kernel/paging.ts'
import { byNumber, waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { breakdownsIn } from '#server/features/making/asset/breakdowns.ts'
import { binsOfLots } from '#server/features/warehouse/stock/on-hand.ts'
import { zoneOfReturn } from './return-bin.ts'
import { isChargeDoubtful } from './take-order.ts'
import { readCoProducts, readParts } from './read-outputs.ts'
import { findProcesses } from './find-processes.ts'
import { lastLines } from './find-usual.ts'
import { findUsableLots } from './find-usable-lots.ts'
import { caseNo } from './rework-lots.ts'

const nameOf = (column: string) =>
  sql<string | null>`(select name from account where account.enterprise_id = o.enterprise_id and account.id = ${sql.ref(column)})`

const stepsOfOrder = sql`production_step s where s.enterprise_id = o.enterprise_id and s.order_id = o.id`
const stepsDone = sql<number>`(select count(s.ended_at)::integer from ${stepsOfOrder})`

/**
 * Orders as the list shows them: how far the steps have come, and who worked on them. What is counted is in the select list, not in
 * a join: the database then counts for the rows of one page, and not at all when it counts the rows.
 */
const ordersOf = (tx: Tx) =>
  tx
    .selectFrom('productionOrder as o')
    .leftJoin('bulkLot as b', (join) => join.onRef('b.enterpriseId', '=', 'o.enterpriseId').onRef('b.orderId', '=', 'o.id'))
    .select([
      'o.id',
      'o.orderNo',
      'o.batchNo',
      'o.productionDate',
      'o.productName',
      'o.cutSpec',
      'o.charge',
      'o.plannedInput',
      'o.workshop',
      'o.line',
      'o.isBlend',
      sql<boolean>`o.rework_of is not null`.as('isRework'),
      'o.createdBy',
      'o.createdAt',
      'o.rowVersion',
      'b.yieldPercent',
      'b.balancePercent',
      stepsDone.as('stepsDone'),
      sql<boolean>`exists (select from ${stepsOfOrder} and s.ended_at is null)`.as('isStepRunning'),
      'o.state',
      sql<number>`jsonb_array_length(o.process -> 'steps')`.as('stepsTotal'),
      sql<ProductionRow['step']>`(select jsonb_build_object('no', step -> 'no', 'name', step -> 'name', 'isCritical', step -> 'isCritical')
        from (select o.process -> 'steps' -> ${stepsDone} as step) next where step is not null)`.as('step'),
      sql<number>`(select count(*)::integer from production_deviation d where d.enterprise_id = o.enterprise_id and d.order_id = o.id)`.as(
        'deviations',
      ),
      isChargeDoubtful('o'),
      sql<number>`(select count(*)::integer from production_part p where p.enterprise_id = o.enterprise_id and p.order_id = o.id and p.quantity > 0
        and not exists (select from production_part later where later.enterprise_id = p.enterprise_id and later.replaces = p.id))`.as(
        'partsHandedOver',
      ),
      sql<string>`coalesce(${nameOf('o.createdBy')}, '')`.as('createdByName'),
      sql<string[]>`coalesce(o.operator_ids, '{}')`.as('operatorIds'),
    ])

export const listProductions: Handler<typeof productionApi.list> = async (tx, _actor, { q, state, product, finishedFrom, ...page }) =>
  pageOf(
    tx,
    ordersOf(tx)
      .$call((query) => (state === undefined ? query : query.where('o.state', '=', sql.lit(state))))
      .$call((query) => (product === undefined ? query : query.where('o.productName', '=', product)))
      .$call((query) =>
        finishedFrom === undefined
          ? query
          : query.where(sql<SqlBool>`b.finished_at >= (${finishedFrom}::date)::timestamp at time zone 'Asia/Shanghai'`),
      ),
    {
      ...page,
      anyOf:
        q === ''
          ? []
          : [
              ...(await waysTo(tx, q, { numbers: ['o.orderNo', 'o.batchNo'], goods: 'o.productName', isLong: true })),
              byNumber(
                q,
                sql<boolean>`o.id in (select i.order_id from production_input i join lot on lot.enterprise_id = i.enterprise_id and lot.id = i.lot_id
                where lot.lot_no = ${q.toUpperCase()})`,
              ),
            ],
    },
  )

const reworkOf = sql<ProductionRecord['rework']>`(select jsonb_build_object('lotId', l.id, 'lotNo', l.lot_no, 'reason', o.rework_reason,
  'caseNo', ${caseNo('o.rework_case_table', 'o.rework_case_id')}, 'approvedByName', ${nameOf('o.reworkApprovedBy')})
  from lot l where l.enterprise_id = o.enterprise_id and l.id = o.rework_of)`

export const readProduction: Handler<typeof productionApi.read> = async (tx, _actor, { id }) => {
  const order = await ordersOf(tx)
    .select([
      'o.processingMethod',
      'o.standardName',
      'o.isToxic',
      'o.shelfLifeMonths',
      'o.process',
      'o.remark',
      'o.approvedAt',
      'o.reviewedAt',
      'o.deviationConclusion',
      'o.pauseReason',
      'o.cancelReason',
      nameOf('o.approvedBy').as('approvedByName'),
      nameOf('o.blendApprovedBy').as('blendApprovedByName'),
      reworkOf.as('rework'),
      nameOf('o.reviewedBy').as('reviewedByName'),
      nameOf('o.cancelledBy').as('cancelledByName'),
    ])
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (order === undefined) throw new Refusal('not_found')
  const issues = await issuesOf(tx, id)
  const issue = issues.find(({ isSupplement }) => !isSupplement)
  const isThere = ['issued', 'in_progress', 'paused'].includes(order.state)
  const lots = await chargedLots(tx, id, isThere ? issues.flatMap(({ weighings }) => weighings) : [])
  return {
    ...order,
    lots,
    restrictions: await restrictionsOf(
      tx,
      lots.map(({ lotId }) => lotId),
    ),
    issue: issue === undefined ? null : shownIssue(issue),
    supplements: issues.filter(({ isSupplement }) => isSupplement).map(shownIssue),
    returns: await returnsOf(tx, id),
    parts: await readParts(tx, id),
    coProducts: await readCoProducts(tx, id),
    steps: await stepsOf(tx, id),
    breakdowns: await breakdownsIn(tx, 'u.productionOrderId', id),
    found: await deviationsOf(tx, id),
    balance: await balanceTableOf(tx, id),
    sentBack: await sentBackOf(tx, id),
    pauses: await pausesOf(tx, id),
    ending: await endingOf(tx, id),
    signatures: await signaturesOf(tx, id),
  }
}

/** The lots of an order; `weighings` is what of them is still in the workshop. */
async function chargedLots(tx: Tx, orderId: string, weighings: readonly Weighing[]) {
  const lots = await tx
    .selectFrom('productionInput as i')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'i.enterpriseId').onRef('lot.id', '=', 'i.lotId'))
    .select([
      'i.lotId',
      'lot.lotNo',
      'lot.name',
      'i.role',
      'i.quantity as planned',
      'i.ratio',
      'i.reason',
      'lot.state',
      'lot.holds',
      'lot.retestOn',
      'lot.kind',
      'lot.isToxic',
    ])
    .where('i.orderId', '=', orderId)
    .orderBy('i.role', 'desc')
    .orderBy('i.id')
    .execute()
  const charged = []
  for (const { kind, isToxic, ...lot } of lots) {
    const own = weighings.filter(({ lotId }) => lotId === lot.lotId)
    const zone = await zoneOfReturn(tx, { ...lot, kind, isToxic }, own)
    charged.push({ ...lot, returnTo: zone && { zone, isToxic } })
  }
  return charged
}

const shownIssue = ({ isSupplement: _, ...issue }: Awaited<ReturnType<typeof issuesOf>>[number]) => issue

const issuesOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('productionIssue as o')
    .select([
      'o.id',
      'o.issueNo',
      'o.scaleNo',
      'o.scaleValidUntil',
      'o.weighings',
      'o.reason',
      'o.issuedAt',
      'o.isSupplement',
      nameOf('o.approvedBy').as('approvedByName'),
      sql<string>`coalesce(${nameOf('o.issuedBy')}, '')`.as('issuedByName'),
      sql<string>`coalesce(${nameOf('o.checkedBy')}, '')`.as('checkedByName'),
      sql<CorrectedValue[]>`corrections_of('production_issue', o.id)`.as('corrections'),
    ])
    .where('o.orderId', '=', orderId)
    .orderBy('o.id')
    .execute()

const returnsOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('productionReturn as o')
    .select(['o.id', 'o.returnNo', 'o.scaleNo', 'o.scaleValidUntil', 'o.weighings', 'o.reason', 'o.returnedAt'])
    .select([
      sql<string>`coalesce(${nameOf('o.returnedBy')}, '')`.as('returnedByName'),
      sql<string>`coalesce(${nameOf('o.checkedBy')}, '')`.as('checkedByName'),
    ])
    .where('o.orderId', '=', orderId)
    .orderBy('o.id')
    .execute()

async function stepsOf(tx: Tx, orderId: string) {
  const steps = await tx
    .selectFrom('productionStep as o')
    .select([
      'o.id',
      'o.stepNo as no',
      'o.name',
      'o.option',
      'o.isCritical',
      'o.room',
      'o.temperature',
      'o.humidity',
      'o.equipment',
      'o.isLateEntry',
      'o.startedAt',
      'o.inputQuantity as input',
      'o.endedAt',
      'o.outputQuantity as output',
      'o.waterQuantity as water',
      'o.coProductQuantity as coProducts',
      'o.losses',
      'o.parameters',
      'o.timeReason',
      sql<string>`coalesce(o.remark, '')`.as('remark'),
      sql<string>`coalesce(${nameOf('o.startedBy')}, '')`.as('startedByName'),
      nameOf('o.endedBy').as('endedByName'),
      nameOf('o.checkedBy').as('checkedByName'),
      sql<CorrectedValue[]>`corrections_of('production_step', o.id)`.as('corrections'),
    ])
    .where('o.orderId', '=', orderId)
    .orderBy('o.stepNo')
    .execute()
  return steps.map((step) => ({ ...step, losses: step.losses ?? [], parameters: step.parameters ?? [] }))
}

const deviationsOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('productionDeviation as o')
    .leftJoin('incident as i', (join) => join.onRef('i.enterpriseId', '=', 'o.enterpriseId').onRef('i.id', '=', 'o.incidentId'))
    .select([
      'o.id',
      'o.stepNo',
      'o.finding',
      'o.note',
      'o.foundAt',
      'o.kind',
      'i.caseNo',
      'i.state as caseState',
      sql<string>`coalesce(${nameOf('o.foundBy')}, '')`.as('foundByName'),
    ])
    .where('o.orderId', '=', orderId)
    .orderBy('o.foundAt')
    .orderBy('o.id')
    .execute()

async function balanceTableOf(tx: Tx, orderId: string) {
  const table = await tx
    .selectFrom('bulkLot as o')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'o.enterpriseId').onRef('lot.id', '=', 'o.id'))
    .select([
      'o.id as lotId',
      'lot.state as lotState',
      'lot.holds',
      'o.issuedQuantity as issued',
      'o.returnedQuantity as returned',
      'o.chargedQuantity as charged',
      'o.auxiliaryQuantity as auxiliaries',
      'o.waterQuantity as water',
      'o.outputQuantity as output',
      'o.coProductQuantity as coProducts',
      'o.lossQuantity as losses',
      'o.sampledQuantity as sampled',
      'o.leftoverQuantity as leftover',
      'o.yieldPercent',
      'o.balancePercent',
      'o.remark',
      'o.clearedUntil',
      'o.finishedAt',
      sql<string>`coalesce(${nameOf('o.finishedBy')}, '')`.as('finishedByName'),
      'lot.expiresOn',
      sql<CorrectedValue[]>`corrections_of('bulk_lot', o.id)`.as('corrections'),
    ])
    .where('o.orderId', '=', orderId)
    // A batch is born with its shelf life.
    .$narrowType<{ expiresOn: NotNull }>()
    .executeTakeFirst()
  return table ?? null
}

const sentBackOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('recordReturn as o')
    .select(['o.id', 'o.part', 'o.stepNo', 'o.reason', 'o.sentAt', 'o.answer', 'o.answeredAt'])
    .select([
      sql<string>`coalesce(${nameOf('o.sentBy')}, '')`.as('sentByName'),
      nameOf('o.answeredBy').as('answeredByName'),
      sql<string[]>`array(select c.correction_no from correction c where c.enterprise_id = o.enterprise_id and c.state = 'approved'
        and c.approved_at >= o.sent_at and (o.answered_at is null or c.approved_at <= o.answered_at) and c.record_id in (
          select s.id from production_step s where o.part = 'step' and s.enterprise_id = o.enterprise_id and s.order_id = o.order_id and s.step_no = o.step_no
          union all select i.id from production_issue i where o.part = 'issue' and i.enterprise_id = o.enterprise_id and i.order_id = o.order_id
          union all select b.id from bulk_lot b where o.part = 'balance' and b.enterprise_id = o.enterprise_id and b.order_id = o.order_id)
        order by c.id)`.as('correctionNos'),
    ])
    .where('o.orderId', '=', orderId)
    .orderBy('o.id')
    .execute()

const pausesOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('productionPause as o')
    .select(['o.id', 'o.reason', 'o.kept', 'o.pausedAt', 'o.found', 'o.resumedAt'])
    .select([sql<string>`coalesce(${nameOf('o.pausedBy')}, '')`.as('pausedByName'), nameOf('o.resumedBy').as('resumedByName')])
    .where('o.orderId', '=', orderId)
    .orderBy('o.id')
    .execute()

async function endingOf(tx: Tx, orderId: string) {
  const ending = await tx
    .selectFrom('productionEnding as o')
    .select([
      'o.lotId',
      'o.charged',
      'o.water',
      'o.losses',
      'o.remains',
      'o.handedOver',
      'o.coProducts',
      'o.scattered',
      'o.clearedUntil',
      'o.endedAt',
    ])
    .select([
      sql<string>`coalesce(${nameOf('o.endedBy')}, '')`.as('endedByName'),
      sql<string | null>`(select p.code from stock_entry e join place p on p.enterprise_id = e.enterprise_id and p.id = e.to_place_id
        where e.enterprise_id = o.enterprise_id and e.lot_id = o.lot_id and p.zone = 'rejected' and e.kind in ('production_output', 'transfer')
          and e.document_id = o.order_id limit 1)`.as('placeCode'),
    ])
    .where('o.orderId', '=', orderId)
    .executeTakeFirst()
  return ending ?? null
}

/** Every signature of the batch record, in the order of signing, and whether what was signed is unchanged. */
async function signaturesOf(tx: Tx, orderId: string) {
  const { rows } = await sql<{
    of: string
    signerName: string
    meaning: string
    comment: string
    signedAt: string
    holds: boolean
    supersededBy: string | null
  }>`
    select record.of, s.signer_name as "signerName", s.meaning, s.comment, s.signed_at as "signedAt", signature_holds(s) as holds, signature_superseded(s) as superseded_by
    from (select 'production_order' as record_table, ${orderId}::uuid as record_id, '批生产指令' as of
      union all select 'production_issue', id, case when is_supplement then '补领单 ' else '领料单 ' end || issue_no from production_issue where order_id = ${orderId}
      union all select 'production_return', id, '退料单 ' || return_no from production_return where order_id = ${orderId}
      union all select 'production_part', id, '交料单 ' || part_no from production_part where order_id = ${orderId}
      union all select 'production_step', id, '第' || step_no || '道 ' || name from production_step where order_id = ${orderId}
      union all select 'bulk_lot', id, '物料平衡' from bulk_lot where order_id = ${orderId}
      union all select 'production_ending', id, '终止结算' from production_ending where order_id = ${orderId}) record
    join signature s on s.record_table = any(table_names(record.record_table)) and s.record_id = record.record_id
    order by s.signed_at, s.id`.execute(tx)
  return rows
}

export const listProducts: Handler<typeof productionApi.products> = async (tx, _actor, { q }) => {
  const processes = await findProcesses(tx, { q })
  const last = await lastLines(
    tx,
    processes.map(({ id }) => id),
  )
  return processes.map(({ id, code, name, cutSpec, materialId, materialName, processingMethod, process }) => ({
    id,
    code,
    name,
    cutSpec,
    materialId,
    materialName,
    processingMethod,
    process,
    last: last.get(id) ?? null,
  }))
}

export const listUsableLots: Handler<typeof productionApi.usableLots> = async (tx, _actor, { materialId }) =>
  (await findUsableLots(tx, materialId)).map(({ expiresOn: _, ...lot }) => lot)

export const listBins: Handler<typeof productionApi.bins> = async (tx, _actor, { id }) => {
  const order = await tx.selectFrom('productionOrder').select('id').where('id', '=', id).executeTakeFirst()
  if (order === undefined) throw new Refusal('not_found')
  const inputs = await tx.selectFrom('productionInput').select('lotId').where('orderId', '=', id).execute()
  const bins = await binsOfLots(
    tx,
    inputs.map((input) => input.lotId),
  )
  return bins.map(({ zone: _, ...bin }) => bin)
}
