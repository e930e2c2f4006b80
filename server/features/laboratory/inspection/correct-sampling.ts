import type { z } from 'zod'
import type { samplingChanges } from '#contract/cases/correction-changes.ts'
import { only } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { presentSampleStates } from '#contract/laboratory/sample.ts'
import { mostSample } from '#contract/laboratory/sampling.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { askedOf, type ApprovedCorrection, type CorrectionPlan } from '#kernel/correction.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, placesOfKind, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { readStock, stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { bringHome, drawFrom, takeBackDraws } from '#server/features/warehouse/stock/rebook-birth.ts'
import { kg, parts, shortParts } from './sample-lot.ts'

type Changes = z.output<typeof samplingChanges>
/** The three parts, g. */
type Parts = Record<(typeof parts)[number], string>

/** A sampling with its parts, its lot and its request. To change it, the lot is locked, as the steps of the laboratory do. */
async function readSampling(tx: Tx, id: string, purpose: 'change' | 'show') {
  const found = await tx
    .selectFrom('sampling')
    .innerJoin('inspection', (join) =>
      join.onRef('inspection.enterpriseId', '=', 'sampling.enterpriseId').onRef('inspection.id', '=', 'sampling.inspectionId'),
    )
    .select(['inspection.lotId', 'inspection.side', 'inspection.placeId', 'inspection.stabilityMonth'])
    .where('sampling.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  const lot =
    purpose === 'change'
      ? await lockLot(tx, found.lotId)
      : await tx.selectFrom('lot').selectAll().where('id', '=', found.lotId).executeTakeFirstOrThrow()
  const sampling = await tx
    .selectFrom('sampling')
    .select(['id', 'samplingNo', 'testNeed', 'total', 'sampledAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const samples = await tx.selectFrom('sample').select(['id', 'kind', 'state', 'quantity']).where('samplingId', '=', id).execute()
  const of = (kind: keyof Parts) => exact(only(samples.filter((sample) => sample.kind === kind)).quantity).toFixed()
  const was: Parts = { test: of('test'), recheck: of('recheck'), retention: of('retention') }
  const { side, placeId, stabilityMonth } = found
  return { sampling, samples, lot, side, placeId, stabilityMonth, was }
}

type Sampled = Awaited<ReturnType<typeof readSampling>>

const subjectOf = ({ lot, sampling }: Sampled) => `${lot.name} ${lot.lotNo} 取样 ${sampling.samplingNo}`

/** What the form of a correction shows of a sampling. */
export async function correctableSampling(tx: Tx, id: string) {
  const sampled = await readSampling(tx, id, 'show')
  return { subject: subjectOf(sampled), values: { ...sampled.was } }
}

/** What a correction of a sampling does: how much each part is, and with it what lies in the laboratory, in the cabinet and in the bin. */
export async function planSamplingCorrection(tx: Tx, id: string, changes: Changes): Promise<CorrectionPlan> {
  const sampled = await readSampling(tx, id, 'change')
  const { sampling, samples, lot, side, stabilityMonth, was } = sampled
  if (samples.some(({ state }) => !presentSampleStates.some((present) => present === state))) throw new Refusal('sample_gone')
  // What came out of the cabinet is not booked anew out of a bin.
  if (stabilityMonth !== null)
    throw new Refusal(
      'packs_not_whole',
      Object.keys(changes).map((part) => ({ path: `changes.${part}`, message: '稳定性考察取自留样，各份不能更正' })),
    )
  const is: Parts = { ...was, ...changes }
  const total = sumOf(parts.map((part) => is[part]))
  const short = shortParts(side, { testNeed: sampling.testNeed, ...is })
  if (short.length > 0)
    throw new Refusal(
      'sample_too_small',
      short.map(({ path, message }) => ({ path: `changes.${path}`, message })),
    )
  if (lot.kind === 'pack' && !exact(total).equals(sampling.total))
    throw new Refusal(
      'packs_not_whole',
      Object.keys(changes).map((part) => ({ path: `changes.${part}`, message: `各份合计仍应为 ${exact(sampling.total).toFixed()} g` })),
    )
  await checkTaken(tx, sampled, total, changes)
  return {
    subject: subjectOf(sampled),
    lotId: lot.id,
    lotIds: [lot.id],
    asked: askedOf(changes, was),
    patches: [
      ...samples.map(({ id: sampleId, kind }) => ({ table: 'sample' as const, id: sampleId, values: { quantity: is[kind] } })),
      { table: 'sampling', id, values: { total } },
    ],
    async follow(within, actor, correction) {
      await rebook(within, actor, correction, { sampled, is })
      await recordTrace(within, actor, [
        {
          lotId: lot.id,
          kind: 'corrected',
          occurredAt: tx.now().toISOString(),
          documentNo: correction.correctionNo,
          privateFacts: { reason: correction.reason, total },
        },
      ])
    },
  }
}

/** What more was taken lies in bins, and the sample stays a small part of what there was. */
async function checkTaken(tx: Tx, { lot, sampling }: Sampled, total: string, changes: Changes): Promise<void> {
  const { onHand } = await readStock(tx, lot.id)
  const taken = kg(sampling.total)
  const refuse = (code: 'correction_exceeds_stock' | 'sample_too_large', most: string) => {
    throw new Refusal(
      code,
      Object.keys(changes).map((part) => ({ path: `changes.${part}`, message: `共取 ${kg(total)} kg，最多 ${most} kg` })),
    )
  }
  const there = exact(onHand).plus(taken).toFixed()
  if (exact(kg(total)).greaterThan(taken) && exact(kg(total)).greaterThan(there)) refuse('correction_exceeds_stock', there)
  const most = exact(mostSample(there))
  if (exact(kg(total)).greaterThan(taken) && exact(kg(total)).greaterThan(most)) refuse('sample_too_large', most.toFixed())
}

/**
 * Takes back what the parts drew and books what they are, out of the bins that they came from, then out of any other. What was drawn of a return comes out of
 * its own bin alone: the rest of the lot was never opened.
 */
async function rebook(
  tx: Tx,
  actor: Actor,
  correction: ApprovedCorrection,
  { sampled: { sampling, lot, placeId, was }, is }: { sampled: Sampled; is: Parts },
): Promise<void> {
  const earlier = await tx
    .selectFrom('correction')
    .select('id')
    .where('recordId', '=', sampling.id)
    .where('state', '=', 'approved')
    .execute()
  const document = { kind: 'correction', id: correction.id, no: correction.correctionNo }
  const places = await placesOfKind(tx, 'laboratory', 'retention')
  const before = await stockInBins(tx, lot.id)
  const shared = { lotId: lot.id, document, reason: correction.reason, occurredAt: sampling.sampledAt }
  const tested = ({ test, recheck }: Parts) => kg(sumOf([test, recheck]))
  const drawings = [
    { kind: 'sample', to: places.laboratory, was: tested(was), is: tested(is) },
    { kind: 'retention', to: places.retention, was: kg(was.retention), is: kg(is.retention) },
  ] as const
  const changed = drawings.filter((one) => !exact(one.was).equals(one.is))
  // Everything is taken back before anything is drawn: what one part gives up is there for the other.
  const drawn = await takeBackDraws(tx, actor, {
    ...shared,
    kinds: changed.map(({ kind }) => kind),
    documentIds: [sampling.id, ...earlier.map(({ id }) => id)],
  })
  for (const { kind, to, ...quantity } of changed) {
    const bins = (await stockInBins(tx, lot.id))
      .filter((bin) => placeId === null || bin.placeId === placeId)
      .map(({ placeId, quantity: there }) => ({ bin: placeId, left: exact(there) }))
      .toSorted((a, b) => Number(drawn.includes(b.bin)) - Number(drawn.includes(a.bin)))
    const taken = drawFrom(bins, quantity.is)
    if (!taken.reduce((sum, part) => sum.plus(part.quantity), exact('0')).equals(quantity.is)) throw new Refusal('correction_exceeds_stock')
    await moveStock(
      tx,
      actor,
      taken.map((part): Movement => ({ ...shared, ...part, to, kind })),
    )
  }
  await settle(tx, actor, { lot, before, entry: shared })
}

type Settling = {
  lot: Lot
  before: Awaited<ReturnType<typeof stockInBins>>
  entry: Pick<Movement, 'lotId' | 'document' | 'occurredAt'> & { reason: string }
}

/** What came back into a bin that was empty goes where the rest is; and what others reserved is still there. */
async function settle(tx: Tx, actor: Actor, { lot, before, entry }: Settling): Promise<void> {
  const newly = (await stockInBins(tx, lot.id)).filter(({ placeId }) => !before.some((bin) => bin.placeId === placeId))
  await bringHome(tx, actor, {
    lot,
    home: before[0]?.placeId,
    left: newly.map(({ placeId, quantity }) => ({ bin: placeId, left: exact(quantity) })),
    entry,
    path: 'changes',
  })
  const after = await readStock(tx, lot.id)
  if (exact(after.reserved).greaterThan(after.onHand)) throw new Refusal('short_stock')
}
