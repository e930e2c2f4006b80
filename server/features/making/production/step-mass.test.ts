import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { present } from '#contract/kernel/certain.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { secondPerson } from '#server/demo/person.ts'
import {
  checkedBefore,
  concludedCase,
  doneStep,
  finishedProduction,
  issuedProduction,
  nextStations,
  steppedProduction,
} from '#server/demo/production.ts'

/* No step yields more mass than it took (domain §2.5): neither by its output, nor by its losses, nor by water. */

const world = await openWorld()
after(() => world.close())
const { as } = world
const angelica = await releasedLot(as, { quantity: '9000' })

const charge = (quantity: string, lotId = angelica.lotId) => [{ lotId, quantity }]
const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })

/** An order of 40 kg whose first step runs. */
async function begunOrder() {
  const { id } = await issuedProduction(as, { lots: charge('40') })
  await begin(id, 1, '40')
  return id
}

const begin = async (id: string, stepNo: number, input: string) =>
  (await as('shengchan')).ask(productionApi.startStep, {
    id,
    stepNo,
    preChecks: checkedBefore,
    ...(await nextStations(as, id)),
    temperature: '22',
    humidity: '48',
    input,
  })

type End = z.input<typeof productionApi.finishStep.input>
const end = async (id: string, change: Partial<End>) => {
  const operator = await as('shengchan')
  const input = {
    id,
    stepNo: 1,
    output: '40',
    losses: [],
    parameters: [{ code: 'impurity', value: '2.1' }],
    timeReason: '登记在后，时长以现场记录为准',
    checker: secondPerson('shengchan2'),
    ...change,
  }
  const { caseNo } = await operator.ask(productionApi.finishStep, input)
  if (caseNo === null) return
  await concludedCase(as, caseNo)
  await operator.ask(productionApi.finishStep, input)
}

/** Writes into a step what was possible before the database weighed it. */
const recordedBefore = (id: string, columns: string) =>
  world.change(
    `do $$ begin
      alter table production_step disable trigger mass_guarded, disable trigger corrected;
      update production_step set ${columns} where order_id = '${id}' and step_no = 1;
      alter table production_step enable trigger mass_guarded, enable trigger corrected;
    end $$`,
  )

test('40 kg do not become 3,896 kg: output and losses together exceed neither input, nor water, nor auxiliaries', async () => {
  const id = await begunOrder()
  await refused(end(id, { output: '3896' }), 'mass_from_nothing', 'output')
  await refused(end(id, { output: '40.8001' }), 'mass_from_nothing', 'output') // 2 % is what scales and damp air may add
  await refused(end(id, { output: '38', losses: [{ kind: 'dust', quantity: '2.9' }] }), 'mass_from_nothing', 'output', 'losses.0.quantity')
  await end(id, { output: '38', losses: [{ kind: 'dust', quantity: '2.8' }], deviation: '秤未归零' })
})

test('a barcode typed as a loss is refused with its field, and batch and line go on', async () => {
  const id = await begunOrder()
  const barcode = { kind: 'impurity' as const, quantity: '6901234567' }
  await refused(end(id, { output: '39', losses: [barcode] }), 'mass_from_nothing', 'losses.0.quantity')
  await refused(end(id, { output: '39', losses: Array.from({ length: 20 }, () => barcode) }), 'mass_from_nothing', 'losses.19.quantity')
  await end(id, { output: '39', losses: [{ kind: 'impurity', quantity: '1' }] })
  for (let step = 2; step <= 5; step++) await doneStep(as, id)
  await finishedProduction(as, id)
})

test('water does not make goods: a herb takes up at most three times its mass', async () => {
  const id = await begunOrder()
  await refused(end(id, { output: '3896', water: '3856' }), 'water_exceeds', 'water')
  await refused(end(id, { water: '9999999999.9999' }), 'water_exceeds', 'water')
  await refused(end(id, { water: '120.0001' }), 'water_exceeds', 'water')
  await end(id, { output: '160', water: '120' })
})

test('what was set aside between two steps does not come back as the gain of the second', async () => {
  const id = await begunOrder()
  await end(id, {})
  await begin(id, 2, '10')
  const second = { stepNo: 2, parameters: (await read(id)).process.steps[1]!.parameters.map(({ code }) => ({ code, value: '1' })) }
  await refused(end(id, { ...second, output: '40', deviation: '试' }), 'mass_from_nothing', 'output')
})

test('an auxiliary may add its mass once', async () => {
  const [herb, bran] = [
    await releasedLot(as, { material: '白术', quantity: '220' }),
    await releasedLot(as, { material: '麦麸', quantity: '60' }),
  ]
  const { id } = await issuedProduction(as, {
    product: '麸炒白术',
    lots: charge('100', herb.lotId),
    auxiliaries: charge('10', bran.lotId),
  })
  const { process } = await read(id)
  for (const [index, step] of process.steps.entries()) {
    const input = index === 0 ? '100' : '110'
    await begin(id, step.no, input)
    const given = {
      stepNo: step.no,
      parameters: step.parameters.map(({ code }) => ({ code, value: '1' })),
      deviation: '试',
      ...(step.isCritical && { signature: { password: 'Bencao@2026', comment: '' } }),
    }
    if (index > 0) await refused(end(id, { ...given, output: '120' }), 'mass_from_nothing', 'output')
    await end(id, { ...given, output: '110' })
    if (index === 1) return
  }
})

test('neither sample nor remainder adds to the batch; the balance says how much there is at most', async () => {
  const { id } = await steppedProduction(as, { lots: charge('100') })
  const operator = await as('shengchan')
  const input = async (change: object) => {
    const { rows } = await world.admin.query(
      `select p.id from place p join enterprise e on e.id = p.enterprise_id and e.is_operating where zone = 'bulk' and storage_condition <> '双锁' and p.is_active limit 1`,
    )
    return {
      id,
      output: String((await read(id)).steps.at(-1)!.output),
      placeId: rows[0].id as string,
      clearance: { materials: true, documents: true, equipment: true, site: true } as const,
      clearedUntil: '2199-12-31',
      deviation: '试',
      signature: { password: 'Bencao@2026', comment: '' },
      ...change,
    }
  }
  for (const field of ['sampled', 'leftover'] as const)
    for (const quantity of ['9999999999.9999', '50'])
      await refused(operator.ask(productionApi.finish, await input({ [field]: quantity })), 'mass_from_nothing', field)
  const { caseNo } = await operator.ask(productionApi.finish, await input({ leftover: '0.5' }))
  await concludedCase(as, present(caseNo))
  await operator.ask(productionApi.finish, await input({ leftover: '0.5' }))
})

test('the database itself refuses mass from nothing', async () => {
  const id = await begunOrder()
  const ends = (output: number, water: number, losses: unknown[]) =>
    world.change(
      `update production_step set ended_by = started_by, ended_at = now(), parameters = '[]', remark = '',
        output_quantity = $2, water_quantity = $3, losses = $4 where order_id = $1`,
      [id, output, water, JSON.stringify(losses)],
    )
  await assert.rejects(ends(3896, 0, []), /mass_from_nothing/)
  await assert.rejects(ends(40, 0, [{ kind: 'dust', quantity: '6901234567' }]), /mass_from_nothing/)
  await assert.rejects(ends(3896, 3856, []), /water_exceeds/)
  await assert.rejects(
    world.change(
      `alter table production_step disable trigger corrected; update production_step set input_quantity = 41 where order_id = '${id}'`,
    ),
    /input_exceeds/,
  )
  await end(id, {})
  for (let step = 2; step <= 5; step++) await doneStep(as, id)
  const { batchNo } = await finishedProduction(as, id)
  // A second batch of the same masses, written past every step.
  const bulk = (columns: string) =>
    world.change(
      `with o as (select * from production_order where batch_no = $1), b as (select b.* from bulk_lot b join o on o.id = b.order_id)
      insert into bulk_lot select made.* from b
      cross join jsonb_populate_record(null::bulk_lot, to_jsonb(b) || jsonb_build_object('id', gen_random_uuid(), ${columns})) made`,
      [batchNo],
    )
  await assert.rejects(bulk(`'output_quantity', 3896, 'yield_percent', 9740`), /output_exceeds/)
  await assert.rejects(bulk(`'leftover_quantity', 50`), /mass_from_nothing/)
})

test('what was recorded before the rule locks no batch: it is finished with a deviation, and held', async () => {
  const id = await begunOrder()
  await end(id, { output: '39' })
  await recordedBefore(id, `losses = '[{"kind":"impurity","quantity":"6901234567890"}]'`)
  for (let step = 2; step <= 5; step++) await doneStep(as, id)
  const { held } = await finishedProduction(as, id, { deviation: '净制损耗误录为条码' })
  assert.equal(held, true)
})

test('an output recorded before the rule is not carried on: the next step and the batch take what there is', async () => {
  const id = await begunOrder()
  await end(id, { output: '39' })
  await recordedBefore(id, `output_quantity = 3896`)
  await doneStep(as, id, { input: '39' })
  for (let step = 3; step <= 5; step++) await doneStep(as, id)
  const { held } = await finishedProduction(as, id)
  assert.equal(held, false)
})
