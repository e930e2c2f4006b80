import { restrictionsOf } from './heed-restrictions.ts'
import { sql, type NotNull, type SqlBool } from 'kysely'
import type { productionApi } from '#contract/making/production-api.ts'
import type { ProductionRow } from '#contract/making/production.ts'
import type { Weighing } from '#contract/making/production-record.ts'
import type { CorrectedValue } from '#contract/cases/corrected-value.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { pageOf } from '#kernel/paging.ts'
import { waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { binsOfLots } from '#server/features/warehouse/stock/on-hand.ts'
import { zoneOfReturn } from './return-bin.ts'
import { isChargeDoubtful } from './take-order.ts'
import { findProcesses } from './find-processes.ts'
import { lastLines } from './find-usual.ts'
import { findUsableLots } from './find-usable-lots.ts'

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
      sql<string>`coalesce(${nameOf('o.createdBy')}, '')`.as('createdByName'),
      sql<string[]>`coalesce(o.operator_ids, '{}')`.as('operatorIds'),
    ])

export const listProductions: Handler<typeof productionApi.list> = async (tx, _actor, { q, state, product, finishedFrom, ...page }) =>
  pageOf(
    tx,
    ordersOf(tx)
      .$call((query) => (state === undefined ? query : query.where('o.state', '=', state)))
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
              ...(await waysTo(tx, q, { numbers: ['o.orderNo', 'o.batchNo'], goods: 'o.productName' })),
              sql<boolean>`o.id in (select i.order_id from production_input i join lot on lot.enterprise_id = i.enterprise_id and lot.id = i.lot_id
                where lot.lot_no = ${q.toUpperCase()})`,
            ],
    },
  )

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
      nameOf('o.reviewedBy').as('reviewedByName'),
      nameOf('o.cancelledBy').as('cancelledByName'),
    ])
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (order === undefined) throw new Refusal('not_found')
  const issue = await issueOf(tx, id)
  const lots = await chargedLots(tx, id, ['issued', 'in_progress'].includes(order.state) ? (issue?.weighings ?? []) : [])
  return {
    ...order,
    lots,
    restrictions: await restrictionsOf(
      tx,
      lots.map(({ lotId }) => lotId),
    ),
    issue,
    steps: await stepsOf(tx, id),
    found: await deviationsOf(tx, id),
    balance: await balanceTableOf(tx, id),
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

async function issueOf(tx: Tx, orderId: string) {
  const issue = await tx
    .selectFrom('productionIssue as o')
    .select([
      'o.id',
      'o.issueNo',
      'o.scaleNo',
      'o.scaleValidUntil',
      'o.weighings',
      'o.reason',
      'o.issuedAt',
      sql<string>`coalesce(${nameOf('o.issuedBy')}, '')`.as('issuedByName'),
      sql<string>`coalesce(${nameOf('o.checkedBy')}, '')`.as('checkedByName'),
      sql<CorrectedValue[]>`corrections_of('production_issue', o.id)`.as('corrections'),
    ])
    .where('o.orderId', '=', orderId)
    .executeTakeFirst()
  return issue ?? null
}

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
    .select([
      'o.id',
      'o.stepNo',
      'o.finding',
      'o.note',
      'o.foundAt',
      'o.kind',
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
      union all select 'production_issue', id, '领料单 ' || issue_no from production_issue where order_id = ${orderId}
      union all select 'production_step', id, '第' || step_no || '道 ' || name from production_step where order_id = ${orderId}
      union all select 'bulk_lot', id, '物料平衡' from bulk_lot where order_id = ${orderId}) record
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
