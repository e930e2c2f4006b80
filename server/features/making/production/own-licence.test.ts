import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt } from '#contract/kernel/certain.ts'
import { enterpriseApi } from '#contract/people/enterprise.ts'
import { licenceApi } from '#contract/supply/licence.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { addDays } from '#contract/warehouse/shelf-life.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { signed } from '#server/demo/person.ts'
import { orderedProduction } from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const licence = { kind: '药品生产许可证', number: '甘20260088', scope: '', issuedBy: '', validFrom: null, validUntil: null } as const
const today = elementAt((await world.admin.query<{ day: string }>('select today()::text as day')).rows, 0).day

test('an order is approved only while a production licence of the enterprise itself holds what its product needs', async () => {
  const admin = await as('admin')
  const lot = await releasedLot(as, { quantity: '200' })
  const { id } = await orderedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '100', reason: '' }] })
  await world.change(
    `update product set licence_scopes = '{净制,切制}', is_direct_oral = true where id = (select product_id from production_order where id = $1)`,
    [id],
  )
  const manager = await as('shengchan2')
  const approve = () => manager.ask(productionApi.approve, { id, signature: signed() })
  const papers = async () =>
    (await admin.ask(enterpriseApi.own, {})).papers.filter(({ kind, isActive }) => kind === licence.kind && isActive)

  for (const paper of await papers()) await admin.ask(licenceApi.putAsideOwn, { id: paper.id, reason: '已换发' })
  await refused(approve(), 'licence_out_of_scope', 'id')
  const scope = '中药饮片（净制、切制），直接口服饮片'
  await admin.ask(licenceApi.addOwn, { ...licence, scope, number: '去年的', validUntil: addDays(today, -1) })
  await admin.ask(licenceApi.addOwn, { ...licence, scope, number: '明天的', validFrom: addDays(today, 1) })
  await refused(approve(), 'licence_out_of_scope', 'id')
  const { id: narrow } = await admin.ask(licenceApi.addOwn, {
    ...licence,
    scope: '中药饮片（净制、切制）',
    validFrom: today,
    validUntil: today,
  })
  await assert.rejects(approve(), /直接口服饮片/)
  const paper = elementAt(
    (await papers()).filter(({ id: one }) => one === narrow),
    0,
  )
  await admin.ask(licenceApi.editOwn, { ...licence, id: narrow, rowVersion: paper.rowVersion, scope, validFrom: today, validUntil: today })
  assert.equal((await approve()).state, 'approved')
})
