import { elementAt } from '#contract/kernel/certain.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { realClock, type Clock } from '#tools/clock.ts'
import { releasedPack } from './packaging.ts'
import { signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>
type ReleasedPack = Awaited<ReturnType<typeof releasedPack>>

export type SaleOptions = {
  /** A released pack lot whose specification is sold; else one is made. */
  pack?: Pick<ReleasedPack, 'lotId' | 'lotNo' | 'spec'>
  /** Part of the customer's name; the hospital in Beijing by default. */
  customer?: string
  packs?: number
  /** The codes that the warehouse scans of a lot; by default as many as are allocated, box by box. */
  scanned?: (lotNo: string, packs: number) => Promise<string[]>
}

/** A draft of the seller's. */
export async function draftSale(as: As, { pack, customer = '北京', packs = 10 }: SaleOptions = {}) {
  const { lotId, lotNo, spec } = pack ?? (await releasedPack(as))
  const seller = await as('xiaoshou')
  const buyer = (await seller.ask(saleApi.customers, { q: customer })).find((one) => one.name.includes(customer))
  if (buyer === undefined) throw new Error(`no customer is called ${customer}`)
  const order = await seller.ask(saleApi.create, {
    customerId: buyer.id,
    addressId: elementAt(buyer.addresses, 0).id,
    lines: [{ packSpecId: spec.id, packs }],
  })
  return { ...order, customerId: buyer.id, packs, pack: { lotId, lotNo, spec } }
}

/** Submitted by the seller, approved by the sales manager. */
export async function approvedSale(as: As, options?: SaleOptions) {
  const sale = await draftSale(as, options)
  await (await as('xiaoshou')).ask(saleApi.submit, { id: sale.id })
  await (await as('wuliu')).ask(saleApi.approve, { id: sale.id })
  return sale
}

/** Lots allocated and reserved by the warehouse. */
export async function allocatedSale(as: As, options?: SaleOptions) {
  const sale = await approvedSale(as, options)
  await (await as('cangku')).ask(saleApi.allocate, { id: sale.id })
  return sale
}

/** The lots an order is allocated, with the packs of each. */
export async function allocationsOf(as: As, id: string) {
  const { lines } = await (await as('cangku')).ask(saleApi.read, { id })
  return lines.flatMap((line) => line.allocations)
}

/** Codes of so many packs of a lot in stock, none of them picked for another order: whole boxes first, then packs one by one. */
export async function codesOf(as: As, lotNo: string, packs: number): Promise<string[]> {
  const packer = await as('baozhuang')
  const spokenFor = await pickedCodes(as)
  const { rows } = await packer.ask(qrApi.list, { level: 'pack', pageSize: 200 })
  const codes: string[] = []
  let missing = packs
  const lists = await Promise.all(rows.filter((row) => row.lotNo === lotNo).map(({ id }) => packer.ask(qrApi.download, { id })))
  // A box may hold packs of several ranges: codes that were replaced come from one of their own.
  const inStock = lists.flatMap((list) =>
    list
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
      .filter((cells) => cells.includes('在库')),
  )
  for (const [box, some] of Map.groupBy(inStock, (cells) => elementAt(cells, 4))) {
    if (spokenFor.has(box)) continue
    const taken = some.filter((cells) => !spokenFor.has(elementAt(cells, 2))).slice(0, missing)
    codes.push(...(box !== '' && taken.length === some.length ? [box] : taken.map((cells) => elementAt(cells, 2))))
    missing -= taken.length
    if (missing === 0) return codes
  }
  throw new Error(`${lotNo} is ${missing} packs short`)
}

/** The codes that lie ready for orders not yet shipped. */
async function pickedCodes(as: As): Promise<Set<string>> {
  const keeper = await as('cangku')
  const lists = await Promise.all((['picked', 'checked'] as const).map((state) => keeper.ask(saleApi.list, { state, pageSize: 200 })))
  const orders = await Promise.all(lists.flatMap((list) => list.rows).map(({ id }) => keeper.ask(saleApi.read, { id })))
  return new Set(orders.flatMap((order) => order.picked).flatMap((lot) => lot.codes))
}

/** Picked by one warehouse keeper. */
export async function pickedSale(as: As, options?: SaleOptions) {
  const sale = await allocatedSale(as, options)
  const scanned = options?.scanned ?? ((lotNo, packs) => codesOf(as, lotNo, packs))
  const codes = (await Promise.all((await allocationsOf(as, sale.id)).map((one) => scanned(one.lotNo, one.packs)))).flat()
  await (await as('cangku')).ask(saleApi.pick, { id: sale.id, codes, signature: signed() })
  return { ...sale, codes }
}

/** Counted by another. */
export async function checkedSale(as: As, options?: SaleOptions) {
  const sale = await pickedSale(as, options)
  const counts = (await allocationsOf(as, sale.id)).map(({ lotId, packs }) => ({ lotId, packs }))
  await (await as('cangku2')).ask(saleApi.check, { id: sale.id, counts, signature: signed() })
  return sale
}

/** How the demo factory's goods travel. */
export const usualTransport = (clock: Clock = realClock) => ({
  transportMode: '自有车' as const,
  carrier: '岷州本草物流部',
  vehicleNo: '甘J00001',
  driver: '马师傅',
  driverPhone: '0932-0000300',
  temperature: '阴凉 ≤20 ℃',
  departedAt: clock.now().toISOString(),
})

/** On its way to the customer. */
export async function shippedSale(as: As, options?: SaleOptions) {
  const sale = await checkedSale(as, options)
  const carrier = await as('wuliu')
  const { shipmentId, shipmentNo } = await carrier.ask(saleApi.ship, { id: sale.id, ...usualTransport(carrier.time), signature: signed() })
  return { ...sale, shipmentId, shipmentNo }
}

/** How long a delivery is on the road, where time is told. */
const daysUnderWay = 2

/** Signed for by the customer. */
export async function deliveredSale(as: As, options?: SaleOptions) {
  const sale = await shippedSale(as, options)
  const carrier = await as('wuliu')
  carrier.time.spend(daysUnderWay * 24)
  await carrier.ask(saleApi.deliver, { id: sale.id, receiver: '药房收货员', arrivedAt: carrier.time.now().toISOString() })
  return sale
}
