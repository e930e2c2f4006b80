import { elementAt } from '#contract/kernel/certain.ts'
import { customerApi } from '#contract/selling/customer.ts'
import { addDays, addMonths, dayInShanghai, daysBetween } from '#contract/warehouse/shelf-life.ts'
import type { Outcome } from './agenda.ts'
import { destroyed } from './disposal.ts'
import { materialsNow, packedWithMaterials } from './pack-material.ts'
import { packedWithoutLabel } from './packaging.ts'
import { creditedDiscrepancy, shortDelivery } from './discrepancy.ts'
import { confirmedSupplierReturn, sentSupplierReturn } from './supplier-return.ts'
import { driedCount, signedMonths } from './stocktake.ts'
import { release, reported, sampled } from './inspection.ts'
import { calibratedAgain, furnishLaboratory, spareOvenStopped } from './laboratory-means.ts'
import { stabilitySeries } from './laboratory-now.ts'
import type { Person } from './person.ts'
import { customersStandardOf, ownStandardOf, standardInForce } from './standard.ts'
import { bought, made, madeForSale, madeInVain, sold, type Lot, type Pack, type Telling } from './ways.ts'

type As = (userName: string) => Promise<Person>

const newCustomers = [
  {
    name: '成都锦官中医医院',
    kind: '医院',
    licenceKind: '医疗机构执业许可证',
    province: '四川省',
    city: '成都市',
    address: '青羊区十二桥路7号 中药房',
  },
  {
    name: '杭州钱江国药馆有限公司',
    kind: '药店',
    licenceKind: '药品经营许可证',
    province: '浙江省',
    city: '杭州市',
    address: '上城区中河南路12号',
  },
  {
    name: '郑州嵩岳中药有限公司',
    kind: '批发企业',
    licenceKind: '药品经营许可证',
    province: '河南省',
    city: '郑州市',
    address: '管城区航海东路5号 饮片库',
  },
  {
    name: '兰州金城中医诊所',
    kind: '诊所',
    licenceKind: '医疗机构执业许可证',
    province: '甘肃省',
    city: '兰州市',
    address: '城关区庆阳路9号',
  },
] as const

/** The customers that the year brought: the seed has five. */
async function winCustomers(as: As): Promise<void> {
  const seller = await as('xiaoshou')
  const licenceValidUntil = addDays(dayInShanghai(new Date()), 700)
  for (const [index, { province, city, address, ...profile }] of newCustomers.entries())
    await seller.ask(customerApi.create, {
      ...profile,
      creditCode: null,
      licenceNo: `${city.slice(0, 1)}XS${index + 1}（演示）`,
      licenceValidUntil,
      scopes: ['中药饮片'],
      addresses: [{ province, city, address, contact: '收货组', phone: `0000-000030${index + 1}` }],
    })
}

/** The days of the last twelve months on which the factory makes its first product, three in a month, as days ago, the first day first. */
function threeAMonth(today: string): number[] {
  const firstOfMonth = addMonths(`${today.slice(0, 7)}-01`, -11)
  return Array.from({ length: 12 }, (_, month) => [8, 16, 24].map((day) => addDays(addMonths(firstOfMonth, month), day - 1)))
    .flat()
    .map((day) => daysBetween(day, today))
    .filter((daysAgo) => daysAgo >= 8)
}

/** 枸杞子, three batches in every month: the product whose charts and yearly review show something. The last batch waits for packing. */
function gojiAllYear(telling: Telling): void {
  const days = threeAMonth(dayInShanghai(new Date()))
  const perLot = 9
  // 武汉's licence has run out meanwhile.
  const customers = ['北京', '武汉', '成都', '上海', '杭州', '广东', '郑州', '西安', '兰州', '北京', '上海', '广东']
  let lot: Lot | undefined
  let inStock: Outcome<Pack>[] = []
  for (const [serial, daysAgo] of days.entries()) {
    if (lot === undefined || serial % perLot === 0) lot = bought(telling, daysAgo + 6, { material: '枸杞子', quantity: '360' })
    const isLastOfLot = serial % perLot === perLot - 1
    const making = { product: '枸杞子', lot, serial, line: '净选1线', ...(!isLastOfLot && { quantity: (38 + (serial % 3)).toFixed() }) }
    if (serial === 19) {
      madeInVain(telling, daysAgo, making)
      continue
    }
    if (serial === days.length - 1) {
      made(telling, daysAgo, making)
      continue
    }
    inStock.push(madeForSale(telling, daysAgo, making))
    if (inStock.length < 3) continue
    sold(telling, daysAgo - 7, inStock, elementAt(customers, Math.floor(serial / 3)))
    inStock = []
  }
}

/** 红花 keeps half a year: bought, laid aside, and tested anew when its day came. */
function safflowerRetested(telling: Telling): void {
  const { agenda, as } = telling
  const lot = bought(telling, 330, { material: '红花', quantity: '90', course: 'mistyped' })
  const retest = agenda.on(145, 9, () => sampled(as, lot().lotId, 'raw'))
  const report = agenda.on(142, 14, () => reported(as, retest().inspectionId, 'raw'))
  agenda.on(60, 9, () => driedCount(as, '红花'))
  agenda.on(141, 10, () => release(as, report().reportId))
}

/** Twelve months of the demo factory. What is under way now comes after. */
export function planYear(telling: Telling): void {
  const { agenda, as } = telling
  const dayAgo = (days: number) => addDays(dayInShanghai(new Date()), -days)
  agenda.on(372, 9, async () => furnishLaboratory(await as('zhuguan'), dayAgo(372)))
  agenda.on(100, 9, async () => spareOvenStopped(await as('zhuguan')))
  agenda.on(40, 9, async () => calibratedAgain(await as('zhuguan'), dayAgo(40)))
  agenda.on(360, 9, () => winCustomers(as))
  agenda.on(359, 9, () => standardInForce(as, ownStandardOf('枸杞子', '12.5')))
  agenda.on(359, 10, () => standardInForce(as, customersStandardOf('枸杞子', { water: '12.0', ash: '4.5' })))
  gojiAllYear(telling)
  stabilitySeries(telling)
  safflowerRetested(telling)
  const failed = bought(telling, 228, { material: '黄芪', quantity: '150', course: 'fail' })
  agenda.on(210, 10, () => destroyed(as, { lotId: failed().lotId }))
  // One that its supplier took back, and one that it has not answered for yet.
  const sentBack = bought(telling, 142, { material: '白芍', quantity: '120', course: 'fail' })
  agenda.on(124, 10, () => confirmedSupplierReturn(as, { lotId: sentBack().lotId }))
  const underway = bought(telling, 26, { material: '川芎', quantity: '90', course: 'fail' })
  agenda.on(6, 10, () => sentSupplierReturn(as, { lotId: underway().lotId }))
  // One delivery that came short, made good, and one that its supplier has not answered for yet.
  agenda.on(88, 10, () => creditedDiscrepancy(as))
  agenda.on(4, 15, () => shortDelivery(as))
  agenda.on(33, 10, () => packedWithoutLabel(as))
  const packedInPouches = agenda.on(26, 9, () => packedWithMaterials(as))
  agenda.on(2, 14, () => materialsNow(as, packedInPouches()))
  agenda.on(3, 16, () => signedMonths(as, addMonths(dayAgo(0), -1).slice(0, 7)))
  // What a factory of this size cannot measure itself: 黄曲霉毒素, by an accredited laboratory.
  bought(telling, 64, { material: '陈皮', quantity: '80' })
  // Nobody has used it, so that it is due for its retest by now.
  bought(telling, 367, { material: '丹参', quantity: '120', course: 'repeated' })
}
