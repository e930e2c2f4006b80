import { recallApi } from '#contract/cases/recall.ts'
import { present } from '#contract/kernel/certain.ts'
import { signed, withQualityHead, type Person } from './person.ts'

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

/** Every customer answered, all but one pack came back; closed, and the lot may be sold again. */
export async function endedRecall(as: As, { id, lotId }: { id: string; lotId: string }): Promise<void> {
  const qa = await as('qa')
  const { customers, lines } = await qa.ask(recallApi.read, { id })
  for (const customer of present(customers)) await qa.ask(recallApi.acknowledge, { id, customerId: customer.id, name: '药房主任' })
  for (const line of present(lines)) {
    const at = { id, customerId: line.recallCustomerId, lotId: line.lotId }
    await qa.ask(recallApi.recover, { ...at, outcome: 'consumed', packs: 1, note: '已调剂使用' })
    if (line.open > 1) await qa.ask(recallApi.recover, { ...at, outcome: 'recovered', packs: line.open - 1 })
  }
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

/** 年度演练: from a herb to every customer, and how long it took. */
export async function drilled(as: As, { lotId }: { lotId: string }): Promise<void> {
  await (await as('qa')).ask(recallApi.drill, { recallClass: 'II', scope: { node: 'lot', ids: [lotId] }, reason: '年度模拟召回演练' })
}
