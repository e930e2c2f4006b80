import { correctionApi } from '#contract/cases/correction.ts'
import assert from 'node:assert/strict'
import { scaleFor } from '#server/demo/asset.ts'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { caseApi } from '#contract/cases/impact.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { packLotApi } from '#contract/release/pack-lot.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { publicStatuses } from '#contract/tracing/public-trace.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { inspect, release, releasedLot } from '#server/demo/inspection.ts'
import { labelledPackaging, packedLot, releasedPack, usualCompletion } from '#server/demo/packaging.ts'
import { Refused, secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { startedRecall, withdrawnRecall } from '#server/demo/recall.ts'
import { approvedProduction, conformingBatch, doneStep, weighingsOf } from '#server/demo/production.ts'
import { checkedSale, usualTransport } from '#server/demo/sale.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { isAllowed, readTables, type Tables } from './ancestry.ts'
import { openWorld, type World } from './world.ts'

/*
 * No sequence of steps by any people makes a lot issued, packed, released, sold or publicly 正品 whose ancestry does not allow it, and no step yields more mass than it took. The steps are taken over HTTP; what
 * ancestry allows is worked out here from the bare tables, by other code than the product's.
 */

const worlds: World[] = []
after(async () => {
  for (const world of worlds) await world.close()
})

/** One herb and what was made of it. Sequences work on a family until its herb is rejected, then on a new one. */
type Family = {
  raw: { lotId: string; lotNo: string; reportId: string }
  batch: Awaited<ReturnType<typeof conformingBatch>>
  sold: Awaited<ReturnType<typeof releasedPack>>
  waiting: Awaited<ReturnType<typeof packedLot>>
  code: string
  sequences: number
}

async function beginFamily(world: World): Promise<Family> {
  const raw = await releasedLot(world.as, { quantity: '400' })
  const batch = await conformingBatch(world.as, { lot: raw, quantity: '200' })
  const sold = await releasedPack(world.as, { batch, packs: 40, spec: '500 g' })
  const waiting = await packedLot(world.as, { batch, packs: 20, spec: '500 g' })
  const { labels } = await (
    await world.as('baozhuang')
  ).ask(qrApi.print, { id: sold.packRangeId, first: 1, last: 1, reason: '核对标签', checker: secondPerson('qa') })
  return { raw, batch, sold, waiting, code: elementAt(labels, 0).code, sequences: 0 }
}

type Step = { what: (typeof steps)[number]; target: number; choice: boolean; number: number }
const steps = [
  ...(['freeze', 'freeze', 'unfreeze', 'unfreeze', 'recall', 'withdraw', 'retest', 'reject', 'decide', 'decide', 'correct'] as const),
  ...(['issue', 'make', 'make', 'label', 'pack', 'release', 'sell', 'ship', 'scan', 'scan'] as const),
] as const

/** People who take the steps: mostly those whose duty it is, sometimes those whose duty it is not. */
const kinds = ['freeze', 'regulator', 'doc_missing', 'deviation', 'complaint'] as const

function play(world: World) {
  const seen = { done: new Map<string, number>(), refused: new Map<string, number>() }
  let family: Family | undefined
  let sales: { id: string; lotIds: string[] }[] = []
  let labelled: Awaited<ReturnType<typeof labelledPackaging>>[] = []
  let orders: string[] = []
  const recalls: { id: string }[] = []
  const count = (of: Map<string, number>, what: string) => of.set(what, (of.get(what) ?? 0) + 1)
  const as = (userName: string) => world.as(userName)

  /** Takes a step. Gives back the lots it used, when it used any. */
  async function take(
    { what, target, choice, number }: Step,
    { raw, batch, sold, waiting, code }: Family,
  ): Promise<{ used: string[]; role: 'used' | 'deciding' }> {
    const lots = [raw.lotId, batch.lotId, sold.lotId, waiting.lotId]
    const lotId = elementAt(lots, target % lots.length)
    const side = lotId === raw.lotId ? 'raw' : 'pack'
    const qa = await as(choice ? 'qa' : number % 7 === 0 ? 'shengchan' : 'qa')
    const nothing = { used: [], role: 'used' as const }
    switch (what) {
      case 'freeze':
        await qa.ask(stockApi[side].freeze, { id: lotId, kind: elementAt(kinds, number % kinds.length), reason: '调查', reaches: choice })
        return nothing
      case 'unfreeze': {
        const { holds } = await qa.ask(stockApi[side].stock, { id: lotId })
        const hold = holds.find(({ liftedAt }) => liftedAt === null)
        if (hold !== undefined)
          await qa.ask(stockApi[side].unfreeze, {
            id: lotId,
            holdId: hold.id,
            conclusion: '查无异常',
            evidence: '报告',
            signature: signed(),
            approver: secondPerson(number % 5 === 0 ? 'qa' : 'zhiliang'),
          })
        return nothing
      }
      case 'recall':
        if (number % 4 === 0) recalls.push(await startedRecall(as, { lotId }))
        else {
          const started = recalls.pop()
          if (started !== undefined) await withdrawnRecall(as, started)
        }
        return nothing
      case 'withdraw': {
        const { rows } = await qa.ask(releaseApi.list, { q: raw.lotNo, state: 'released' })
        await qa.ask(releaseApi.withdraw, {
          id: elementAt(rows, 0).id,
          reason: '通报',
          placeId: await binIn(qa, 'quarantine'),
          signature: signed(),
        })
        return nothing
      }
      case 'retest': {
        const { reportId } = await inspect(world.as, raw.lotId, { side: 'raw', outcome: number % 6 === 0 ? 'fail' : 'pass' })
        if (number % 6 === 0)
          await qa.ask(releaseApi.reject, { id: reportId, basis: '不合格', placeId: await binIn(qa, 'rejected'), ...withQualityHead() })
        else await release(world.as, reportId)
        return nothing
      }
      case 'reject':
        if (number % 5 === 0)
          await qa.ask(releaseApi.rejectLot, { id: lotId, basis: '霉变', placeId: await binIn(qa, 'rejected'), ...withQualityHead() })
        return nothing
      case 'decide': {
        const { rows } = await qa.ask(caseApi.list, { state: 'open', q: raw.lotNo })
        const open = rows[0]
        if (open !== undefined)
          await (
            await as(number % 9 === 0 ? 'qa' : 'shouquan')
          ).ask(caseApi.decide, {
            id: open.id,
            lotId,
            decision: number % 6 === 0 ? 'reject' : 'clear',
            conclusion: '评估',
            placeId: await binIn(qa, 'rejected'),
            ...withQualityHead(),
          })
        return nothing
      }
      case 'correct': {
        // Either the herb's receipt or a supplier lot; the same person may try to approve.
        const changes = choice
          ? { net: elementAt(['390', '400', '1', '9999'], number % 4), exceptionNote: '按实重' }
          : { supplierLotNo: `G${number}` }
        const { id } = await (
          await as('qa')
        ).ask(correctionApi.receiptLine, { id: raw.lotId, changes, reason: '录入错误', signature: signed() })
        const approver = await as(number % 5 === 0 ? 'qa' : 'zhiliang')
        const approved = await approver.ask(correctionApi.approve, { id, signature: signed() }).then(
          () => true,
          (error: unknown) => error,
        )
        if (approved === true) return nothing
        await (await as('qa')).ask(correctionApi.cancel, { id, reason: '重新提出' })
        throw approved
      }
      case 'issue': {
        const order = await approvedProduction(world.as, { lots: [{ lotId: raw.lotId, quantity: '1', reason: '按计划' }] })
        await (
          await as('cangku')
        ).ask(productionApi.issue, {
          id: order.id,
          scaleId: await scaleFor(await as('cangku')),
          weighings: await weighingsOf(world.as, order.id),
          restrictionsHeeded: true,
          signature: signed(),
          checker: secondPerson('shengchan'),
        })
        orders.push(order.id)
        return { used: [raw.lotId], role: 'used' }
      }
      case 'make': {
        const id = orders[number % orders.length]
        if (id === undefined) return nothing
        // What was put in is one kilogram; what is said to have come out is anything from a gram to a tonne.
        const output = elementAt(['0.97', '1', '1.3', '2', '40', '1000', '0.001'], number % 7)
        const losses = choice ? [{ kind: 'dust' as const, quantity: elementAt(['0.02', '1', '6901234567892', '0.5'], target % 4) }] : []
        const isUsual = number % 3 === 0
        await doneStep(world.as, id, {
          deviation: isUsual ? '' : '试验',
          ...(!isUsual && { outcome: { output, losses, water: elementAt(['0', '0.2', '900'], target % 3) } }),
        })
        return nothing
      }
      case 'label':
        labelled.push(await labelledPackaging(world.as, { batch, packs: 2, spec: '500 g', boxLabels: 1 }))
        return { used: [batch.lotId], role: 'used' }
      case 'pack': {
        const run = labelled.pop()
        if (run === undefined) return nothing
        await (await as('baozhuang')).ask(packagingApi.complete, await usualCompletion(world.as, run))
        return { used: [batch.lotId], role: 'used' }
      }
      case 'release': {
        const releaser = await as('shouquan')
        await releaser.ask(packLotApi.release, {
          id: waiting.lotId,
          environmentOk: true,
          placeId: await binIn(releaser, 'pack_released'),
          signature: signed(),
        })
        return { used: [waiting.lotId], role: 'deciding' }
      }
      case 'sell': {
        const sale = await checkedSale(world.as, { pack: sold, packs: 1 })
        const { lines } = await (await as('cangku')).ask(saleApi.read, { id: sale.id })
        const used = lines.flatMap((line) => line.allocations).map((one) => one.lotId)
        sales.push({ id: sale.id, lotIds: used })
        return { used, role: 'used' }
      }
      case 'ship': {
        const sale = sales.pop()
        if (sale === undefined) return nothing
        await (await as('wuliu')).ask(saleApi.ship, { id: sale.id, ...usualTransport(), signature: signed() })
        return { used: sale.lotIds, role: 'used' }
      }
      case 'scan': {
        const { body } = await world.app.inject({ url: `/index?c=${code}`, headers: { 'user-agent': 'Mozilla/5.0' } })
        return { used: body.includes(`<h1>${publicStatuses.genuine.title}</h1>`) ? [sold.lotId] : [], role: 'used' }
      }
    }
  }

  return {
    seen,
    async sequence(sequence: readonly Step[]) {
      if (family === undefined || family.sequences > 40 || !isAlive(await readTables(world), family)) {
        family = await beginFamily(world)
        sales = []
        labelled = []
        orders = []
      }
      family.sequences += 1
      for (const step of sequence) {
        const before = await readTables(world)
        try {
          const { used, role } = await take(step, family)
          count(seen.done, step.what)
          for (const lotId of used)
            // What was made in this very step is not in the tables of before; then it has no doubt of its own.
            if (before.lots.some(({ id }) => id === lotId))
              assert.ok(isAllowed(before, lotId, role), `${step.what} used a lot that may not be used: ${JSON.stringify(step)}`)
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error
          // A builder that is not offered the lot says so in its own words.
          const code = error instanceof Refused ? error.code : 'not_offered'
          if (error instanceof Refused) assert.ok(error.status < 500, error.message)
          count(seen.refused, `${step.what} ${code}`)
        }
      }
    },
  }
}

/** Whether there is anything left to try: a herb that is rejected stays so. */
const isAlive = (tables: Tables, { raw }: Family) => tables.lots.find(({ id }) => id === raw.lotId)?.state !== 'rejected'

const sequences = fc.array(
  fc.record({
    what: fc.constantFrom(...steps),
    target: fc.nat(20),
    choice: fc.boolean(),
    number: fc.nat(1000),
  }) satisfies fc.Arbitrary<Step>,
  { minLength: 2, maxLength: 5 },
)

async function hold(world: World, { seed, numRuns }: { seed: number; numRuns: number }) {
  const { seen, sequence } = play(world)
  await fc.assert(fc.asyncProperty(sequences, sequence), { seed, numRuns, endOnFailure: true })
  return seen
}

const open = async () => {
  const world = await openWorld()
  worlds.push(world)
  return world
}

// A seed of its own finds with time what the fixed one never meets; two thousand sequences in every run would be a third of it. What it
// reaches is chance: of a family that stays frozen nothing is ever released. That all is reached is shown by the fixed one.
for (const [seeds, seed, numRuns, reached] of [
  ['a fixed seed', 20261123, 1000, new Set(steps)],
  ['a seed of its own', Math.floor(Math.random() * 2 ** 31), 250, new Set(['scan'])],
] as const)
  test(`${numRuns} sequences of ${seeds} (${seed}): nothing is used or called 正品 whose ancestry does not allow it`, async () => {
    const world = await open()
    const { done, refused } = await hold(world, { seed, numRuns })
    for (const what of reached) assert.ok((done.get(what) ?? 0) > 0, `${what} was never taken: ${JSON.stringify([...done])}`)
    // Uses were refused because of an ancestor.
    assert.ok(
      [...refused].some(([what]) => what.endsWith('ancestor_unfit')),
      JSON.stringify([...refused]),
    )
    const { rows: fromNothing } = await world.admin.query(
      `select id from production_step where output_quantity + (select coalesce(sum((l ->> 'quantity')::numeric), 0) from jsonb_array_elements(losses) l)
         > 1.02 * (input_quantity + water_quantity)`,
    )
    assert.deepEqual(fromNothing, [], 'no step yields more than it took')
    const client = await world.admin.connect()
    try {
      assert.deepEqual((await verifyDatabase(client)).findings, [])
    } finally {
      client.release()
    }
  })

test('the property finds a missing guard', async () => {
  const world = await open()
  await world.admin
    .query(`create or replace function reasons_passed_on(given uuid[]) returns table (kind text, lot_id uuid, lot_no text, lot_name text)
    language sql stable as $$ select null::text, null::uuid, null::text, null::text where false $$`)
  await assert.rejects(hold(world, { seed: 20261123, numRuns: 400 }), (error: Error) =>
    /used a lot that may not be used/.test(String(error.cause)),
  )
})
