import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { productionApi } from '#contract/making/production-api.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { boxesOf, filledBox, openedBox } from '#server/demo/box.ts'
import { processYielding, productBeside } from '#server/demo/co-product.ts'
import { damagedPacks, destroyed } from '#server/demo/disposal.ts'
import { inspect, release, releasedLot, sampled, sampleOf } from '#server/demo/inspection.ts'
import { labelledPackaging, packCodes, packedLot, releasedPack, usualCompletion } from '#server/demo/packaging.ts'
import { Refused, secondPerson, signed, type Person, withQualityHead } from '#server/demo/person.ts'
import {
  conformingBatch,
  doneStep,
  finishedProduction,
  gaveBack,
  handedOver,
  issuedProduction,
  pausedProduction,
  replacedPart,
  steppedProduction,
  supplemented,
  terminatedProduction,
} from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { failedBatch, steppedRework } from '#server/demo/rework.ts'
import { allocatedSale, codesOf, deliveredSale, pickedSale } from '#server/demo/sale.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { openWorld, type World } from './world.ts'

/*
 * Random steps of several people at once, over HTTP: some are right, some ask for too much, go to the wrong place or come too late.
 * Whatever they do, mass is neither made nor lost, no real place falls below zero, and the verifier finds nothing.
 */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** What there is to be worked on; all people work on the same few things. */
const there = {
  raws: [] as string[],
  /** Orders that were weighed out. */
  orders: [] as string[],
  /** Those of which parts may be handed over. */
  started: [] as string[],
  /** Requests whose samples are in the laboratory. */
  sampled: [] as string[],
  /** Batches that were rejected. */
  failed: [] as string[],
  batches: [] as { lotId: string; batchNo: string }[],
  packs: [] as Awaited<ReturnType<typeof releasedPack>>[],
  sales: [] as string[],
  holds: [] as { lotId: string; holdId: string; side: 'raw' | 'pack' }[],
}
const seen = { requests: 0, refusals: new Map<string, number>(), failures: [] as string[] }

/** People as ever, whose answers are counted. */
const as = async (userName: string): Promise<Person> => {
  const person = await world.as(userName)
  return {
    ...person,
    async ask(endpoint, input, headers) {
      seen.requests += 1
      try {
        return await person.ask(endpoint, input, headers)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        seen.refusals.set(error.code, (seen.refusals.get(error.code) ?? 0) + 1)
        // 503 asks to come again; anything else above is a fault.
        if (error.status >= 500 && error.status !== 503) seen.failures.push(error.message)
        throw error
      }
    },
  }
}

const pick = <Thing>(things: readonly Thing[], place: number): Thing => {
  if (things.length === 0) throw new Error('nothing of the kind yet')
  return things[place % things.length]!
}
const part = (quantity: string, percent: number) => exact(quantity).times(percent).div(100).toDecimalPlaces(3).toFixed()

type Choice = { kind: keyof typeof steps; lot: number; place: number; percent: number; who: boolean }

const steps = {
  receive: async ({ percent }: Choice) => there.raws.push((await receivedLot(as, { quantity: String(50 + percent) })).lotId),
  release: async ({ lot }: Choice) => {
    const { reportId } = await inspect(as, pick(there.raws, lot), { side: 'raw' })
    await release(as, reportId)
  },
  giveUp: async ({ who, percent }: Choice) => {
    const { inspectionId } = await sampled(as, (await receivedLot(as)).lotId, 'raw')
    there.sampled.push(inspectionId)
    if (who) return
    const [signature, second] = [signed(), secondPerson('qa')]
    await (
      await as('zhuguan')
    ).ask(rawInspectionApi.giveUp, {
      ...{ id: inspectionId, reason: '送错批', samples: percent % 2 === 0 ? 'return' : 'scrap' },
      ...{ signature, second },
    })
  },
  loseSample: async ({ lot, place, who }: Choice) => {
    const person = await as('jianyan')
    const id = pick(there.sampled, lot)
    const { sampling } = await person.ask(rawInspectionApi.file, { id })
    const sample = pick(sampling?.samples ?? [], place)
    const api = sampleLaboratoryApi.raw
    await person.ask(who ? api.lose : api.lack, { id: sample.id, reason: '打翻' })
    if (!who)
      await person.ask(api.dispose, { id: sample.id, leftOver: '1', reason: '打翻', signature: signed(), witness: secondPerson('qa') })
    await (await as('quyang')).ask(rawInspectionApi.sampleAgain, { id, reason: '打翻', ...sampleOf('raw') })
  },
  move: async ({ lot, place, percent, who }: Choice) => {
    const [side, id] =
      place % 3 === 0 ? ([stockApi.pack, pick(there.packs, lot).lotId] as const) : ([stockApi.raw, pick(there.raws, lot)] as const)
    const person = await as(who ? 'cangku' : 'cangku2')
    const { places } = await person.ask(side.stock, { id })
    const targets = await person.ask(side.targets, { id })
    const from = pick(places, place)
    await person.ask(side.transfer, {
      id,
      fromPlaceId: from.id,
      toPlaceId: pick(targets, place >> 1).id,
      quantity: part(from.quantity, percent),
      reason: '移库',
    })
  },
  freeze: async ({ lot, who }: Choice) => {
    const [side, lotId] = who ? (['raw', pick(there.raws, lot)] as const) : (['pack', pick(there.packs, lot).lotId] as const)
    const { holdId } = await (await as('qa')).ask(stockApi[side].freeze, { id: lotId, kind: 'freeze', reason: '待查' })
    there.holds.push({ lotId, holdId, side })
  },
  unfreeze: async ({ lot }: Choice) => {
    const { lotId, holdId, side } = pick(there.holds, lot)
    await (await as('qa')).ask(stockApi[side].unfreeze, { id: lotId, holdId, conclusion: '查无问题', ...withQualityHead() })
  },
  issue: async ({ lot, percent }: Choice) => {
    const id = pick(there.raws, lot)
    const { places } = await (await as('cangku')).ask(stockApi.raw.stock, { id })
    const quantity = part(pick(places, 0).quantity, percent)
    there.orders.push((await issuedProduction(as, { lots: [{ lotId: id, quantity, reason: '按计划' }] })).id)
  },
  make: async ({ lot, percent, who }: Choice) => {
    const lots = [{ lotId: pick(there.raws, lot), quantity: String(5 + (percent % 20)), reason: '按计划' }]
    const { id } = await steppedProduction(as, { lots })
    const batch = await finishedProduction(as, id, { deviation: '差异已查明' })
    if (!who) return
    await inspect(as, batch.lotId, { side: 'bulk' })
    there.batches.push(batch)
  },
  stop: async ({ lot, percent, place, who }: Choice) => {
    const lots = [{ lotId: pick(there.raws, lot), quantity: String(5 + (percent % 20)), reason: '按计划' }]
    const { id } = await issuedProduction(as, { lots })
    there.orders.push(id)
    if (who) await doneStep(as, id)
    await terminatedProduction(as, id, { remains: String(place % 30) })
  },
  rework: async ({ lot, percent, place, who }: Choice) => {
    const quantity = String(1 + (percent % 20))
    const { id } = await steppedRework(as, { lotId: pick(there.failed, lot), quantity })
    if (place % 4 === 0) return void (await terminatedProduction(as, id, { remains: part(quantity, percent) }))
    const batch = await finishedProduction(as, id)
    if (!who) return
    await inspect(as, batch.lotId, { side: 'bulk' })
    there.batches.push(batch)
  },
  /** A batch in parts, some of them put right, which yields what its process names beside it; finished, or ended in the middle. */
  inParts: async ({ lot, percent, place, who }: Choice) => {
    const lots = [{ lotId: pick(there.raws, lot), quantity: String(5 + (percent % 20)), reason: '按计划' }]
    const { id } = await steppedProduction(as, { lots })
    const { steps: done } = await (await as('shengchan')).ask(productionApi.read, { id })
    const output = done.at(-1)?.output ?? '0'
    there.started.push(id)
    await handedOver(as, id, part(output, 10 + (percent % 60)))
    const { parts } = await (await as('shengchan')).ask(productionApi.read, { id })
    if (place % 3 === 0) await replacedPart(as, id, { partId: pick(parts, place).id, net: part(output, 10 + (place % 60)) })
    if (place % 5 === 0) return void (await terminatedProduction(as, id, { remains: part(output, percent % 40) }))
    // Two at once hand over what is left of it.
    const left = async () => {
      const { parts: all } = await (await as('shengchan')).ask(productionApi.read, { id })
      return all
        .filter((one) => one.replacedByNo === null)
        .reduce((rest, one) => rest.minus(one.quantity), exact(output))
        .toFixed()
    }
    const rest = await left()
    if (exact(rest).greaterThan(0)) await Promise.allSettled([handedOver(as, id, rest), handedOver(as, id, rest)])
    const batch = await finishedProduction(as, id, { deviation: '差异已查明' })
    if (!who) return
    await inspect(as, batch.lotId, { side: 'bulk' })
    there.batches.push(batch)
  },
  /** Anybody puts a part of any batch right, or hands some more over, at any time. */
  handOver: async ({ lot, percent, who, place }: Choice) => {
    const id = pick(there.started, lot)
    if (who) return void (await handedOver(as, id, part('10', percent)))
    const { parts } = await (await as('shengchan')).ask(productionApi.read, { id })
    await replacedPart(as, id, { partId: pick(parts, place).id, ...(percent % 2 === 0 && { net: part('10', percent) }) })
  },
  pause: async ({ lot }: Choice) => void (await pausedProduction(as, pick(there.started, lot))),
  supplement: async ({ lot, percent }: Choice) => {
    const id = pick(there.orders, lot)
    const { lots } = await (await as('cangku')).ask(productionApi.read, { id })
    await supplemented(as, id, { lotNo: pick(lots, percent).lotNo, net: part('5', percent) })
  },
  takeBack: async ({ lot, percent }: Choice) => {
    const id = pick(there.orders, lot)
    const { lots } = await (await as('shengchan')).ask(productionApi.read, { id })
    await gaveBack(as, id, { lotNo: pick(lots, percent).lotNo, net: part('10', percent) })
  },
  pack: async ({ lot, percent, who }: Choice) => {
    const packing = { batch: pick(there.batches, lot), packs: 1 + (percent % 12), spare: percent % 3 }
    if (who) there.packs.push(await releasedPack(as, packing))
    else await packedLot(as, packing)
  },
  sell: async ({ lot, percent, who }: Choice) => {
    const sale = await (who ? deliveredSale : pickedSale)(as, { pack: pick(there.packs, lot), packs: 1 + (percent % 15) })
    there.sales.push(sale.id)
  },
  allocate: async ({ lot, percent }: Choice) => {
    there.sales.push((await allocatedSale(as, { pack: pick(there.packs, lot), packs: 1 + (percent % 40) })).id)
  },
  giveBack: async ({ lot }: Choice) => (await as('cangku')).ask(saleApi.giveBack, { id: pick(there.sales, lot), reason: '改日再发' }),
  replaceCode: async ({ lot, place }: Choice) => {
    const codes = await packCodes(as, pick(there.packs, lot).lotNo, 100)
    const [signature, checker] = [signed(), secondPerson('qa2')]
    await (await as('baozhuang')).ask(qrApi.replace, { code: pick(codes, place), reason: '标签破损', signature, checker })
  },
  openBox: async ({ lot, place, percent, who }: Choice) => {
    const box = pick((await boxesOf(as, pick(there.packs, lot).lotNo)).boxes, place)
    await openedBox(as, box.code, who ? [] : box.packs.slice(0, percent % 4))
  },
  refill: async ({ lot, place, percent, who }: Choice) => {
    const { boxes, loose } = await boxesOf(as, pick(there.packs, lot).lotNo)
    const packs = [pick(loose, place), ...loose.slice(0, percent % 4)]
    await filledBox(as, { ...(who && { box: pick(boxes, percent).code }), packs: [...new Set(packs)] })
  },
  merge: async ({ lot, place, percent }: Choice) => {
    const [into, from] = await Promise.all([boxesOf(as, pick(there.packs, lot).lotNo), boxesOf(as, pick(there.packs, lot + 1).lotNo)])
    await filledBox(as, { box: pick(into.boxes.toReversed(), place).code, packs: [pick(from.boxes.toReversed(), percent).code] })
  },
  loseLabel: async ({ lot, percent }: Choice) => {
    const labelled = await labelledPackaging(as, { batch: pick(there.batches, lot), packs: 1 + (percent % 5), spare: 2 })
    const usual = await usualCompletion(as, labelled)
    await (
      await as('baozhuang')
    ).ask(packagingApi.complete, {
      ...usual,
      labels: { ...usual.labels, destroyed: 1, lost: 1 },
      lostLabels: [{ runNo: labelled.runNo, first: 1, last: 1 }],
    })
  },
  destroy: async ({ lot, place }: Choice) => {
    const pack = pick(there.packs, lot)
    await destroyed(as, await damagedPacks(as, pack.lotId, await codesOf(as, pack.lotNo, 1 + (place % 3))))
  },
}

const choice: fc.Arbitrary<Choice> = fc.record({
  // What takes one request comes more often than what takes a whole document.
  kind: fc.constantFrom(
    ...([
      'move',
      'move',
      'move',
      'move',
      'freeze',
      'unfreeze',
      'issue',
      'issue',
      'allocate',
      'giveBack',
      'destroy',
      'replaceCode',
      'replaceCode',
      'openBox',
      'openBox',
      'refill',
      'merge',
      'loseLabel',
      'receive',
      'release',
      'giveUp',
      'loseSample',
      'make',
      'stop',
      'rework',
      'inParts',
      'handOver',
      'handOver',
      'pause',
      'supplement',
      'takeBack',
      'pack',
      'sell',
    ] as const),
  ),
  lot: fc.nat(1000),
  place: fc.nat(1000),
  percent: fc.integer({ min: 1, max: 140 }),
  who: fc.boolean(),
})

/** What must be true of the ledgers at any time. */
async function checkMass() {
  const rows = async (statement: string) => (await world.admin.query(statement)).rows
  const entered = `select lot_id, place_id, sum(quantity) as quantity from (
    select enterprise_id, lot_id, to_place_id as place_id, quantity from stock_entry union all select enterprise_id, lot_id, from_place_id, -quantity from stock_entry) e group by 1, 2`
  assert.deepEqual(
    await rows(`select lot_id, sum(quantity) from (${entered}) e group by 1 having sum(quantity) <> 0`),
    [],
    'every lot sums to zero over all places',
  )
  assert.deepEqual(
    await rows(`select * from (${entered}) e join place p on p.id = e.place_id where p.is_real and e.quantity < 0`),
    [],
    'no real place is below zero',
  )
  assert.deepEqual(
    await rows(
      `select * from (${entered}) e full join stock_balance b using (lot_id, place_id) where coalesce(e.quantity, 0) <> coalesce(b.quantity, 0)`,
    ),
    [],
    'what is kept equals the sums',
  )
  assert.deepEqual(
    await rows(
      `select c.box_range_id, box, sum(c.packs_in_box) from box_content c cross join lateral generate_series(c.first_box, c.last_box) box
        join code_range r on r.id = c.box_range_id join pack_spec s on s.id = r.pack_spec_id
       where c.opened_at is null group by 1, 2, s.packs_per_box having sum(c.packs_in_box) > s.packs_per_box or count(distinct c.batch_no) > 2`,
    ),
    [],
    'no box holds more than it takes, or a third batch',
  )
  assert.deepEqual(
    await rows(
      `select c.id from box_content c join code_span s on s.range_id = c.pack_range_id and s.first_index <= c.last_pack and s.last_index >= c.first_pack
       where c.opened_at is null and (s.lot_id is distinct from c.lot_id or s.state in ('voided', 'destroyed', 'missing'))`,
    ),
    [],
    'what lies in a box is packs of the lot that it says',
  )
  assert.deepEqual(
    await rows(
      `select l.lot_no from lot l join pack_spec spec on spec.id = l.pack_spec_id
       where l.kind = 'pack' and spec.net_quantity * (select coalesce(sum(s.last_index - s.first_index + 1), 0) from code_span s join code_range r on r.id = s.range_id and r.level = 1
           where s.lot_id = l.id and s.state in ('activated', 'in_stock', 'returned'))
         <> (select coalesce(sum(b.quantity), 0) from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = l.id)`,
    ),
    [],
    'codes equal packs',
  )
  const client = await world.admin.connect()
  try {
    await client.query(`select set_config('app.enterprise', id::text, false) from enterprise where is_operating`)
    const { rows: apart } = await client.query(
      `select l.lot_no from (select m.* from unnest(array['raw', 'auxiliary', 'bulk', 'pack', 'toxic']) c cross join lateral stock_of_month(date_trunc('month', today())::date, c) m) m
        full join (select b.lot_id, sum(b.quantity) as quantity from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.enterprise_id = current_enterprise() group by 1) b using (lot_id)
        join lot l on l.id = lot_id where coalesce(m.closing, 0) <> coalesce(b.quantity, 0) or m.opening + m.brought - m.taken <> m.closing`,
    )
    assert.deepEqual(apart, [], 'every month closes with what lies in the bins')
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

test(
  'whatever several people do at once, mass is neither made nor lost and the verifier finds nothing',
  { timeout: 600_000 },
  async (t) => {
    // Every batch of it yields another product beside it.
    const { id: productId } = await productBeside(as, '当归', { name: '当归尾' })
    await processYielding(as, '当归', { productId, stepNo: 1, min: '5', expected: '10', max: '15' }, '70')
    for (let lot = 0; lot < 3; lot++) there.raws.push((await releasedLot(as, { quantity: '200' })).lotId)
    there.failed.push((await failedBatch(as, { quantity: '100' })).lotId)
    there.batches.push(await conformingBatch(as, { quantity: '100' }))
    there.packs.push(await releasedPack(as, { batch: there.batches[0]!, packs: 60 }))

    const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
    t.diagnostic(`SEED=${seed}`)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(choice, { minLength: 4, maxLength: 8 }), { minLength: 6, maxLength: 6 }), async (lanes) => {
        await Promise.all(
          lanes.map(async (lane) => {
            // A step that was refused, or for which there is nothing to do it with, is a step like any other.
            for (const one of lane) await steps[one.kind](one).catch((error: unknown) => error)
          }),
        )
        assert.deepEqual(seen.failures, [])
        await checkMass()
      }),
      // A failing run is shown as it was; people at once are not repeated exactly, so nothing is gained by shrinking.
      // RUNS=200 for a night's search.
      { seed, numRuns: Number(process.env['RUNS'] ?? 2), endOnFailure: true },
    )
    const refused = [...seen.refusals.values()].reduce((sum, count) => sum + count, 0)
    t.diagnostic(
      `${seen.requests} requests, ${refused} refused: ${[...seen.refusals].map(([code, count]) => `${code} ${count}`).join(', ')}`,
    )
    assert.ok(seen.requests > 150 && refused > 5 && refused < seen.requests / 2)
  },
)
