import { Decimal } from 'decimal.js'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import { drawPackages } from '#contract/laboratory/sampling.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { setLotState } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, placeOfKind } from '#server/features/warehouse/stock/move-stock.ts'
import { stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { advanceInspection, takeInspection } from './take-inspection.ts'

/** How many times one full test's need each part must hold: a batch's retention sample serves two tests (domain §2.6). */
const shares = { raw: { test: 1, recheck: 1, retention: 1 }, bulk: { test: 1, recheck: 1, retention: 2 } }

/**
 * 取样 (ChP 通则 0211): the sampler opens the packages the stored seed drew, takes at least three times the test's need,
 * parts it, and signs. The parts leave the warehouse for laboratory and retention cabinet; the lot is under test.
 */
export const sampleLot =
  (side: InspectionSide): Handler<typeof rawInspectionApi.sample> =>
  async (tx, actor, input) => {
    const { inspection, lot } = await takeInspection(tx, actor, side, 'sample', input.id)
    const plan = await tx
      .selectFrom('inspection')
      .select(['requiredPackages', 'packageCount', 'drawSeed', 'requestedBy'])
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    const packages = input.packages ?? plan.requiredPackages
    if (packages < plan.requiredPackages || packages > plan.packageCount)
      throw new Refusal('invalid_input', [{ path: 'packages', message: `应取${plan.requiredPackages}件，最多${plan.packageCount}件` }])
    const short = shortParts(side, input)
    if (short.length > 0) throw new Refusal('sample_too_small', short)
    if (lot.isToxic && input.witness === undefined) throw new Refusal('toxic_needs_second')

    const now = new Date()
    const today = dayInShanghai(now)
    const samplingNo = await nextDocumentNo(tx, 'QYD', today)
    const total = new Decimal(input.test).plus(input.recheck).plus(input.retention).toFixed()
    const { samplingPoint, method, place, temperature, humidity, testNeed, fieldNote } = input
    const sampling = await tx
      .insertInto('sampling')
      .values({
        enterpriseId: actor.enterpriseId,
        inspectionId: input.id,
        samplingNo,
        packageNumbers: drawPackages({ packages: plan.packageCount, count: packages, seed: plan.drawSeed }),
        samplingPoint,
        method,
        place,
        temperature,
        humidity,
        testNeed,
        total,
        fieldNote,
        requestedBy: plan.requestedBy,
        sampledBy: actor.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const kind of ['test', 'recheck', 'retention'] as const)
      await tx
        .insertInto('sample')
        .values({
          enterpriseId: actor.enterpriseId,
          samplingId: sampling.id,
          sampleNo: await nextDocumentNo(tx, 'YP', today),
          kind,
          quantity: input[kind],
        })
        .execute()
    const { signs } = inspectionActions[side].sample
    await sign(tx, actor, input.signature, { meaning: signs, table: 'sampling', id: sampling.id })
    if (input.witness !== undefined) {
      const witness = await signAsSecond(tx, actor, input.witness, inspectionActions[side].sample.duty, {
        meaning: `${signs}（第二人）`,
        table: 'sampling',
        id: sampling.id,
      })
      await tx.updateTable('sampling').set({ witnessedBy: witness.id }).where('id', '=', sampling.id).execute()
    }

    const [bin] = await stockInBins(tx, lot.id)
    if (bin === undefined) throw new Refusal('short_stock')
    const document = { kind: 'sampling', id: sampling.id, no: samplingNo }
    const toLaboratory = new Decimal(input.test).plus(input.recheck)
    const occurredAt = now.toISOString()
    await moveStock(tx, actor, [
      {
        lotId: lot.id,
        from: bin.placeId,
        to: await placeOfKind(tx, 'laboratory'),
        quantity: kg(toLaboratory),
        kind: 'sample',
        document,
        occurredAt,
      },
      {
        lotId: lot.id,
        from: bin.placeId,
        to: await placeOfKind(tx, 'retention'),
        quantity: kg(input.retention),
        kind: 'retention',
        document,
        occurredAt,
      },
    ])
    await setLotState(tx, lot, 'under_test')
    await recordTrace(tx, actor, [
      {
        lotId: lot.id,
        kind: 'sampled',
        occurredAt,
        place: place,
        documentNo: samplingNo,
        publicFacts: { packages, of: plan.packageCount },
        privateFacts: { total, unit: 'g' },
      },
    ])
    await notify(tx, actor, {
      duty: side === 'raw' ? '12:test' : '17:test',
      title: `${lot.name} ${lot.lotNo} 已取样，待检验`,
      page: side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-zhijian',
      q: inspection.requestNo,
    })
    return advanceInspection(tx, inspection, 'sample')
  }

/** Grams as kg; a tenth of a gram is the fourth decimal, so nothing is rounded. */
const kg = (grams: Decimal.Value) => new Decimal(grams).div(1000).toFixed()

function shortParts(side: InspectionSide, input: { testNeed: string; test: string; recheck: string; retention: string }): FieldError[] {
  return (['test', 'recheck', 'retention'] as const)
    .map((part) => ({ part, least: new Decimal(input.testNeed).times(shares[side][part]) }))
    .filter(({ part, least }) => least.greaterThan(input[part]))
    .map(({ part, least }) => ({ path: part, message: `不少于${least.toFixed()} g` }))
}
