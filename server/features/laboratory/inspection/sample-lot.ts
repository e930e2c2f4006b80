import { Decimal } from 'decimal.js'
import type { z } from 'zod'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionRow, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { besideTheLot } from '#contract/laboratory/request.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import { mostSample, packagesSampled } from '#contract/laboratory/sampling.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Installation } from '#kernel/installation.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { setCodeState, type CodeRun } from '#server/features/packing/codes/code-spans.ts'
import { partFromBoxes } from '#server/features/packing/packaging/unbox-packs.ts'
import { openKeptPacks } from '#server/features/laboratory/sample/open-kept-packs.ts'
import { wholePacks } from '#server/features/laboratory/sample/whole-packs.ts'
import { needAuthorisation } from '#server/features/people/authorisation/need-authorisation.ts'
import { setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { advanceInspection, takeInspection } from './take-inspection.ts'

/** What a sampling is divided into. */
export const parts = ['test', 'recheck', 'retention'] as const

/** How many times one full test's need each part must hold: a batch's retention sample serves two tests (domain §2.6). */
const shares = {
  raw: { test: 1, recheck: 1, retention: 1 },
  bulk: { test: 1, recheck: 1, retention: 2 },
  // The packs that stay whole are kept already: what is left of those that were opened is enough.
  kept: { test: 1, recheck: 1, retention: 0 },
}

/**
 * 取样 (ChP 通则 0211): the sampler opens the packages the stored seed drew, takes at least three times the test's need,
 * parts it, and signs. The parts leave the warehouse for laboratory and retention cabinet; the lot is under test.
 */
export const sampleLot =
  (side: InspectionSide, { masterKey }: Installation): Handler<typeof rawInspectionApi.sample> =>
  async (tx, actor, input) => {
    const { inspection, lot } = await takeInspection(tx, actor, side, 'sample', input.id)
    await draw(tx, actor, { inspection, lot, masterKey }, input)
    // A lot that is usable stays so while it is tested again before its day, or looked into; so does one of which a return is tested.
    if (!besideTheLot.includes(inspection.requestKind) && (lot.state === 'quarantine' || lot.state === 'retest_due'))
      await setLotState(tx, lot, 'under_test')
    return advanceInspection(tx, inspection, 'sample')
  }

/**
 * 重新取样: a part of the sample was lost or is too little. The lot is sampled again; the earlier sampling stays beside the new one with its reason. The
 * packages are those that the seed drew: they were opened already.
 */
export const sampleAgain =
  (side: InspectionSide, { masterKey }: Installation): Handler<typeof rawInspectionApi.sampleAgain> =>
  async (tx, actor, { reason, ...input }) => {
    const { inspection, lot } = await takeInspection(tx, actor, side, 'sampleAgain', input.id)
    const gone = await tx
      .selectFrom('sampling')
      .innerJoin('sample', (join) =>
        join.onRef('sample.enterpriseId', '=', 'sampling.enterpriseId').onRef('sample.samplingId', '=', 'sampling.id'),
      )
      .select('sampling.id')
      .where('sampling.inspectionId', '=', inspection.id)
      .where('sampling.replacedAt', 'is', null)
      .where('sample.state', 'in', ['lost', 'insufficient'])
      .executeTakeFirst()
    if (gone === undefined) throw new Refusal('sample_still_there')
    await tx.updateTable('sampling').set({ replacedAt: tx.now().toISOString(), replaceReason: reason }).where('id', '=', gone.id).execute()
    await draw(tx, actor, { inspection, lot, masterKey }, input)
    return advanceInspection(tx, inspection, 'sampleAgain')
  }

type Drawn = { inspection: InspectionRow; lot: Lot; masterKey: Uint8Array }

/** The sampler opens the packages, takes and parts the sample, and signs; the parts leave the warehouse, and the laboratory is told. */
async function draw(tx: Tx, actor: Actor, { inspection, lot, masterKey }: Drawn, input: Input): Promise<void> {
  const { side } = inspection
  const isKept = inspection.requestKind === 'stability'
  await needAuthorisation(tx, actor, [{ activity: 'sampling', path: '' }])
  const plan = await planOf(tx, input)
  const short = [...shortParts(isKept ? 'kept' : side, input), ...(await shortNeed(tx, lot, input))]
  if (short.length > 0) throw new Refusal('sample_too_small', short)
  if (lot.isToxic && input.witness === undefined) throw new Refusal('toxic_needs_second')

  const opened = await openedPacks(tx, masterKey, { inspection, lot }, input)
  const now = tx.now()
  const occurredAt = now.toISOString()
  const sampling = await writeSampling(tx, actor, plan, input, now)
  const document = { kind: 'sampling', id: sampling.id, no: sampling.samplingNo }
  if (isKept) await openKeptPacks(tx, actor, { lot, document, runs: opened })
  else {
    await setCodeState(tx, actor, opened, 'sampled', { document })
    await partFromBoxes(tx, actor, { lotId: lot.id, taken: opened, document, reason: '箱内成品已取样' })
  }
  const { signs, duty } = inspectionActions[side].sample
  const record = { table: 'sampling', id: sampling.id }
  await sign(tx, actor, input.signature, { meaning: signs, ...record })
  if (input.witness !== undefined) {
    const witness = await signAsSecond(tx, actor, input.witness, duty, { meaning: `${signs}（第二人）`, ...record })
    await tx.updateTable('sampling').set({ witnessedBy: witness.id }).where('id', '=', sampling.id).execute()
  }

  if (isKept) await moveKeptParts(tx, actor, lot, input, { document, occurredAt })
  else await moveParts(tx, actor, { lot, placeId: plan.placeId }, input, { document, occurredAt })
  await recordTrace(tx, actor, [
    {
      lotId: lot.id,
      kind: 'sampled',
      occurredAt,
      place: input.place,
      documentNo: sampling.samplingNo,
      publicFacts: { packages: plan.packages, of: plan.packageCount },
      privateFacts: { total: sampling.total, unit: 'g' },
    },
  ])
  await notify(tx, actor, {
    duty: side === 'raw' ? '12:test' : '17:test',
    title: `${lot.name} ${lot.lotNo} 已取样，待检验`,
    page: side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-zhijian',
    q: inspection.requestNo,
    about: { table: 'inspection', id: inspection.id, asks: 'sampled' },
  })
  if (input.abnormalUnits.length > 0)
    await notify(tx, actor, {
      duty: '13:decide',
      title: `${lot.name} ${lot.lotNo} 取样时有 ${input.abnormalUnits.length} 件包件异常，未并入样品`,
      page: side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-zhijian',
      q: inspection.requestNo,
    })
}

type Input = z.output<typeof rawInspectionApi.sample.input>
type Plan = Awaited<ReturnType<typeof planOf>>

/** How many packages are opened: those the rule asks for, or more when the sampler says so. */
async function planOf(tx: Tx, input: Input) {
  const plan = await tx
    .selectFrom('inspection')
    .select(['requiredPackages', 'packageCount', 'drawSeed', 'requestedBy', 'placeId', 'lotId'])
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow()
  const packages = input.packages ?? plan.requiredPackages
  if (packages < plan.requiredPackages || packages > plan.packageCount)
    throw new Refusal('invalid_input', [{ path: 'packages', message: `应取${plan.requiredPackages}件，最多${plan.packageCount}件` }])
  const unknown = input.abnormalUnits.findIndex(({ number }) => number > plan.packageCount)
  if (unknown >= 0)
    throw new Refusal('invalid_input', [{ path: `abnormalUnits.${unknown}.number`, message: `共${plan.packageCount}件，没有这个件号` }])
  const { numbers, missing } = packagesSampled(
    { packages: plan.packageCount, count: packages, seed: plan.drawSeed },
    plan.requiredPackages,
    input.abnormalUnits.map(({ number }) => number),
  )
  if (missing > 0)
    throw new Refusal('invalid_input', [{ path: 'packages', message: `抽中的异常包件不并入样品，请把实取件数增加${missing}件` }])
  if (numbers.length === 0)
    throw new Refusal('invalid_input', [{ path: 'abnormalUnits', message: '没有正常的包件可以取样，请告知质量部门，由其决定' }])
  return { ...plan, packages: numbers.length, packageNumbers: numbers }
}

/** Writes the sampling record and its three numbered parts, in g. */
async function writeSampling(tx: Tx, actor: Actor, plan: Plan, input: Input, now: Date) {
  const today = dayInShanghai(now)
  const { samplingPoint, method, place, temperature, humidity, testNeed, fieldNote, quartered } = input
  const total = new Decimal(input.test).plus(input.recheck).plus(input.retention).toFixed()
  const sampling = await tx
    .insertInto('sampling')
    .values({
      enterpriseId: actor.enterpriseId,
      inspectionId: input.id,
      samplingNo: await nextDocumentNo(tx, 'QYD', today),
      packageNumbers: plan.packageNumbers,
      samplingPoint,
      method,
      place,
      temperature,
      humidity,
      testNeed,
      total,
      fieldNote,
      quartered,
      abnormalUnits: JSON.stringify(input.abnormalUnits),
      requestedBy: plan.requestedBy,
      sampledBy: actor.id,
      sampledAt: now.toISOString(),
    })
    .returning(['id', 'samplingNo'])
    .executeTakeFirstOrThrow()
  for (const kind of parts)
    await tx
      .insertInto('sample')
      .values({
        enterpriseId: actor.enterpriseId,
        samplingId: sampling.id,
        lotId: plan.lotId,
        sampleNo: await nextDocumentNo(tx, 'YP', today),
        kind,
        quantity: input[kind],
      })
      .execute()
  return { ...sampling, total }
}

/** A sample is a small part of its lot; grams typed as kilograms would leave nothing to use. Refused as too large, or as more than there is. */
function checkTaken(lot: Lot, bins: readonly { quantity: string }[], input: Input) {
  const total = parts.reduce((sum, part) => sum.plus(input[part]), new Decimal(0)).div(1000)
  const refuse = (code: 'short_stock' | 'sample_too_large', most: string) => {
    throw new Refusal(
      code,
      parts.map((part) => ({ path: part, message: `共取 ${total.toFixed()} kg，最多 ${most} kg` })),
    )
  }
  const [fullest = '0'] = bins.map(({ quantity }) => quantity)
  if (total.greaterThan(fullest)) refuse('short_stock', new Decimal(fullest).toFixed())
  const onHand = bins.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0)).toFixed()
  // Packs are scanned, so that no gram is a kilogram.
  if (lot.kind !== 'pack' && total.greaterThan(mostSample(onHand))) refuse('sample_too_large', mostSample(onHand))
}

/** Packed goods are sampled by whole packs, whose codes are scanned: the parts are their content, to the gram. Anything else has no codes. */
async function openedPacks(tx: Tx, masterKey: Uint8Array, { inspection, lot }: Omit<Drawn, 'masterKey'>, input: Input): Promise<CodeRun[]> {
  if (lot.kind !== 'pack') {
    if (input.packs.length > 0) throw new Refusal('invalid_input', [{ path: 'packs', message: '散装批次没有袋码' }])
    return []
  }
  const { runs, packs, grams } = await wholePacks(tx, masterKey, lot, {
    codes: input.packs,
    from: [inspection.requestKind === 'stability' ? 'sampled' : 'returned'],
    path: 'packs',
  })
  const total = parts.reduce((sum, part) => sum.plus(input[part]), new Decimal(0))
  if (!total.equals(grams))
    throw new Refusal('packs_not_whole', [{ path: 'packs', message: `已扫 ${packs} 袋，共 ${grams} g；各份合计 ${total.toFixed()} g` }])
  return runs
}

/** The parts leave the fullest bin of the lot, or the one that is asked about: test and recheck for the laboratory, the retention sample for its cabinet. */
async function moveParts(
  tx: Tx,
  actor: Actor,
  { lot, placeId }: { lot: Lot; placeId: string | null },
  input: Input,
  event: Pick<Movement, 'document' | 'occurredAt'>,
) {
  const bins = (await stockInBins(tx, lot.id)).filter((one) => placeId === null || one.placeId === placeId)
  checkTaken(lot, bins, input)
  const [bin] = bins
  if (bin === undefined) throw new Refusal('short_stock')
  const shared = { lotId: lot.id, from: bin.placeId, ...event }
  const tested = kg(new Decimal(input.test).plus(input.recheck))
  await moveStock(tx, actor, [
    { ...shared, to: { only: 'laboratory' }, quantity: tested, kind: 'sample' },
    { ...shared, to: { only: 'retention' }, quantity: kg(input.retention), kind: 'retention' },
  ])
}

/** Packs that are kept are opened in the laboratory; what is kept of their content goes back into the cabinet. */
async function moveKeptParts(tx: Tx, actor: Actor, lot: Lot, input: Input, event: Pick<Movement, 'document' | 'occurredAt'>) {
  const shared = { lotId: lot.id, ...event }
  const kept = kg(input.retention)
  await moveStock(tx, actor, [
    {
      ...shared,
      from: { only: 'retention' },
      to: { only: 'laboratory' },
      quantity: kg(new Decimal(input.test).plus(input.recheck)),
      kind: 'sample',
    },
    { ...shared, from: { only: 'retention' }, to: { only: 'laboratory' }, quantity: kept, kind: 'transfer' },
    { ...shared, from: { only: 'laboratory' }, to: { only: 'retention' }, quantity: kept, kind: 'retention' },
  ])
}

/** Grams as kg; a tenth of a gram is the fourth decimal, so nothing is rounded. */
export const kg = (grams: Decimal.Value) => new Decimal(grams).div(1000).toFixed()

/** What one full test needs is at least what the material or product says. */
async function shortNeed(tx: Tx, lot: Lot, { testNeed }: Pick<Input, 'testNeed'>): Promise<FieldError[]> {
  const goods =
    lot.productId === null
      ? tx.selectFrom('material').select('testAmount').where('id', '=', lot.materialId)
      : tx.selectFrom('product').select('testAmount').where('id', '=', lot.productId)
  const { testAmount } = await goods.executeTakeFirstOrThrow()
  if (testAmount === null || new Decimal(testNeed).greaterThanOrEqualTo(testAmount)) return []
  return [{ path: 'testNeed', message: `一次全检需用量不少于${new Decimal(testAmount).toFixed()} g（物料或产品档案）` }]
}

/** The parts that hold less than their share of the test's need. */
export function shortParts(share: keyof typeof shares, input: Pick<Input, 'testNeed' | (typeof parts)[number]>): FieldError[] {
  return parts
    .map((part) => ({ part, least: new Decimal(input.testNeed).times(shares[share][part]) }))
    .filter(({ part, least }) => least.greaterThan(input[part]))
    .map(({ part, least }) => ({ path: part, message: `不少于${least.toFixed()} g` }))
}
