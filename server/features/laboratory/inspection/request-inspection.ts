import { randomBytes } from 'node:crypto'
import type { rawInspectionApi, bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { appliedName, type InspectionRow, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { packagesToSample } from '#contract/laboratory/sampling.ts'
import { dayInShanghai, isRetestDue } from '#contract/warehouse/shelf-life.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { lockLot, setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { describeBoughtLot, describeMadeLot, sideOf, type LotDescription } from './describe-lot.ts'
import { applyingTo, inspectionRowOf } from './queries.ts'

type Request = {
  lotId: string
  priority: 'normal' | 'urgent'
  department: string
  remark: string
}

/** 原料请验: the warehouse asks quality control to test a lot that is in quarantine or due for its retest. */
export const requestRawInspection: Handler<typeof rawInspectionApi.request> = (tx, actor, input) =>
  request(tx, actor, 'raw', input, (lot) => describeBoughtLot(tx, lot))

/** 成品请验: the workshop asks for the test of a finished bulk batch, and says in how many containers it is. */
export const requestBulkInspection: Handler<typeof bulkInspectionApi.request> = (tx, actor, input) =>
  request(tx, actor, 'bulk', input, (lot) => describeMadeLot(tx, lot, input.packageCount))

async function request(
  tx: Tx,
  actor: Actor,
  side: InspectionSide,
  input: Request,
  describe: (lot: Lot) => Promise<LotDescription>,
): Promise<InspectionRow> {
  const today = dayInShanghai(tx.now())
  const lot = await dueForRetest(tx, await lockLot(tx, input.lotId), today)
  if (sideOf(lot) !== side) throw new Refusal('not_found')
  if (await isUnderInspection(tx, lot.id)) throw new Refusal('inspection_open')
  if (lot.state !== 'quarantine' && lot.state !== 'retest_due') throw new Refusal('wrong_state')
  // All that apply today are written down with the request (`apply_standards`), and their limits are frozen with them (I10). Nobody chooses.
  const standards = await applyingTo(tx, lot.id)
  const [leading] = standards
  if (leading === undefined || leading.authority === 'customer')
    throw new Refusal('standard_not_effective', [{ path: 'lotId', message: `${lot.name}：今天没有现行的法定标准或企业标准` }])

  const { goods, ...described } = await describe(lot)
  const requestKind = lot.state === 'retest_due' ? 'periodic' : (await wasReported(tx, lot.id)) ? 'supplementary' : 'initial'
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
      ...described,
      lotQuantity: lot.quantity,
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

/** A released lot whose retest day has come is due for retest; the first person who looks at it sets the state. */
async function dueForRetest(tx: Tx, lot: Lot, today: string): Promise<Lot> {
  return lot.state === 'released' && lot.retestOn !== null && isRetestDue(lot.retestOn, today) ? setLotState(tx, lot, 'retest_due') : lot
}

const isUnderInspection = async (tx: Tx, lotId: string) =>
  (await tx
    .selectFrom('inspection')
    .select('id')
    .where('lotId', '=', lotId)
    .where('state', 'in', ['requested', 'accepted', 'sampled', 'submitted', 'reviewed'])
    .executeTakeFirst()) !== undefined

const wasReported = async (tx: Tx, lotId: string) =>
  (await tx.selectFrom('report').select('id').where('lotId', '=', lotId).executeTakeFirst()) !== undefined
