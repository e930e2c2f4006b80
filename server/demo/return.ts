import { attachmentApi } from '#contract/office/attachment.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { elementAt, present } from '#contract/kernel/certain.ts'
import type { PackCondition } from '#contract/selling/return.ts'
import { claimApi, returnApi } from '#contract/selling/return-api.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { binIn } from './bin-in.ts'
import { secondPerson, signed, withQualityHead, type Person } from './person.ts'
import { deliveredSale, shippedSale, type SaleOptions } from './sale.ts'

type As = (userName: string) => Promise<Person>
type Sold = Awaited<ReturnType<typeof deliveredSale>>

/** The single packs that left with a sale and are still out, in the order of their codes, each with the box it lies in ('' for none). */
export async function packsOut(
  as: As,
  sale: { codes: readonly string[]; shipmentNo: string; pack: { lotNo: string } },
): Promise<{ code: string; box: string }[]> {
  const packer = await as('baozhuang')
  const { rows } = await packer.ask(qrApi.list, { level: 'pack', pageSize: 200 })
  const lists = await Promise.all(rows.filter((row) => row.lotNo === sale.pack.lotNo).map(({ id }) => packer.ask(qrApi.download, { id })))
  const out = lists
    .flatMap((list) => list.trim().split('\r\n').slice(1))
    .map((line) => line.split(','))
    .filter((cells) => cells.includes('已发运'))
    .map((cells) => ({ code: elementAt(cells, 2), box: elementAt(cells, 4) }))
    .filter(({ code, box }) => sale.codes.includes(code) || sale.codes.includes(box))
  // A box of which a part had left before was scanned for the rest.
  const mine = []
  for (const one of out) {
    const { events } = await packer.ask(qrApi.lookUp, { code: one.code })
    if (events.findLast(({ state }) => state === 'shipped')?.documentNo === sale.shipmentNo) mine.push(one)
  }
  return mine
}

/** A customer wants to send back some packs of what they signed for. */
export async function requestedReturn(as: As, { packs = 3, sale, ...options }: SaleOptions & { sale?: Sold } = {}) {
  const sold = sale ?? (await deliveredSale(as, options))
  const opened = await (
    await as('xiaoshou')
  ).ask(returnApi.create, {
    shipmentId: sold.shipmentId,
    reason: '客户取消',
    note: '药房备货过多',
    kept: '阴凉库存放，未拆箱；由本厂车辆带回',
    lines: [{ lotId: sold.pack.lotId, packs }],
  })
  return { ...opened, sale: sold, packs }
}

/** Quality assurance agreed. */
export async function awaitedReturn(as: As, options?: Parameters<typeof requestedReturn>[1]) {
  const asked = await requestedReturn(as, options)
  const { rowVersion } = await (await as('qa')).ask(returnApi.approve, { id: asked.id, rowVersion: asked.rowVersion, signature: signed() })
  return { ...asked, rowVersion }
}

/** What the warehouse writes when goods of a return arrive. */
export async function arrivalOf(as: As, items: { condition: Exclude<PackCondition, 'unreadable'>; codes: string[] }[]) {
  const keeper = await as('cangku')
  return {
    placeId: await binIn(keeper, 'returned', { code: 'C' }),
    arrivedAt: keeper.time.now().toISOString(),
    transport: '自有车，阴凉',
    appearance: '外箱干燥完好，标签清晰',
    items,
    signature: signed(),
  }
}

/** The packs are back, each in its condition, in the 退货区. */
export async function receivedReturn(
  as: As,
  { conditions, ...options }: Parameters<typeof requestedReturn>[1] & { conditions?: Exclude<PackCondition, 'unreadable'>[] } = {},
) {
  const asked = await awaitedReturn(as, options)
  const out = (await packsOut(as, asked.sale)).slice(0, asked.packs)
  const states = conditions ?? out.map(() => 'intact' as const)
  const items = [...Map.groupBy(out, (_, place) => elementAt(states, place))].map(([condition, some]) => ({
    condition,
    codes: some.map(({ code }) => code),
  }))
  const { rowVersion } = await (
    await as('cangku')
  ).ask(returnApi.receive, { id: asked.id, rowVersion: asked.rowVersion, ...(await arrivalOf(as, items)) })
  return { ...asked, rowVersion, codes: out.map(({ code }) => code) }
}

/** Proof of how the customer kept the goods and how they travelled. */
export async function provenReturn(as: As, id: string): Promise<void> {
  const qa = await as('qa')
  const file = await qa.hand(attachmentApi.upload, { name: '客户阴凉库温湿度记录.txt' }, '2026-03 阴凉库 18 ℃ 45 %；回程 17 ℃')
  await qa.ask(attachmentApi.add, { of: 'customer_return', id, digest: file.digest, name: file.name, kind: '温湿度' })
}

/** Inspected by quality assurance: fit to be sold again unless said otherwise. */
export async function inspectedReturn(
  as: As,
  { conforms = true, ...options }: Parameters<typeof receivedReturn>[1] & { conforms?: boolean } = {},
) {
  const back = await receivedReturn(as, options)
  const { rowVersion } = await (
    await as('qa')
  ).ask(returnApi.inspect, {
    id: back.id,
    rowVersion: back.rowVersion,
    conforms,
    findings: conforms ? '包装完好，标签清晰，性状与留样一致，储运条件有记录' : '部分包装受潮',
    signature: signed(),
  })
  return { ...back, rowVersion }
}

/** Decided: what is intact is sold again, the rest destroyed. */
export async function decidedReturn(as: As, options?: Parameters<typeof inspectedReturn>[1]) {
  const back = await inspectedReturn(as, options)
  await provenReturn(as, back.id)
  const qa = await as('qa')
  const { receipt } = await qa.ask(returnApi.read, { id: back.id })
  const { rowVersion, state } = await qa.ask(returnApi.decide, {
    id: back.id,
    rowVersion: back.rowVersion,
    decisions: present(receipt).items.map(({ id, condition }) => ({
      itemId: id,
      decision: condition === 'intact' ? ('restock' as const) : ('destroy' as const),
    })),
    conclusion: '储运条件有证明，完好的重新入库，其余销毁',
    ...withQualityHead(),
  })
  return { ...back, rowVersion, state }
}

/** Put away again by the warehouse. */
export async function restockedReturn(as: As, options?: Parameters<typeof inspectedReturn>[1]) {
  const back = await decidedReturn(as, options)
  const keeper = await as('cangku')
  const { rowVersion, state } = await keeper.ask(returnApi.restock, {
    id: back.id,
    rowVersion: back.rowVersion,
    placeId: await binIn(keeper, 'pack_released'),
  })
  return { ...back, rowVersion, state }
}

/** Signed for in part: some packs refused, some missing. */
export async function partlyDelivered(
  as: As,
  { refused = 0, missing = 0, ...options }: SaleOptions & { refused?: number; missing?: number } = {},
) {
  const sale = await shippedSale(as, options)
  const carrier = await as('wuliu')
  carrier.time.spend(48)
  const { state } = await carrier.ask(saleApi.deliver, {
    id: sale.id,
    receiver: '药房收货员',
    arrivedAt: carrier.time.now().toISOString(),
    exception: missing > 0 ? '短少' : '拒收',
    exceptionNote: '外箱破损',
    undelivered: [{ lotId: sale.pack.lotId, refused, missing }],
  })
  const [returned] = (await carrier.ask(returnApi.list, { q: sale.shipmentNo })).rows
  const [claim] = (await carrier.ask(claimApi.list, { q: sale.shipmentNo })).rows
  return { ...sale, state, returned, claim }
}

/** What who ships signs with, and the head of quality beside them. */
export const withHeadOfQuality = () => ({ signature: signed(), approver: secondPerson('zhiliang') })
