import { incidentApi } from '#contract/cases/incident-api.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { accountOf } from './authorisation.ts'
import { binIn } from './bin-in.ts'
import { secondPerson, signed, withQualityHead, type Person } from './person.ts'
import { packsOut } from './return.ts'

type As = (userName: string) => Promise<Person>

/** A 三级召回 of one small lot, written by quality assurance and started by the 质量负责人. */
export async function startedRecall(as: As, pack: { lotId: string }): Promise<{ id: string; lotId: string }> {
  const { id, rowVersion } = await (
    await as('qa')
  ).ask(recallApi.create, {
    kind: 'real',
    recallClass: 'III',
    scope: { node: 'lot', ids: [pack.lotId] },
    reason: '客户反映个别袋内漏放干燥剂，质量无异常',
    advice: '请暂停销售，清点库存后电话告知，由我公司取回复查',
  })
  await (await as('zhiliang')).ask(recallApi.start, { id, rowVersion, signature: signed() })
  return { id, lotId: pack.lotId }
}

type Sold = Parameters<typeof packsOut>[1]

/** Some packs of a sale are scanned back into the 退货区, as recovered. Returns their codes. */
export async function broughtBack(
  as: As,
  { id, customerId, sale, packs }: { id: string; customerId: string; sale: Sold; packs: number },
): Promise<string[]> {
  const qa = await as('qa')
  const codes = (await packsOut(as, sale)).slice(0, packs).map(({ code }) => code)
  await qa.ask(recallApi.bringBack, {
    id,
    customerId,
    placeId: await binIn(qa, 'returned', { code: 'C' }),
    arrivedAt: qa.time.now().toISOString(),
    transport: '自有车',
    appearance: '外箱完好',
    items: [{ condition: 'intact', codes }],
    signature: signed(),
  })
  return codes
}

/** A recall that was started on the wrong lot, taken back by the 质量负责人 and quality assurance. */
export async function withdrawnRecall(as: As, { id }: { id: string }): Promise<void> {
  const head = await as('zhiliang')
  const { recall } = await head.ask(recallApi.read, { id })
  await head.ask(recallApi.withdraw, {
    id,
    rowVersion: recall.rowVersion,
    reason: '批号录入错误，该批没有问题',
    signature: signed(),
    approver: secondPerson('qa'),
  })
}

/** What the recall brought back is inspected and set aside for its destruction. */
async function condemned(as: As, shipmentNo: string): Promise<void> {
  const qa = await as('qa')
  for (const { id, rowVersion } of (await qa.ask(returnApi.list, { q: shipmentNo, kind: 'recall' })).rows) {
    const inspected = await qa.ask(returnApi.inspect, {
      id,
      rowVersion,
      conforms: false,
      findings: '个别袋内无干燥剂',
      signature: signed(),
    })
    const { receipt } = await qa.ask(returnApi.read, { id })
    await qa.ask(returnApi.decide, {
      id,
      rowVersion: inspected.rowVersion,
      decisions: present(receipt).items.map((item) => ({ itemId: item.id, decision: 'destroy' as const })),
      conclusion: '召回收回的货不再销售',
      ...withQualityHead(),
    })
  }
}

/** Every customer answered, all but one pack came back; closed, and the lot may be sold again. */
export async function endedRecall(as: As, { id, lotId }: { id: string; lotId: string }, sale: Sold): Promise<void> {
  const qa = await as('qa')
  const { customers, lines } = await qa.ask(recallApi.read, { id })
  for (const customer of present(customers)) await qa.ask(recallApi.acknowledge, { id, customerId: customer.id, name: '药房主任' })
  for (const line of present(lines)) {
    const at = { id, customerId: line.recallCustomerId, lotId: line.lotId }
    await qa.ask(recallApi.recover, { ...at, outcome: 'consumed', packs: 1, note: '已调剂使用' })
    if (line.open > 1) await broughtBack(as, { id, customerId: line.recallCustomerId, sale, packs: line.open - 1 })
  }
  await condemned(as, sale.shipmentNo)
  const { recall } = await qa.ask(recallApi.read, { id })
  await (
    await as('zhiliang')
  ).ask(recallApi.close, {
    id,
    rowVersion: recall.rowVersion,
    conclusion: '客户均已回复，货物去向查明；包装工序增加干燥剂清点',
    signature: signed(),
  })
  // Neither of the two made or packed it.
  await (
    await as('shouquan')
  ).ask(recallApi.lift, { id, lotIds: [lotId], conclusion: '库存逐袋复查并补放，可继续销售', ...withQualityHead() })
}

/** 年度演练: from a herb to every customer, how long it took, and what it brought to light. */
export async function drilled(as: As, { lotId }: { lotId: string }): Promise<void> {
  const qa = await as('qa')
  const drill = await qa.ask(recallApi.drill, { recallClass: 'II', scope: { node: 'lot', ids: [lotId] }, reason: '年度模拟召回演练' })
  const { id, caseNo } = await (
    await as('wuliu')
  ).ask(incidentApi.open, {
    kind: 'deviation',
    area: 'people',
    subject: '演练中一家客户的联系电话已停用',
    description: '按演练清单逐户拨打，一家药店的联系人已离职，改由总机转接，用时20分钟',
    foundAt: qa.time.now().toISOString(),
    source: 'recall_case',
    sourceId: drill.id,
  })
  const today = dayInShanghai(qa.time.now())
  const found = only((await qa.ask(incidentApi.list, { q: caseNo })).rows)
  await qa.ask(incidentApi.classify, { id, rowVersion: found.rowVersion, level: 'minor', dueOn: addDays(today, 30), signature: signed() })
  const { id: ownerId } = await accountOf(as, 'xiaoshou')
  await qa.ask(incidentApi.addMeasure, {
    ...{ id, kind: 'corrective', action: '逐户核对联系人与电话，更新客户档案', ownerId, dueOn: addDays(today, 20) },
  })
}
