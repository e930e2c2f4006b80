import type pg from 'pg'
import { accountApi } from '#contract/people/account.ts'
import { purchaseRuleApi, usualPurchaseRule } from '#contract/supply/purchase-rule.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { buildApp } from '#server/app.ts'
import { seedBase } from '#server/db/seed/base.ts'
import { tellExpiring } from '#server/features/supply/licence/tell-expiring.ts'
import { markRetestDue } from '#server/features/warehouse/stock/mark-retest-due.ts'
import type { Installation } from '#kernel/installation.ts'
import { inspect, rejectedLot, releasedLot, sampled } from './inspection.ts'
import { packedLot, releasedPack } from './packaging.ts'
import { demoPassword, signIn, withQualityHead, type Person } from './person.ts'
import { conformingBatch, doneStep, issuedProduction, producedBatch } from './production.ts'
import { approvedProcess, latestProcess, submittedProcess, writingOf } from './processing.ts'
import { approvedOrder, draftOrder, receivedLot } from './purchase.ts'
import { withdrawnRelease } from './withdrawal.ts'
import { ToldTime } from './told-time.ts'
import { approvedSale, deliveredSale, shippedSale } from './sale.ts'

type As = (userName: string) => Promise<Person>

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/**
 * Fills an empty database with a small factory: people and master data, then lots, batches and packs in every state, made by
 * the same steps over the same interface as people would take them. One herb was rejected, one lot is frozen, and one raw lot
 * went to three customers, so that a recall has something to find.
 */
export async function makeDemo(pool: pg.Pool, installation: Installation, log: (line: string) => void): Promise<void> {
  await seedBase(pool, demoPassword)
  const time = new ToldTime()
  const app = await buildApp({ pool, installation, clock: time })
  const people = new Map<string, Promise<Person>>()
  const as = (userName: string) => {
    const person = people.get(userName) ?? signIn(app, userName, demoPassword, undefined, time)
    people.set(userName, person)
    return person
  }
  try {
    log('演示数据：当归，从采购到三家客户')
    await sellAngelica(as)
    log('演示数据：黄芪、枸杞子、白芍，各走到一半')
    await halfwayBatches(as)
    log('演示数据：麸炒白术正在生产')
    await runningBatch(as)
    log('演示数据：不合格、冻结和各阶段的原料批')
    await rawLotsInEveryState(as)
    log('演示数据：黄芪的工艺规程改版，白芍的一版待审核')
    await revisedProcesses(as)
    log('演示数据：一批已用于生产的原料撤回放行，影响评估处理中')
    await withdrawnRelease(as, { material: '白芍', product: '白芍', arrivedAt: daysAgo(30) })
    await usualPurchaseDays(await as('zhuguan'))
    await markRetestDue(pool)
    await tellExpiring(pool)
    await leaveTwoUnread(await as('admin'))
  } finally {
    await app.close()
  }
}

/** 当归 from the purchase to three customers. */
async function sellAngelica(as: As) {
  const angelica = await releasedLot(as, { material: '当归', quantity: '600', arrivedAt: daysAgo(75) })
  const slices = await conformingBatch(as, { product: '当归', lot: angelica, quantity: '300' })
  const packs = await releasedPack(as, { batch: slices, packs: 300, spec: '500 g' })
  for (const [customer, count] of [
    ['北京', 120],
    ['上海', 80],
  ] as const)
    await deliveredSale(as, { pack: packs, customer, packs: count })
  await shippedSale(as, { pack: packs, customer: '广东', packs: 40 })
  await packedLot(as, { batch: slices, packs: 60, spec: '1 kg' })
}

/** Herbs whose batches are halfway: released, conforming or sampled. */
async function halfwayBatches(as: As) {
  const astragalus = await releasedLot(as, { material: '黄芪', quantity: '300', arrivedAt: daysAgo(50) })
  const astragalusPacks = await releasedPack(as, { product: '黄芪', lot: astragalus, quantity: '120', packs: 160, spec: '500 g' })
  await approvedSale(as, { pack: astragalusPacks, customer: '上海', packs: 40 })
  const goji = await releasedLot(as, { material: '枸杞子', quantity: '200', arrivedAt: daysAgo(40) })
  await conformingBatch(as, { product: '枸杞子', lot: goji, quantity: '120' })
  const peony = await releasedLot(as, { material: '白芍', quantity: '240', arrivedAt: daysAgo(35) })
  const peonySlices = await producedBatch(as, { product: '白芍', lot: peony, quantity: '100' })
  await sampled(as, peonySlices.lotId, 'bulk')
  await producedBatch(as, { product: '白芍', lot: peony, quantity: '80' })
}

/** A batch of 麸炒白术 in production, two of its steps done. */
async function runningBatch(as: As) {
  await releasedLot(as, { material: '麦麸', quantity: '80', arrivedAt: daysAgo(30) })
  const atractylodes = await releasedLot(as, { material: '白术', quantity: '200', arrivedAt: daysAgo(28) })
  const running = await issuedProduction(as, {
    product: '麸炒白术',
    lots: [{ lotId: atractylodes.lotId, quantity: '150', reason: '按生产计划使用该批' }],
  })
  await doneStep(as, running.id)
  await doneStep(as, running.id)
}

/** Raw lots in every state, and purchase orders that wait. */
async function rawLotsInEveryState(as: As) {
  await rejectedLot(as, { material: '红花', quantity: '60', arrivedAt: daysAgo(26) })
  const lovage = await releasedLot(as, { material: '川芎', quantity: '180', arrivedAt: daysAgo(20) })
  await (await as('qa')).ask(stockApi.raw.freeze, { id: lovage.lotId, kind: 'freeze', reason: '仓库漏雨，待查水湿情况' })
  await inspect(as, (await receivedLot(as, { material: '丹参', quantity: '260', arrivedAt: daysAgo(9) })).lotId, { side: 'raw' })
  await sampled(as, (await receivedLot(as, { material: '党参', quantity: '220', arrivedAt: daysAgo(6) })).lotId, 'raw')
  await receivedLot(as, { material: '甘草', quantity: '400', arrivedAt: daysAgo(2) })
  await receivedLot(as, { material: '当归', quantity: '500', arrivedAt: daysAgo(1) })
  await approvedOrder(as, { material: '黄芩', quantity: '150' })
  await draftOrder(as, { material: '大黄', quantity: '100' })
}

/** A new process version of 黄芪 in effect, and one of 白芍 that waits for review. */
async function revisedProcesses(as: As) {
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
  await submittedProcess(as, '白芍', { basis: '变更控制 BG-2026-014：最大批量由1000 kg改为600 kg，与新润药机匹配', maxBatch: '600' })
}

/** The past is told: from now on orders and arrivals are dated back no further than is usual. */
async function usualPurchaseDays(keeper: Person) {
  const { approvalsAbove, rowVersion } = await keeper.ask(purchaseRuleApi.read, {})
  const { orderBackDays, receiptBackDays } = usualPurchaseRule
  const reason = '上线前的单据已补录完毕'
  await keeper.ask(purchaseRuleApi.save, {
    approvalsAbove,
    orderBackDays,
    receiptBackDays,
    rowVersion,
    reason,
    ...withQualityHead(),
  })
}

/** A fresh `admin` has two unread messages, as the seed's bell says; the others count as read. */
async function leaveTwoUnread(admin: Person) {
  for (;;) {
    const { rows } = await admin.ask(accountApi.notifications, { box: 'unread', pageSize: 200 })
    const read = rows.slice(2).map((row) => row.id)
    if (read.length === 0) return
    await admin.ask(accountApi.moveNotifications, { ids: read, to: 'read' })
  }
}
