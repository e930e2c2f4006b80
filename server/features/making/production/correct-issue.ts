import { sql } from 'kysely'
import type { z } from 'zod'
import type { issueChanges } from '#contract/cases/correction-changes.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import { balanceOf, mostOfBatch, mostOfStep, sumOf, type Balance } from '#contract/making/mass-balance.ts'
import type { Weighing } from '#contract/making/production-record.ts'
import type { ApprovedCorrection, CorrectionPlan, Patch } from '#kernel/correction.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { readStock, stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import {
  limitsOf,
  lockBatch,
  massesOf,
  noteDeviations,
  percentsOf,
  readBatch,
  tellLot,
  type Batch,
  type Purpose,
} from './corrected-batch.ts'
import { netOf, straysOf } from './issue-materials.ts'
import { rebookCharge } from './rebook-charge.ts'

type Changes = z.output<typeof issueChanges>

/** What of a lot was weighed out and what came back, kg. */
type Moved = { issued: string; returned: string }
/** One lot of the charge, as it is recorded and as it was in truth. */
type Charged = Batch['inputs'][number] & { was: Moved; is: Moved }
type Issued = Batch & {
  /** The one that is corrected; its order may have others. */
  issue: Batch['issues'][number]
  returned: ReadonlyMap<string, string>
  /** Whatever booked the charge of the order; and of that, what booked this issue. */
  documentIds: readonly string[]
  issueIds: readonly string[]
}

/** An issue with its batch. For a change its lots, the order and the batch are locked, as the steps of production do. */
async function readIssued(tx: Tx, id: string, purpose: Purpose): Promise<Issued> {
  const found = await tx.selectFrom('productionIssue').select('orderId').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  if (purpose === 'change') {
    const inputs = await tx.selectFrom('productionInput').select('lotId').where('orderId', '=', found.orderId).execute()
    await lockLots(
      tx,
      inputs.map(({ lotId }) => lotId),
    )
    await lockBatch(tx, found.orderId)
  }
  const batch = await readBatch(tx, found.orderId)
  // What was weighed out for an order that came to nothing is back in its bins, or destroyed.
  if (batch.order.state === 'cancelled') throw new Refusal('wrong_state')
  // While a batch comes in parts, its charge is booked as used up and its balance is open.
  if (batch.batch === undefined && !exact(batch.handedOver).isZero()) throw new Refusal('batch_unfinished_correction')
  const ids = batch.issues.map((issue) => issue.id)
  const earlier = await tx
    .selectFrom('correction')
    .select(['id', 'recordId'])
    .where('recordId', 'in', [...ids, ...batch.steps.map((step) => step.id)])
    .where('state', '=', 'approved')
    .execute()
  const documentIds = [...ids, batch.order.id, ...batch.returnIds, ...earlier.map((correction) => correction.id)]
  return {
    ...batch,
    issue: only(batch.issues.filter((issue) => issue.id === id)),
    documentIds,
    issueIds: [id, ...earlier.filter(({ recordId }) => recordId === id).map((correction) => correction.id)],
    returned: await returnedOf(tx, documentIds),
  }
}

/** What came back of each lot, kg: what the ledger says and was not taken back. */
async function returnedOf(tx: Tx, documentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const entries = await tx
    .selectFrom('stockEntry')
    .select(['lotId', sql<string>`sum(quantity)::text`.as('quantity')])
    .where('kind', '=', 'return_from_production')
    .where('documentId', 'in', documentIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stockEntry as later').select('later.id').whereRef('later.reverses', '=', 'stockEntry.id'))),
    )
    .groupBy('lotId')
    .execute()
  return new Map(entries.map(({ lotId, quantity }) => [lotId, exact(quantity).toFixed()]))
}

const subjectOf = ({ order, issue }: Issued) => `${order.productName} ${order.batchNo ?? order.orderNo} 领料 ${issue.issueNo}`

/** What the form of a correction shows of an issue. */
export async function correctableIssue(tx: Tx, id: string) {
  const issued = await readIssued(tx, id, 'show')
  return {
    subject: subjectOf(issued),
    values: {},
    weighings: issued.issue.weighings.map(({ lotNo, placeCode, gross, tare }, index) => ({
      piece: index + 1,
      lotNo,
      placeCode,
      gross,
      tare,
    })),
    returns:
      issued.batch === undefined
        ? []
        : issued.inputs.map(({ lotId, lotNo, name }) => ({ lotNo, name, quantity: issued.returned.get(lotId) ?? '0' })),
  }
}

/**
 * What a correction of an issue does: what was weighed out for a batch and what came back of it, and with them the stock, the graph and the balance
 * of the batch. What the steps took in stays; a step that took more than there was is corrected first.
 */
export async function planIssueCorrection(tx: Tx, id: string, changes: Changes): Promise<CorrectionPlan> {
  const issued = await readIssued(tx, id, 'change')
  const { batch, inputs, issue, process } = issued
  const weighings = withWeights(issue.weighings, changes.weighings ?? [])
  const charged = chargeOf(issued, weighings, changes.returns)
  checkCharge(issued, charged)
  checkSteps(issued, charged)
  for (const lot of charged.filter(hasMoved)) await checkStock(tx, lot)
  const balance = balanceAfter(issued, charged)
  const planned = straysOf(process, inputs, issue.weighings).map(({ of }) => of)
  const events = straysOf(process, inputs, weighings).filter(({ of }) => !planned.includes(of))
  const hasOtherWeights = JSON.stringify(weighings) !== JSON.stringify(issue.weighings)
  return {
    subject: subjectOf(issued),
    lotId: batch?.id ?? null,
    lotIds: batch === undefined ? [] : [batch.id],
    asked: askedOf(issued, weighings, charged, changes),
    patches: [
      ...(hasOtherWeights ? [{ table: 'production_issue' as const, id, values: { weighings } }] : []),
      ...(balance === undefined ? [] : [balance.patch]),
    ],
    async follow(within, actor, correction) {
      const document = { kind: 'correction', id: correction.id, no: correction.correctionNo }
      for (const { lotId, was, is } of charged.filter(hasMoved))
        await rebookCharge(within, actor, {
          lotId,
          was,
          is,
          weighings: weighings.filter((weighing) => weighing.lotId === lotId),
          documentIds: issued.documentIds,
          issueIds: issued.issueIds,
          document,
          reason: correction.reason,
          issuedAt: issue.issuedAt,
          finishedAt: batch?.finishedAt,
          drawn: issued.drawn.get(lotId) ?? '0',
        })
      if (batch !== undefined) await sql`select tell_edges(${batch.id}::uuid)`.execute(within)
      await tell(within, actor, correction, { issued, charged })
      await noteDeviations(within, actor, correction, issued, {
        stepNo: null,
        outside: [],
        events: events.map(({ message }) => `领料更正后与计划不符：${message}`),
        balance: balance?.balance,
      })
    },
  }
}

const invalid = (path: string, message: string) => new Refusal('invalid_input', [{ path, message }])

/** The containers with the given weights; each is named once. */
function withWeights(weighings: readonly Weighing[], given: NonNullable<Changes['weighings']>): Weighing[] {
  const corrected = [...weighings]
  for (const [index, { piece, gross, tare }] of given.entries()) {
    const was = weighings[piece - 1]
    if (was === undefined) throw invalid(`changes.weighings.${index}.piece`, `领料单共 ${weighings.length} 件`)
    if (given.findIndex((one) => one.piece === piece) !== index) throw invalid(`changes.weighings.${index}.piece`, '同一件填写了两次')
    const net = exact(gross).minus(tare)
    if (net.lessThanOrEqualTo(0)) throw invalid(`changes.weighings.${index}.gross`, '毛重应大于皮重')
    if (!exact(gross).equals(was.gross) || !exact(tare).equals(was.tare)) corrected[piece - 1] = { ...was, gross, tare, net: net.toFixed() }
  }
  return corrected
}

/** Every lot of the charge with what was weighed out and came back, before and after. */
function chargeOf(
  { batch, inputs, issue, issues, returned }: Issued,
  weighings: readonly Weighing[],
  given: Changes['returns'],
): Charged[] {
  for (const [index, { lotNo }] of (given ?? []).entries()) {
    if (batch === undefined) throw invalid(`changes.returns.${index}.quantity`, '生产尚未完成，没有退料可更正')
    if (!inputs.some((input) => input.lotNo === lotNo)) throw invalid(`changes.returns.${index}.lotNo`, '该批不在本指令中')
    if (given?.findIndex((one) => one.lotNo === lotNo) !== index) throw invalid(`changes.returns.${index}.lotNo`, '同一批填写了两次')
  }
  return inputs.map((input) => {
    const others = issues.filter(({ id }) => id !== issue.id).flatMap((other) => other.weighings)
    const was = { issued: netOf([...others, ...issue.weighings], input.lotId), returned: returned.get(input.lotId) ?? '0' }
    const asked = given?.find(({ lotNo }) => lotNo === input.lotNo)?.quantity
    return {
      ...input,
      was,
      is: { issued: netOf([...others, ...weighings], input.lotId), returned: exact(asked ?? was.returned).toFixed() },
    }
  })
}

const usedOf = ({ issued, returned }: Moved) => exact(issued).minus(returned)
const hasMoved = ({ was, is }: Charged) => !exact(was.issued).equals(is.issued) || !exact(was.returned).equals(is.returned)

/** The field to blame: where a lot's weights came to be others, or its return. */
const pathOf = ({ was, is }: Pick<Charged, 'was' | 'is'>) => (exact(was.issued).equals(is.issued) ? 'changes.returns' : 'changes.weighings')

/** No more comes back of a lot than was weighed out, and the graph keeps its parents: none drops out, none comes in. */
function checkCharge({ batch, drawn }: Issued, charged: readonly Charged[]) {
  for (const lot of charged.filter(hasMoved)) {
    const taken = drawn.get(lot.lotId) ?? '0'
    if (!exact(taken).isZero() && usedOf(lot.is).lessThanOrEqualTo(taken))
      throw new Refusal('charge_kept', [{ path: pathOf(lot), message: `${lot.lotNo} 已有 ${exact(taken).toFixed()} kg 成为联产品` }])
  }
  if (batch === undefined) return
  for (const lot of charged.filter(hasMoved)) {
    const { lotNo, was, is } = lot
    if (usedOf(is).isNegative())
      throw new Refusal('return_exceeds', [{ path: pathOf(lot), message: `${lotNo} 领料 ${is.issued} kg，退料 ${is.returned} kg` }])
    if (usedOf(is).isZero() !== usedOf(was).isZero())
      throw new Refusal('charge_kept', [
        { path: pathOf(lot), message: `${lotNo} 投料 ${usedOf(was).toFixed()} kg，更正后 ${usedOf(is).toFixed()} kg` },
      ])
  }
}

const ofRole = (charged: readonly Charged[], role: 'main' | 'auxiliary') => charged.filter((lot) => lot.role === role)

/** What the steps took in was there, and none gave more than it took; the database says the same. */
function checkSteps({ steps }: Issued, charged: readonly Charged[]) {
  const first = steps[0]
  if (first === undefined) return
  const changed = charged.filter(hasMoved)
  const blame = (message: string): FieldError[] => [...new Set(changed.map(pathOf))].map((path) => ({ path, message }))
  const mains = ofRole(charged, 'main')
  const [issued, returned] = [sumOf(mains.map(({ is }) => is.issued)), sumOf(mains.map(({ is }) => is.returned))]
  if (exact(first.inputQuantity).plus(returned).greaterThan(issued))
    throw new Refusal(
      'input_exceeds',
      blame(
        `更正后领料 ${issued} kg，退料 ${returned} kg；首道工序已投入 ${exact(first.inputQuantity).toFixed()} kg，请先更正首道工序的投入`,
      ),
    )
  const auxiliaries = ofRole(charged, 'auxiliary')
  const [had, has] = [sumOf(auxiliaries.map(({ was }) => was.issued)), sumOf(auxiliaries.map(({ is }) => is.issued))]
  if (!exact(has).lessThan(had)) return
  for (const step of steps) {
    const earlier = steps.filter(({ stepNo }) => stepNo < step.stepNo)
    const most = mostOfStep(
      { input: step.inputQuantity, water: step.waterQuantity ?? '0' },
      {
        fed: first.inputQuantity,
        earlierWater: sumOf(earlier.map(({ waterQuantity }) => waterQuantity ?? '0')),
        earlierKept: sumOf([step, ...earlier].map(({ coProductQuantity }) => coProductQuantity)),
        auxiliaries: has,
      },
    )
    const output = step.outputQuantity ?? '0'
    const together = sumOf([output, step.coProductQuantity, ...(step.losses ?? []).map(({ quantity }) => quantity)])
    if (exact(together).greaterThan(most.together) || exact(output).greaterThan(most.output))
      throw new Refusal(
        'mass_from_nothing',
        blame(`第${step.stepNo}道工序产出与损耗（含联产品）合计 ${together} kg，最多 ${most.together} kg，请先更正该工序`),
      )
  }
}

/** What is missing lies in bins, and so does all that came back, in one of them: it is taken back and booked anew. */
async function checkStock(tx: Tx, lot: Charged): Promise<void> {
  const { lotId, lotNo, was, is } = lot
  const { onHand } = await readStock(tx, lotId)
  const more = usedOf(is).minus(usedOf(was))
  const [fullest] = await stockInBins(tx, lotId)
  const refuse = (message: string) => {
    throw new Refusal('correction_exceeds_stock', [{ path: pathOf(lot), message }])
  }
  if (more.greaterThan(onHand)) refuse(`${lotNo} 现有 ${exact(onHand).toFixed()} kg，更正后多用 ${more.toFixed()} kg`)
  if (exact(was.returned).greaterThan(fullest?.quantity ?? '0'))
    refuse(`${lotNo} 原退料 ${was.returned} kg 已不在同一货位，该批最多的货位有 ${exact(fullest?.quantity ?? '0').toFixed()} kg`)
}

/** The balance of a finished batch with what went into it in truth; undefined while it is not finished. */
function balanceAfter({ batch, steps }: Issued, charged: readonly Charged[]): { balance: Balance; patch: Patch } | undefined {
  if (batch === undefined) return undefined
  const mains = ofRole(charged, 'main')
  const masses = {
    ...massesOf(batch),
    issued: sumOf(mains.map(({ is }) => is.issued)),
    returned: sumOf(mains.map(({ is }) => is.returned)),
    auxiliaries: sumOf(ofRole(charged, 'auxiliary').map(({ is }) => usedOf(is).toFixed())),
  }
  const together = sumOf([masses.output, masses.sampled, masses.leftover])
  const most = mostOfBatch(masses, elementAt(steps, -1).outputQuantity ?? '0')
  if (charged.some(hasMoved) && exact(together).greaterThan(most))
    throw new Refusal(
      'mass_from_nothing',
      [...new Set(charged.filter(hasMoved).map(pathOf))].map((path) => ({
        path,
        message: `产出、取样与尾料合计 ${together} kg，更正后最多 ${most} kg，请先更正物料平衡`,
      })),
    )
  const balance = balanceOf(masses, limitsOf(batch))
  const values = {
    issued_quantity: masses.issued,
    returned_quantity: masses.returned,
    charged_quantity: balance.charged,
    auxiliary_quantity: masses.auxiliaries,
    ...percentsOf(balance),
  }
  return { balance, patch: { table: 'bulk_lot', id: batch.id, values } }
}

/** The containers and the returns that become others, before and after; nothing when what is asked for is what there is. */
function askedOf(
  { issue }: Issued,
  weighings: readonly Weighing[],
  charged: readonly Charged[],
  changes: Changes,
): CorrectionPlan['asked'] {
  const shown = (of: readonly Weighing[], piece: number) => {
    const { lotNo, gross, tare, net } = present(of[piece - 1])
    return { piece, lotNo, gross, tare, net }
  }
  const pieces = weighings.flatMap((weighing, index) => (weighing === issue.weighings[index] ? [] : [index + 1]))
  const returns = charged.filter(({ was, is }) => !exact(was.returned).equals(is.returned))
  const change = (field: keyof Changes, old: readonly object[], is: readonly object[]) =>
    is.length === 0 ? [] : [{ field, old: JSON.stringify(old), new: JSON.stringify(is), value: changes[field] }]
  return [
    ...change(
      'weighings',
      pieces.map((piece) => shown(issue.weighings, piece)),
      pieces.map((piece) => shown(weighings, piece)),
    ),
    ...change(
      'returns',
      returns.map(({ lotNo, was }) => ({ lotNo, quantity: was.returned })),
      returns.map(({ lotNo, is }) => ({ lotNo, quantity: is.returned })),
    ),
  ]
}

/** Writes into the history of the batch and of each lot that was weighed otherwise what it was in truth. */
async function tell(
  tx: Tx,
  actor: Actor,
  correction: ApprovedCorrection,
  { issued, charged }: { issued: Issued; charged: readonly Charged[] },
): Promise<void> {
  await tellLot(tx, actor, correction, issued, {})
  const { order } = issued
  await recordTrace(
    tx,
    actor,
    charged.filter(hasMoved).map(({ lotId, is }) => ({
      lotId,
      kind: 'corrected' as const,
      occurredAt: tx.now().toISOString(),
      documentNo: correction.correctionNo,
      privateFacts: { reason: correction.reason, order: order.orderNo, product: order.productName, quantity: is.issued },
    })),
  )
}
