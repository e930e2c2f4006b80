import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { rawInspectionApi, bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { statesUnderWay, type InspectionRow, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { appliedName, whyNotInvestigated } from '#contract/laboratory/request.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { packagesLeft, packagesToSample } from '#contract/laboratory/sampling.ts'
import { dayInShanghai, isRetestDue } from '#contract/warehouse/shelf-life.ts'
import { isCounted } from '#contract/warehouse/unit.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { readStock } from '#server/features/warehouse/stock/on-hand.ts'
import { lockLot, setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { describeBoughtLot, describeMadeLot, sideOf, type LotDescription } from './describe-lot.ts'
import { applyingTo, extensionsOf, inspectionRowOf, retestIsOffered } from './queries.ts'

type Request = {
  lotId: string
  priority: 'normal' | 'urgent'
  department: string
  remark: string
}

/** 原料请验: the warehouse asks quality control to test a lot that is in quarantine or due for its retest. */
export const requestRawInspection: Handler<typeof rawInspectionApi.request> = (tx, actor, input) =>
  request(tx, actor, { side: 'raw', isInvestigation: false }, input, (lot) => describeBoughtLot(tx, lot))

/** 原料调查检验: quality assurance has a lot looked into that was released, whatever the reason. */
export const investigateRaw: Handler<typeof rawInspectionApi.investigate> = (tx, actor, input) =>
  request(tx, actor, { side: 'raw', isInvestigation: true }, input, (lot) => describeBoughtLot(tx, lot))

/** 成品调查检验: the same of a batch that was found good. */
export const investigateBulk: Handler<typeof bulkInspectionApi.investigate> = (tx, actor, input) =>
  request(tx, actor, { side: 'bulk', isInvestigation: true }, input, (lot) => describeMadeLot(tx, lot, input.packageCount))

/** 成品请验: the workshop asks for the test of a finished bulk batch, and says in how many containers it is. */
export const requestBulkInspection: Handler<typeof bulkInspectionApi.request> = (tx, actor, input) =>
  request(tx, actor, { side: 'bulk', isInvestigation: false }, input, (lot) => describeMadeLot(tx, lot, input.packageCount))

async function request(
  tx: Tx,
  actor: Actor,
  { side, isInvestigation }: { side: InspectionSide; isInvestigation: boolean },
  input: Request,
  describe: (lot: Lot) => Promise<LotDescription>,
): Promise<InspectionRow> {
  const today = dayInShanghai(tx.now())
  const lot = await dueForRetest(tx, await lockLot(tx, input.lotId), today)
  if (sideOf(lot) !== side || lot.kind === 'pack') throw new Refusal('not_found')
  if (await isUnfinished(tx, lot.id)) throw new Refusal('batch_unfinished', [{ path: 'lotId', message: lot.lotNo }])
  if (isCounted(lot.unit)) throw new Refusal('pieces_accepted', [{ path: 'lotId', message: lot.lotNo }])
  if (await isUnderInspection(tx, lot.id)) throw new Refusal('inspection_open')
  const requestKind = isInvestigation ? investigationOf(lot) : await kindOf(tx, lot, today)
  const { onHand } = await readStock(tx, lot.id)
  if (exact(onHand).isZero()) throw new Refusal('short_stock', [{ path: 'lotId', message: '该批在库内已没有货' }])
  const whole = await describe(lot)
  // Of a bought lot as many packages are left as its quantity says; the containers of a batch were counted for this request.
  const packageCount = side === 'raw' ? packagesLeft(whole.packageCount, onHand, lot.quantity) : whole.packageCount
  return writeRequest(tx, actor, { lot, side, requestKind, placeId: null, quantity: onHand, described: { ...whole, packageCount } }, input)
}

/** What a request is about. `placeId`: the bin whose goods alone are tested; else the whole lot is. */
type Asked = {
  lot: Lot
  side: InspectionSide
  requestKind: InspectionRow['requestKind']
  placeId: string | null
  /** The time point of a stability test. */
  stabilityMonth?: number
  /** kg */
  quantity: string
  described: LotDescription
}

/** Writes a request about a locked lot, with the standards of today, and tells quality control. */
export async function writeRequest(
  tx: Tx,
  actor: Actor,
  { lot, side, requestKind, placeId, stabilityMonth, quantity, described: { goods, ...described } }: Asked,
  input: Omit<Request, 'lotId'>,
): Promise<InspectionRow> {
  const today = dayInShanghai(tx.now())
  // All that apply today are written down with the request (`apply_standards`), and their limits are frozen with them (I10). Nobody chooses.
  const standards = await applyingTo(tx, lot.id)
  const [leading] = standards
  if (leading === undefined || leading.authority === 'customer')
    throw new Refusal('standard_not_effective', [{ path: 'lotId', message: `${lot.name}：今天没有现行的法定标准或企业标准` }])

  const requestNo = await nextDocumentNo(tx, 'QY', today)
  const { id } = await tx
    .insertInto('inspection')
    .values({
      enterpriseId: actor.enterpriseId,
      requestNo,
      side,
      requestKind,
      priority: input.priority,
      lotId: lot.id,
      standardVersionId: leading.versionId,
      placeId,
      stabilityMonth: stabilityMonth ?? null,
      ...described,
      lotQuantity: quantity,
      requiredPackages: packagesToSample(described.packageCount, goods),
      drawSeed: randomBytes(16).toString('hex'),
      department: input.department,
      remark: input.remark,
      requestedBy: actor.id,
      requestedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  await recordTrace(tx, actor, [
    {
      lotId: lot.id,
      kind: 'requested',
      occurredAt: tx.now().toISOString(),
      documentNo: requestNo,
      privateFacts: { standard: standards.map(appliedName).join('、') },
    },
  ])
  await notify(tx, actor, {
    duty: side === 'raw' ? '12:accept' : '16:accept',
    title: `${lot.name} ${lot.lotNo} 请验待受理`,
    body: input.priority === 'urgent' ? `${requestNo}，紧急` : requestNo,
    page: side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-qingyan',
    q: requestNo,
    about: { table: 'inspection', id, asks: 'requested' },
  })
  return inspectionRowOf(tx, side, id)
}

/**
 * Which kind a request is, from the lot: a retest of one that is due or soon will be, as long as its material allows another extension; else the first
 * test, or one that supplements an earlier one.
 */
async function kindOf(tx: Tx, lot: Lot, today: string) {
  if (lot.state === 'quarantine') return (await wasReported(tx, lot.id)) ? ('supplementary' as const) : ('initial' as const)
  const { retestLimit, extensions, isRetestOffered } = await tx
    .selectFrom('lot')
    .leftJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'lot.enterpriseId').onRef('material.id', '=', 'lot.materialId'),
    )
    .select(['material.retestLimit', extensionsOf.as('extensions'), retestIsOffered(today).as('isRetestOffered')])
    .where('lot.id', '=', lot.id)
    .executeTakeFirstOrThrow()
  if (lot.state !== 'retest_due' && !isRetestOffered) throw new Refusal('wrong_state')
  if (retestLimit !== null && extensions >= retestLimit)
    throw new Refusal('retest_limit', [{ path: 'lotId', message: `已延长 ${extensions} 次，最多 ${retestLimit} 次` }])
  return 'periodic' as const
}

/** What was decided about already is looked into; what was not is simply tested. */
function investigationOf(lot: Lot) {
  const why = whyNotInvestigated(lot)
  if (why !== undefined) throw new Refusal('wrong_state', [{ path: 'lotId', message: why }])
  return 'investigation' as const
}

/** A released lot whose retest day has come is due for retest; the first person who looks at it sets the state. */
async function dueForRetest(tx: Tx, lot: Lot, today: string): Promise<Lot> {
  return lot.state === 'released' && lot.retestOn !== null && isRetestDue(lot.retestOn, today) ? setLotState(tx, lot, 'retest_due') : lot
}

const isUnderInspection = async (tx: Tx, lotId: string) =>
  (await tx
    .selectFrom('inspection')
    .select('id')
    .where('lotId', '=', lotId)
    .where('placeId', 'is', null)
    .where('state', 'in', statesUnderWay)
    .executeTakeFirst()) !== undefined

const isUnfinished = async (tx: Tx, lotId: string) =>
  (
    await tx
      .selectFrom('lot')
      .select(sql<boolean>`kind = 'bulk' and is_unfinished(lot)`.as('unfinished'))
      .where('id', '=', lotId)
      .executeTakeFirstOrThrow()
  ).unfinished

const wasReported = async (tx: Tx, lotId: string) =>
  (await tx.selectFrom('report').select('id').where('lotId', '=', lotId).executeTakeFirst()) !== undefined
