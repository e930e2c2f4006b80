import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { present } from '#contract/kernel/certain.ts'
import type { Right } from '#contract/kernel/duties.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { historyApi } from '#contract/office/history.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { accountApi } from '#contract/people/account.ts'
import { tokenApi, tokenRights } from '#contract/people/token.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { releasedLot, sampleOf } from '#server/demo/inspection.ts'
import { plannedPackaging, releasedPack } from '#server/demo/packaging.ts'
import { demoPassword, Refused, handingIn, requestOf, signed, type Person, withQualityHead } from '#server/demo/person.ts'
import { realTime } from '#server/demo/told-time.ts'
import { lineFor } from '#server/demo/asset.ts'
import { orderedProduction } from '#server/demo/production.ts'
import { draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { draftSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const admin = await as('admin')
const adminId = (await admin.ask(accountApi.current, {})).user.id
const name = 'ERP'
const program = await programOf(admin, name, [...tokenRights])

/** A program of this person's making, with the rights given. */
async function programOf(maker: Person, name: string, rights: Right[]): Promise<Person> {
  const validUntil = new Date(Date.now() + 8 * 3600_000 + 90 * 86_400_000).toISOString().slice(0, 10)
  const { token } = await maker.ask(tokenApi.create, { name, rights, validUntil, password: demoPassword })
  return {
    userName: name,
    cookie: '',
    time: realTime,
    async hand(endpoint, input, content) {
      const { headers, ...request } = handingIn(endpoint, input)
      const answer = await world.app.inject({ ...request, payload: content, headers: { authorization: `Bearer ${token}`, ...headers } })
      if (answer.statusCode >= 300) throw new Refused(endpoint.path, answer.statusCode, answer.json())
      return answer.json()
    },
    async ask(endpoint, input, headers = {}) {
      const answer = await world.app.inject({
        ...requestOf(endpoint, input),
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID(), ...headers },
      })
      if (answer.statusCode >= 300) throw new Refused(endpoint.path, answer.statusCode, answer.json())
      return answer.json()
    },
  }
}

/** The demo's people, of whom one is somebody else today. */
const where = (userName: string, is: Person) => (asked: string) => (asked === userName ? Promise.resolve(is) : as(asked))
/** The maker and their program, in the order of the two steps that two people share. */
const pairs = [
  { what: 'what the program wrote is not approved by its maker', first: program, second: admin },
  { what: 'what the maker wrote is not approved by the program', first: admin, second: program },
  { what: 'what the program wrote is not approved by the program', first: program, second: program },
]

for (const { what, first, second } of pairs) {
  test(`purchase: ${what}`, async () => {
    const order = await draftOrder(where('caigou', first))
    await second.ask(purchaseApi.submit, { id: order.id })
    await refused(second.ask(purchaseApi.approve, { id: order.id }), 'author_approves')
    assert.equal(order.buyer.id, adminId, 'the person behind the program is the buyer')
    await (await as('shengchan2')).ask(purchaseApi.approve, { id: order.id })
  })

  test(`inspection: ${what}`, async () => {
    const { lotId } = await receivedLot(as)
    const { id } = await first.ask(rawInspectionApi.request, { lotId, department: '仓库' })
    await refused(second.ask(rawInspectionApi.accept, { id }), 'requester_accepts')
    await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
    await refused(admin.ask(rawInspectionApi.sample, { id, ...sampleOf('raw') }), 'requester_samples')
  })
}

let pack: Awaited<ReturnType<typeof releasedPack>> | undefined
for (const { what, first, second } of pairs)
  test(`sale: ${what}`, async () => {
    pack ??= await releasedPack(as, { packs: 60 })
    const sale = await draftSale(where('xiaoshou', first), { pack, packs: 2 })
    await second.ask(saleApi.submit, { id: sale.id })
    await refused(second.ask(saleApi.approve, { id: sale.id }), 'author_approves')
    await (await as('wuliu')).ask(saleApi.approve, { id: sale.id })
  })

test('production and packaging: what the program wrote is not approved by its maker, and the program signs nothing', async () => {
  const lot = await releasedLot(as)
  const made = (await (await as('shengchan')).ask(productionApi.products, { q: '当归' })).find(({ name }) => name === '当归')
  // A person has cleared the line: a program signs no clearance.
  const lineId = await lineFor(as, present(made).process)
  const byProgram = await orderedProduction(where('shengchan', program), { lots: [{ lotId: lot.lotId, quantity: '50' }], lineId })
  await refused(admin.ask(productionApi.approve, { id: byProgram.id, signature: signed() }), 'author_approves')
  await refused(program.ask(productionApi.approve, { id: byProgram.id, signature: signed() }), 'author_approves')

  pack ??= await releasedPack(as, { packs: 60 })
  const planned = await plannedPackaging(where('baozhuang', program))
  await refused(admin.ask(packagingApi.approve, { id: planned.orderId, signature: signed() }), 'author_approves')
  const other = await plannedPackaging(as)
  await refused(program.ask(packagingApi.approve, { id: other.orderId, signature: signed() }), 'token_cannot_sign')
})

test('the audit names the program, the row the person behind it', async () => {
  const order = await draftOrder(where('caigou', program))
  const { entries } = await admin.ask(historyApi.read, { table: 'purchase_order', id: order.id })
  assert.equal(entries[0]!.by, name)
  assert.equal(order.buyer.name, '陈管理')
})

test('the database keeps them apart as well', async () => {
  const order = await draftOrder(where('caigou', program))
  await program.ask(purchaseApi.submit, { id: order.id })
  const approve = world.change(
    `insert into purchase_approval (enterprise_id, order_id, round, step, buyer_id, approved_by)
     select enterprise_id, id, 1, 1, buyer_id, $2 from purchase_order where id = $1`,
    [order.id, adminId],
  )
  await assert.rejects(approve, /author/)
})

test('a program places a hold and lifts none', async () => {
  const { lotId } = await receivedLot(as)
  const { holdId } = await program.ask(stockApi.raw.freeze, { id: lotId, kind: 'freeze', reason: '温湿度超标报警' })
  const lifting = { id: lotId, holdId, conclusion: '经查未受影响', ...withQualityHead() }
  await refused(program.ask(stockApi.raw.unfreeze, lifting), 'token_cannot_sign')
  const { rows } = await world.admin.query<{ id: string }>(`select id from api_token where name = 'ERP'`)
  await assert.rejects(
    world.change(
      `with actor as (select set_config('app.actor', $2, true)) update hold set lifted_at = now(), conclusion = 'x', lifted_by = placed_by,
         lift_second_by = (select id from account where user_name = 'zhiliang') from actor where hold.id = $1`,
      [holdId, rows[0]!.id],
    ),
    { code: 'BC001', message: 'program_cannot_lift' },
  )
  assert.equal((await (await as('qa')).ask(stockApi.raw.unfreeze, lifting)).holds, 0)
})

test('nobody’s signature is written in a request of a program', async () => {
  const order = await draftOrder(where('caigou', program))
  const client = await world.admin.connect()
  try {
    await client.query(`begin; select set_config('app.enterprise', enterprise_id::text, true), set_config('app.actor', id::text, true) from api_token where name = 'ERP'`) // prettier-ignore
    const insert = client.query(
      `insert into signature (enterprise_id, record_table, record_id, signer_id, signer_name, meaning, content, digest)
       select enterprise_id, 'purchase_order', $1, id, name, '批准', '{}', sha256('{}') from account where user_name = 'qa'`,
      [order.id],
    )
    await assert.rejects(insert, /token_cannot_sign/)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('what a program wrote under its own name, before, is not approved by its maker either', async () => {
  const order = await draftOrder(as)
  await (await as('caigou')).ask(purchaseApi.submit, { id: order.id })
  await world.change(`update purchase_order set buyer_id = (select id from api_token where name = 'ERP') where id = $1`, [order.id])
  await refused(admin.ask(purchaseApi.approve, { id: order.id }), 'own_token')
  await refused(program.ask(purchaseApi.approve, { id: order.id }), 'own_token')
  await (await as('shengchan2')).ask(purchaseApi.approve, { id: order.id })

  const { lotId } = await receivedLot(as)
  const { id } = await (await as('cangku')).ask(rawInspectionApi.request, { lotId, department: '仓库' })
  await world.change(`update inspection set requested_by = (select id from api_token where name = 'ERP') where id = $1`, [id])
  await refused(admin.ask(rawInspectionApi.accept, { id }), 'own_token')

  pack ??= await releasedPack(as, { packs: 60 })
  const sale = await draftSale(as, { pack, packs: 2 })
  await (await as('xiaoshou')).ask(saleApi.submit, { id: sale.id })
  await world.change(`update sales_order set submitted_by = (select id from api_token where name = 'ERP') where id = $1`, [sale.id])
  await refused(admin.ask(saleApi.approve, { id: sale.id }), 'own_token')
})
