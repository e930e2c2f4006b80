import { elementAt, valueIn } from '#contract/kernel/certain.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { addDays, dayInShanghai, daysBetween } from '#contract/warehouse/shelf-life.ts'
import type { Agenda, Outcome } from './agenda.ts'
import { reject, rejectBatch, release, reported, sampled } from './inspection.ts'
import type { Course } from './investigation.ts'
import { packedLot, releaseOf } from './packaging.ts'
import type { Person } from './person.ts'
import { producedBatch } from './production.ts'
import { approvedOrder, closedOrder, receivedAgainst, type Delivery } from './purchase.ts'
import { reworkedBatch } from './rework.ts'
import { deliveredSale } from './sale.ts'

type As = (userName: string) => Promise<Person>

/** Where the year is written down, who walks through it, and how a person looks a pack up. */
export type Telling = { agenda: Agenda; as: As; lookUp: (code: string, telephone: number) => Promise<void> }

/** The harvest of a herb, month and day. */
const seasons: Record<string, readonly [from: string, to: string]> = {
  当归: ['10-15', '11-10'],
  黄芪: ['10-01', '10-31'],
  枸杞子: ['06-20', '08-25'],
  红花: ['06-01', '06-30'],
  丹参: ['10-20', '11-15'],
  川芎: ['05-20', '06-10'],
  白芍: ['08-10', '09-10'],
  白术: ['11-05', '11-30'],
  甘草: ['03-20', '04-20'],
}

/** The last harvest that was over three weeks before a day. */
function harvestBefore(material: string, day: string): { from: string; to: string } {
  const [from, to] = seasons[material] ?? ['09-01', '09-30']
  const year = Number(day.slice(0, 4))
  return elementAt(
    [year, year - 1].map((one) => ({ from: `${one}-${from}`, to: `${one}-${to}` })).filter((harvest) => harvest.to <= addDays(day, -21)),
    0,
  )
}

/** How many days ago the year's purchase of a herb came, a month after a harvest: within the last twelve months, and some months ago. */
function afterHarvest(material: string, today: string): number {
  const purchased = addDays(harvestBefore(material, addDays(today, -120)).to, 30)
  return Math.min(350, daysBetween(purchased, today))
}

/** A number between -1 and 1, the same for the same batch each time. */
const leanOf = (serial: number) => ((serial * 5) % 9) / 4 - 1

/** A raw lot that was ordered and received into quarantine. */
export function arrived({ agenda, as }: Telling, daysAgo: number, options: Delivery & { material: string }) {
  const day = addDays(dayInShanghai(new Date()), -daysAgo)
  const delivery = { harvest: harvestBefore(options.material, day), ...options }
  const order = agenda.on(daysAgo + 4, 9, () => approvedOrder(as, delivery))
  return agenda.on(daysAgo, 10, () => receivedAgainst(as, order(), delivery))
}

/** A raw lot that was also sampled and reported; in the end it was released or, when it fails, rejected. */
export function bought(
  telling: Telling,
  daysAgo: number,
  { course = 'pass', ...options }: Delivery & { material: string; course?: Course },
) {
  const { agenda, as } = telling
  const lot = arrived(telling, daysAgo, options)
  const inspection = agenda.on(daysAgo - 1, 9, () => sampled(as, lot().lotId, 'raw'))
  const report = agenda.on(daysAgo - 3, 14, () => reported(as, inspection().inspectionId, 'raw', course, leanOf(daysAgo)))
  // The invoice comes within a fortnight: only what came last waits to be closed.
  if (daysAgo > 14) agenda.on(daysAgo - 12, 9, () => closedOrder(as, lot().orderId))
  return agenda.on(daysAgo - 4, 10, async () => {
    const { reportId } = report()
    await (course === 'fail' ? reject(as, reportId) : release(as, reportId))
    return { ...lot(), reportId }
  })
}

export type Lot = Outcome<{ lotId: string; lotNo: string }>
export type Pack = Awaited<ReturnType<typeof packedLot>>
export type Making = {
  product: string
  lot: Lot
  /** kg of the lot; all that is left of it by default. */
  quantity?: string
  serial: number
  line: string
  spec?: string
}

/** A batch: made, sampled and reported. */
export function made({ agenda, as }: Telling, daysAgo: number, { product, lot, quantity, serial, line }: Making, course: Course = 'pass') {
  const lean = leanOf(serial)
  const batch = agenda.on(daysAgo, 8, () =>
    producedBatch(as, { product, lot: lot(), line, lean, ...(quantity !== undefined && { quantity }) }),
  )
  const inspection = agenda.on(daysAgo - 1, 9, () => sampled(as, batch().lotId, 'bulk'))
  const report = agenda.on(daysAgo - 3, 15, () => reported(as, inspection().inspectionId, 'bulk', course, lean))
  return { batch, inspection, report }
}

/** A batch that was made, tested, packed and released: what may be sold of it. */
export function madeForSale(telling: Telling, daysAgo: number, making: Making): Outcome<Pack> {
  const { agenda, as } = telling
  const { batch } = made(telling, daysAgo, making)
  const packed = agenda.on(daysAgo - 4, 13, () => packedLot(as, { batch: batch(), isWhole: true, spec: making.spec ?? '' }))
  agenda.on(daysAgo - 5, 10, () => releaseOf(as, packed()))
  return packed
}

/** A batch that missed its limit: the investigation confirmed it, two people rejected it, and some of it was worked again and passed. */
export function madeInVain(telling: Telling, daysAgo: number, making: Making): void {
  const { agenda, as } = telling
  const { batch, inspection } = made(telling, daysAgo, making, 'fail')
  agenda.on(daysAgo - 4, 10, () => rejectBatch(as, inspection().inspectionId))
  const again = agenda.on(daysAgo - 7, 8, () => reworkedBatch(as, { lotId: batch().lotId, quantity: '10' }))
  const tested = agenda.on(daysAgo - 8, 9, () => sampled(as, again().lotId, 'bulk'))
  agenda.on(daysAgo - 10, 15, () => reported(as, tested().inspectionId, 'bulk', 'pass', leanOf(making.serial)))
}

/** All packs of these lots go to one customer; later people who have one of them look it up. */
export function sold(telling: Telling, daysAgo: number, packs: readonly Outcome<Pack>[], customer: string): void {
  const { agenda, as, lookUp } = telling
  const codes = agenda.on(daysAgo, 9, async () => {
    const lots = packs.map((pack) => pack())
    const labels = new Map<string, Label[]>()
    for (const { lotNo, packRangeId } of lots) labels.set(lotNo, await labelsOf(as, packRangeId))
    const scanned = async (lotNo: string) => [...new Set(valueIn(labels, lotNo).map(({ box }) => box))]
    await deliveredSale(as, { pack: elementAt(lots, 0), customer, packs: lots.reduce((sum, lot) => sum + lot.packs, 0), scanned })
    return [...labels.values()].flat().map(({ code }) => code)
  })
  for (const [visit, wait] of [3, 6, 11, 17, 26].entries())
    if (daysAgo - wait > 0)
      agenda.on(daysAgo - wait, 12 + visit * 1.7, () => lookUp(elementAt(codes(), (daysAgo + visit * visit) % 30), daysAgo + visit))
}

/** A lot of the herb's last harvest but one, of which two batches were made and sold to one customer. */
export function usedInPart(
  telling: Telling,
  { product, quantity, line }: { product: string; quantity: string; line: string },
  customer: string,
) {
  const daysAgo = afterHarvest(product, dayInShanghai(new Date()))
  const lot = bought(telling, daysAgo, { material: product, quantity })
  const first = daysAgo - 10
  const second = Math.round((first + 75) / 2)
  const packs = [first, second].map((day, serial) =>
    madeForSale(telling, day, { product, lot, quantity: String(44 + serial), serial: serial * 2, line, spec: '500 g' }),
  )
  sold(telling, second - 8, packs, customer)
  return lot
}

type Label = { code: string; box: string }

/** The labels of a range of packs, each with the box it lies in. */
async function labelsOf(as: As, packRangeId: string): Promise<Label[]> {
  const [, ...lines] = (await (await as('baozhuang')).ask(qrApi.download, { id: packRangeId })).trim().split('\r\n')
  return lines.map((line) => line.split(',')).map((cells) => ({ code: elementAt(cells, 2), box: elementAt(cells, 4) }))
}
