import { elementAt, only } from '#contract/kernel/certain.ts'
import { careApi } from '#contract/warehouse/care.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { caredStores, carePlan } from './care.ts'
import { climatePoint, climateRead } from './climate.ts'
import { processYielding, productBeside } from './co-product.ts'
import { brokenMachine, mendedMachine } from './asset.ts'
import { signed, type Person } from './person.ts'
import { reported, sampled } from './inspection.ts'
import { returnTested, underWayInLaboratory } from './laboratory-now.ts'
import { disposedTests, observedRetention, sampledAgain } from './samples.ts'
import { drawnPacks, keptPacks, packCodes, packedLot, releaseOf } from './packaging.ts'
import {
  begunStep,
  concludedCase,
  doneStep,
  finishedProduction,
  gaveBack,
  handedOver,
  issuedProduction,
  pausedProduction,
  producedBatch,
  replacedPart,
  supplemented,
  terminatedProduction,
} from './production.ts'
import { approvedProcess, latestProcess, submittedProcess, writingOf } from './processing.ts'
import { approvedOrder, draftOrder } from './purchase.ts'
import { complaintsAbout, qualityCases, wetStack } from './quality-cases.ts'
import { liftedLock, placedLock } from './authority-lock.ts'
import { boxesOf, filledBox, openedBox } from './box.ts'
import { unlockedPack } from './code-lock.ts'
import { reviewedRights } from './rights-review.ts'
import { drilled, endedRecall, startedRecall } from './recall.ts'
import { releasedRepack } from './repack.ts'
import { partlyDelivered, receivedReturn, restockedReturn } from './return.ts'
import { approvedSale, deliveredSale, shippedSale } from './sale.ts'
import { withdrawn } from './withdrawal.ts'
import { arrived, bought, made, usedInPart, type Telling } from './ways.ts'

type As = (userName: string) => Promise<Person>

/** The last weeks up to yesterday: what is under way in the factory, in every state, for everybody who has something to do. */
export function planLastWeeks(telling: Telling): void {
  sellAngelica(telling)
  halfwayBatches(telling)
  underWayInLaboratory(telling)
  runningBatch(telling)
  batchesOffPlan(telling)
  batchInParts(telling)
  rawLotsInEveryState(telling)
  readStore(telling)
  const { agenda, as } = telling
  agenda.on(15, 9, () => revisedAstragalus(as))
  agenda.on(3, 16, () =>
    submittedProcess(as, '白芍', { basis: '变更控制 BG-2026-014：最大批量由1000 kg改为600 kg，与新润药机匹配', maxBatch: '600' }),
  )
  withdrawnRelease(telling)
  qualityCases(telling)
}

/** One raw lot of 当归, from the purchase to four customers: a recall has something to find. */
function sellAngelica(telling: Telling): void {
  const { agenda, as } = telling
  const lot = usedInPart(telling, { product: '当归', quantity: '600', line: '切制1线' }, '兰州')
  const { batch } = made(telling, 58, { product: '当归', lot, quantity: '300', serial: 3, line: '切制1线' }, 'loose')
  const packed = agenda.on(54, 13, () => packedLot(as, { batch: batch(), packs: 300, spec: '500 g' }))
  agenda.on(53, 9, async () => keptPacks(as, { lotId: packed().lotId, codes: await packCodes(as, packed().lotNo, 2) }))
  agenda.on(53, 10, () => releaseOf(as, packed()))
  const beijing = agenda.on(45, 9, () => deliveredSale(as, { pack: packed(), customer: '北京', packs: 120 }))
  const shanghai = agenda.on(38, 9, () => deliveredSale(as, { pack: packed(), customer: '上海', packs: 80 }))
  agenda.on(34, 9, () => restockedReturn(as, { sale: beijing(), packs: 5 }))
  const stopped = agenda.on(47, 7, () => placedLock(as, '麸炒白术'))
  agenda.on(46, 7, () => liftedLock(as, stopped()))
  agenda.on(30, 14, () => unlockedPack(as, elementAt(beijing().codes, 0)))
  returnTested(telling, beijing)
  agenda.on(9, 9, () => partlyDelivered(as, { pack: packed(), customer: '上海', packs: 12, refused: 3, missing: 2 }))
  agenda.on(2, 10, () => receivedReturn(as, { sale: shanghai(), packs: 3, conditions: ['intact', 'intact', 'opened'] }))
  agenda.on(1, 9, () => shippedSale(as, { pack: packed(), customer: '广东', packs: 40 }))
  agenda.on(2, 13, () => packedLot(as, { batch: batch(), packs: 60, spec: '1 kg' }))
  const small = agenda.on(50, 13, () => packedLot(as, { batch: batch(), packs: 20, spec: '1 kg' }))
  agenda.on(49, 10, () => releaseOf(as, small()))
  const sold = agenda.on(42, 9, () => deliveredSale(as, { pack: small(), customer: '上海', packs: 8 }))
  complaintsAbout(telling, packed)
  const recall = agenda.on(32, 10, () => startedRecall(as, small()))
  agenda.on(28, 15, () => endedRecall(as, recall(), sold()))
  agenda.on(20, 9, () => deliveredSale(as, { pack: small(), customer: '北京', packs: 12 }))
  agenda.on(14, 10, () => drilled(as, lot()))
}

/** Herbs whose batches are halfway: released, sampled, or just made. */
function halfwayBatches(telling: Telling): void {
  const { agenda, as } = telling
  const astragalus = usedInPart(telling, { product: '黄芪', quantity: '300', line: '切制2线' }, '郑州')
  const slices = made(telling, 21, { product: '黄芪', lot: astragalus, quantity: '120', serial: 5, line: '切制2线' }).batch
  const packed = agenda.on(17, 13, () => packedLot(as, { batch: slices(), packs: 160, spec: '500 g' }))
  agenda.on(16, 10, () => releaseOf(as, packed()))
  // A carton got damp: packs were taken out, looked at, and put back.
  agenda.on(6, 9, async () => {
    const box = elementAt((await boxesOf(as, packed().lotNo)).boxes, 0)
    const loose = box.packs.slice(0, 3)
    await openedBox(as, box.code, loose, '外箱受潮，取出检查内袋')
    await filledBox(as, { box: box.code, packs: loose, reason: '内袋完好，换箱皮后归箱' })
  })
  // The film of some packs tore in the same carton: they are packed anew.
  agenda.on(5, 9, async () => {
    const box = elementAt((await boxesOf(as, packed().lotNo)).boxes, 1)
    await releasedRepack(as, { lot: packed(), codes: box.packs.slice(0, 4) })
  })
  agenda.on(1, 14, async () => drawnPacks(as, { lotId: packed().lotId, codes: await packCodes(as, packed().lotNo, 2) }))
  agenda.on(1, 15, () => approvedSale(as, { pack: packed(), customer: '上海', packs: 40 }))

  const peony = bought(telling, 35, { material: '白芍', quantity: '240' })
  const first = agenda.on(3, 7, () => producedBatch(as, { product: '白芍', lot: peony(), quantity: '100', line: '切制1线' }))
  agenda.on(2, 9, () => sampled(as, first().lotId, 'bulk'))
  agenda.on(1, 7, () => producedBatch(as, { product: '白芍', lot: peony(), quantity: '80', line: '切制1线' }))
}

/** A batch of 麸炒白术 in production, two of its steps done. */
function runningBatch(telling: Telling): void {
  const { agenda, as } = telling
  bought(telling, 30, { material: '麦麸', quantity: '80' })
  const atractylodes = bought(telling, 28, { material: '白术', quantity: '200', course: 'retested' })
  agenda.on(1, 8, async () => {
    const lots = [{ lotId: atractylodes().lotId, quantity: '150', reason: '按生产计划使用该批' }]
    const running = await issuedProduction(as, { product: '麸炒白术', lots, line: '炒制1线' })
    await doneStep(as, running.id)
    await doneStep(as, running.id)
  })
}

/** Batches that did not go as planned: one that was stopped after its second step, and one with a bag spilt on the way and paused for the night. */
function batchesOffPlan(telling: Telling): void {
  const { agenda, as } = telling
  const lot = bought(telling, 40, { material: '白芍', quantity: '160' })
  const charge = (quantity: string) => [{ lotId: lot().lotId, quantity, reason: '按生产计划使用该批' }]
  agenda.on(24, 8, async () => {
    const { id } = await issuedProduction(as, { product: '白芍', lots: charge('60'), line: '切制1线' })
    await doneStep(as, id, { input: '50' })
    await doneStep(as, id)
    await terminatedProduction(as, id, { remains: '53', returns: [{ lotId: lot().lotId, quantity: '10' }] })
  })
  agenda.on(6, 8, async () => {
    const { id } = await issuedProduction(as, { product: '白芍', lots: charge('50'), line: '切制1线' })
    await supplemented(as, id, { lotNo: lot().lotNo, net: '3' })
    await gaveBack(as, id, { lotNo: lot().lotNo, net: '1' })
    await doneStep(as, id)
    await pausedProduction(as, id)
    await finishedLater(as, id)
  })
}

/** 党参 whose roots and hairs are two products: a batch dried in two turns and handed over in parts, one of them weighed again. */
function batchInParts(telling: Telling): void {
  const { agenda, as } = telling
  const lot = bought(telling, 25, { material: '党参', quantity: '180' })
  agenda.on(19, 9, async () => {
    const { id: productId } = await productBeside(as, '党参片', { name: '党参须' })
    await processYielding(as, '党参片', { productId, stepNo: 1, min: '3', expected: '8', max: '12' }, '70')
  })
  agenda.on(13, 8, async () => {
    const lots = [{ lotId: lot().lotId, quantity: '100', reason: '按生产计划使用该批' }]
    const { id } = await issuedProduction(as, { product: '党参片', lots, line: '切制2线' })
    const { stepsTotal } = await (await as('shengchan')).ask(productionApi.read, { id })
    for (let step = 1; step < stepsTotal; step++) await doneStep(as, id)
    await begunStep(as, id)
    await handedOver(as, id, '42')
    const { parts } = await (await as('shengchan')).ask(productionApi.read, { id })
    await replacedPart(as, id, { partId: elementAt(parts, 0).id, net: '40' })
    await doneStep(as, id)
    const { steps } = await (await as('shengchan')).ask(productionApi.read, { id })
    await handedOver(
      as,
      id,
      exact(present(elementAt(steps, -1).output))
        .minus('40')
        .toFixed(),
    )
    await finishedProduction(as, id)
    await (await as('qa')).ask(productionApi.review, { id, signature: signed('记录完整，同意') })
  })
}

/** The other steps, one after the other, the second with a machine that breaks, and the end. */
async function finishedLater(as: As, id: string): Promise<void> {
  const { stepsTotal } = await (await as('shengchan')).ask(productionApi.read, { id })
  await begunStep(as, id)
  const { machineId, caseNo } = await brokenMachine(as, id)
  for (let step = 2; step <= stepsTotal; step++) await doneStep(as, id)
  await finishedProduction(as, id)
  await concludedCase(as, caseNo)
  await mendedMachine(as, machineId)
  await (await as('qa')).ask(productionApi.review, { id, signature: signed('记录完整，同意') })
}

/** Three weeks of a point that is read by hand: one hot afternoon, and one reading that nobody took. */
function readStore({ agenda, as }: Telling): void {
  for (const side of ['raw', 'pack'] as const) {
    agenda.on(62, 8, () => carePlan(as, { side, caseFindings: ['mould', 'insect', 'oil'] }))
    agenda.on(side === 'raw' ? 60 : 59, 14, () => caredStores(as, side))
    agenda.on(side === 'raw' ? 6 : 5, 14, () => caredStores(as, side))
  }
  // Looked at six days ago and due four days later: nobody has come to it yet.
  agenda.on(9, 9, async () => {
    const herb = only(await (await as('qa')).ask(careApi.raw.herbs, { q: '甘草' }))
    await carePlan(as, { scope: 'herb', materialId: herb.id, everyDays: 4, season: null, caseFindings: ['mould', 'insect'] })
  })
  agenda.on(70, 16, () => reviewedRights(as))
  const point = agenda.on(21, 8, () => climatePoint(as, { number: 'WS-Y1', name: '原料库东侧' }))
  agenda.on(20, 7, () => climatePoint(as, { number: 'WS-C1', name: '成品库中部', warehouse: '成品库', everyHours: 2 }))
  const hot = agenda.on(12, 15, () => climateRead(as, point(), '21.4', '58'))
  agenda.on(11, 10, () => concludedCase(as, present(hot().caseNo)))
  for (let daysAgo = 20; daysAgo >= 1; daysAgo--) {
    agenda.on(daysAgo, 9, () => climateRead(as, point(), `1${6 + (daysAgo % 3)}.${daysAgo % 10}`, String(52 + (daysAgo % 7))))
    if (daysAgo !== 5 && daysAgo !== 12)
      agenda.on(daysAgo, 15, () => climateRead(as, point(), `18.${daysAgo % 10}`, String(50 + (daysAgo % 9))))
  }
}

/** Raw lots in every state, and purchase orders that wait. */
function rawLotsInEveryState(telling: Telling): void {
  const { agenda, as } = telling
  bought(telling, 26, { material: '红花', quantity: '60', course: 'fail' })
  const lovage = bought(telling, 20, { material: '川芎', quantity: '180' })
  wetStack(telling, lovage)
  agenda.on(12, 9, async () =>
    (await as('qa')).ask(stockApi.raw.freeze, { id: lovage().lotId, kind: 'freeze', reason: '仓库漏雨，待查水湿情况' }),
  )
  const salvia = arrived(telling, 9, { material: '丹参', quantity: '260' })
  const inspection = agenda.on(8, 9, () => sampled(as, salvia().lotId, 'raw'))
  agenda.on(6, 14, () => reported(as, inspection().inspectionId, 'raw'))
  const codonopsis = arrived(telling, 6, { material: '党参', quantity: '220' })
  const broken = agenda.on(5, 9, () => sampled(as, codonopsis().lotId, 'raw'))
  agenda.on(4, 10, () => sampledAgain(as, broken().inspectionId))
  agenda.on(3, 16, () => disposedTests(as, inspection().inspectionId))
  // Nobody has used it; it is tested again before its day.
  const liquorice = bought(telling, 345, { material: '甘草', quantity: '90' })
  agenda.on(2, 10, () => sampled(as, liquorice().lotId, 'raw'))
  agenda.on(1, 14, () => observedRetention(as))
  arrived(telling, 2, { material: '甘草', quantity: '400' })
  arrived(telling, 1, { material: '当归', quantity: '500' })
  agenda.on(1, 11, () => approvedOrder(as, { material: '黄芩', quantity: '150' }))
  agenda.on(1, 16, () => draftOrder(as, { material: '大黄', quantity: '100' }))
}

/** A lot that was used and lost its release: what was made of it waits for quality assurance. */
function withdrawnRelease(telling: Telling): void {
  const { agenda, as } = telling
  const lot = bought(telling, 30, { material: '白芍', quantity: '80' })
  agenda.on(10, 7, () => producedBatch(as, { product: '白芍', lot: lot(), quantity: '60', line: '切制1线' }))
  agenda.on(4, 9, () => withdrawn(as, lot().reportId))
}

/** A new process version of 黄芪 in effect. */
async function revisedAstragalus(as: As) {
  const { content } = await latestProcess(as, '黄芪')
  await approvedProcess(as, '黄芪', {
    basis: '变更控制 BG-2026-011：干燥温度上限由70 ℃降为60 ℃，依据三批验证；增加操作要求与存放时限',
    steps: writingOf({ basis: '', content }).steps.map((step) =>
      step.name === '干燥'
        ? {
            ...step,
            equipment: 'CT-C-II型热风循环烘箱',
            instruction: '铺层均匀，厚不过3 cm；每2小时翻盘一次，干燥至水分符合规定后放凉，及时收料。',
            parameters: (step.parameters ?? []).map((one) => (one.code === 'temperature' ? { ...one, max: '60', isCritical: true } : one)),
          }
        : step.name === '洗润'
          ? { ...step, instruction: '抢水洗净，捞出沥干，闷润至内外湿度一致、能弯曲不断。', holdHours: '12' }
          : step,
    ),
  })
}
