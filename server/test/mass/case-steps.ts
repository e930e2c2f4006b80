import { incidentApi } from '#contract/cases/incident-api.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import { present } from '#contract/kernel/certain.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { approvedIncident, classifiedIncident, closedIncident, toldIncident, withLots } from '#server/demo/incident.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { signed, withQualityHead } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { broughtBack, drilled, startedRecall, withdrawnRecall } from '#server/demo/recall.ts'
import { packsOut } from '#server/demo/return.ts'
import { NothingOfTheKind, pick, type Choice, type Factory } from './factory.ts'

const investigated = {
  immediateAction: '隔离，挂待处理标识',
  cause: { whys: ['外袋破损', '叉车碰撞'], factors: { method: '通道过窄' }, factor: 'method' as const, root: '通道过窄' },
  post: '仓库管理员',
  effects: '逐袋检查，无影响',
}

/** Cases that hold goods and let them go or reject them, recalls that bring them back, and drills that touch nothing. */
export function caseSteps({ as, there }: Factory) {
  const incidents: string[] = []
  const recalls: { id: string; sale: Factory['there']['delivered'][number] }[] = []

  async function heldBy(lotNo: string, reaches: boolean): Promise<string> {
    const { id } = await toldIncident(as, 'cangku', {
      ...{ kind: 'deviation', area: 'storage', subject: '外袋破损', description: '两件外袋破损', place: '常温库' },
      ...{ lotNo, foundAt: (await as('cangku')).time.now().toISOString() },
    })
    const dueOn = addDays(dayInShanghai((await as('qa')).time.now()), 20)
    await classifiedIncident(as, id, { level: 'minor', dueOn })
    await withLots(as, id, [lotNo], reaches)
    return id
  }
  return {
    holdByCase: async ({ lot, who, percent }: Choice) => {
      incidents.unshift(await heldBy(pick(who ? there.raws : there.packs, lot).lotNo, percent % 2 === 0))
    },
    closeCase: async ({ lot }: Choice) => {
      const id = pick(incidents, lot)
      await approvedIncident(as, id, investigated)
      await closedIncident(as, id, '不影响质量')
    },
    rejectByCase: async () => {
      const { lotId, lotNo } = await receivedLot(as, { quantity: '40' })
      const qa = await as('qa')
      await qa.ask(incidentApi.decideLots, {
        ...{ id: await heldBy(lotNo, true), lotIds: [lotId], decision: 'reject', conclusion: '霉变' },
        ...{ placeId: await binIn(qa, 'rejected'), ...withQualityHead() },
      })
      there.rejected.unshift(lotId)
    },
    drill: async ({ lot, who }: Choice) => void (await drilled(as, pick(who ? there.packs : there.raws, lot))),
    /** Of a lot that customers have. */
    startRecall: async ({ lot }: Choice) => {
      const sale = pick(there.delivered, lot)
      recalls.unshift({ id: (await startedRecall(as, { lotId: sale.pack.lotId })).id, sale })
    },
    withdrawRecall: async ({ lot }: Choice) => void (await withdrawnRecall(as, pick(recalls, lot))),
    /** Some packs come back; later ones may as well. */
    recover: async ({ lot, percent }: Choice) => {
      const { id, sale } = pick(recalls, lot)
      const { lines } = await (await as('qa')).ask(recallApi.read, { id })
      const line = pick(
        present(lines).filter(({ lotId, open }) => lotId === sale.pack.lotId && open > 0),
        percent,
      )
      const out = (await packsOut(as, sale)).length
      const packs = Math.min(line.open, out, 1 + (percent % 3))
      if (packs === 0) throw new NothingOfTheKind()
      await broughtBack(as, { id, customerId: line.recallCustomerId, sale, packs })
      const { rows } = await (await as('qa')).ask(returnApi.list, { q: sale.shipmentNo, kind: 'recall' })
      there.returns.unshift(...rows.map((row) => row.id).filter((returnId) => !there.returns.includes(returnId)))
    },
    /** Everybody answered and what did not come back was used; closed, and its lots may be sold again. */
    closeRecall: async ({ lot }: Choice) => {
      const { id, sale } = pick(recalls, lot)
      const qa = await as('qa')
      const { customers, lines } = await qa.ask(recallApi.read, { id })
      for (const customer of present(customers).filter(({ acknowledgedAt }) => acknowledgedAt === null))
        await qa.ask(recallApi.acknowledge, { id, customerId: customer.id, name: '药房主任' })
      for (const line of present(lines).filter(({ open }) => open > 0)) {
        const told = { id, customerId: line.recallCustomerId, lotId: line.lotId, packs: line.open, note: '已调剂使用' }
        await qa.ask(recallApi.recover, { ...told, outcome: 'consumed' })
      }
      const { recall } = await qa.ask(recallApi.read, { id })
      await (await as('zhiliang')).ask(recallApi.close, { id, rowVersion: recall.rowVersion, conclusion: '去向查明', signature: signed() })
      const lifting = { id, lotIds: [sale.pack.lotId], conclusion: '复查无异常', ...withQualityHead() }
      await (await as('shouquan')).ask(recallApi.lift, lifting)
    },
  }
}
