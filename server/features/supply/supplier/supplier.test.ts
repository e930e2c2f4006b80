import { verifyDatabase } from '#server/verify/verify.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeApi } from '#contract/cases/change-api.ts'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { workApi } from '#contract/office/work.ts'
import type { SupplierTarget } from '#contract/supply/supplier.ts'
import { accountApi } from '#contract/people/account.ts'
import { historyApi } from '#contract/office/history.ts'
import { licenceApi } from '#contract/supply/licence.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { agreedOrigin } from '#contract/supply/origin.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import type { z } from 'zod'
import { secondPerson, signed, withQualityHead, type Person } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote, draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { changedSupplier } from '#server/test/changed-supplier.ts'
import { orderAgain } from '#server/test/order-again.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { applyChanges } from '#server/features/cases/change/apply-changes.ts'
import { tellExpiring } from '#server/features/supply/licence/tell-expiring.ts'

let world: World
let buyer: Person
let qa: Person
const today = dayInShanghai(new Date())
const nextYear = addDays(today, 365)
before(async () => {
  world = await openWorld()
  buyer = await world.as('caigou')
  qa = await world.as('qa')
})
after(() => world.close())

const profile = (name: string, creditCode: string | null = null) => ({
  name,
  kind: '药材经销商' as const,
  creditCode,
  latitude: null,
  longitude: null,
  categories: ['crude_drug' as const],
})
const audit = (id: string, values: Partial<Parameters<typeof supplierApi.audit.input.parse>[0] & object> = {}) => ({
  id,
  kind: 'first' as const,
  auditedOn: addDays(today, -30),
  auditors: '郑质保、孙取样',
  result: 'passed' as const,
  validUntil: nextYear as string | null,
  signature: signed(),
  ...values,
})
const paper = (id: string, validUntil: string | null = null, number = 'ZZ-1') => ({
  id,
  kind: '营业执照' as const,
  number,
  validFrom: null,
  validUntil,
})
const materialOf = async (name: string) => (await qa.ask(supplierApi.materialChoices, {})).find((material) => material.name === name)!.id
const byCode = async (code: string) => (await qa.ask(supplierApi.list, { q: code })).rows[0]!

/** A supplier as far as their being declared fit: papers, a passed audit, 当归 from Gansu approved. */
async function readySupplier(name: string) {
  const { id } = await buyer.ask(supplierApi.create, profile(name))
  await buyer.ask(licenceApi.addOfSupplier, paper(id))
  await qa.ask(supplierApi.audit, audit(id))
  const { rowVersion } = await qa.ask(supplierApi.read, { id })
  const materials = [{ materialId: await materialOf('当归'), province: '甘肃省' as const }]
  await qa.ask(supplierApi.setMaterials, { id, rowVersion, materials, reason: '首次审计报告' })
  return id
}

const ending = (id: string) => ({ id, conclusion: '整改已复核', signature: signed() })
const lift = async (id: string, who = 'zhiliang') => (await world.as(who)).ask(supplierApi.liftStop, ending(id))
const confirm = async (id: string, who = 'zhiliang') => (await world.as(who)).ask(supplierApi.confirmStop, ending(id))
const propose = async (id: string, state: SupplierTarget, effectiveOn = today, who = 'qa') =>
  (await world.as(who)).ask(changeApi.supplier, {
    id,
    changes: { state },
    effectiveOn,
    reason: '年度评审结论',
    impact: '未完采购单',
    signature: signed(),
  })
const approve = async (id: string, who = 'zhiliang') => (await world.as(who)).ask(changeApi.approve, { id, signature: signed() })
const stateOf = async (id: string) => (await qa.ask(supplierApi.read, { id })).state

/** The order of a draft again, from another supplier or for other lines. */
async function orderLike(draftId: string, change: { supplierId?: string; material?: string; origin?: z.output<typeof agreedOrigin> }) {
  const { lines, ...order } = orderAgain(await buyer.ask(purchaseApi.read, { id: draftId }))
  const materials = await buyer.ask(purchaseApi.materials, { category: order.category, on: today })
  const line = elementAt(lines, 0)
  const other = materials.find((material) => material.name === change.material)
  return buyer.ask(purchaseApi.create, {
    ...order,
    supplierId: change.supplierId ?? order.supplierId,
    purchasedOn: today,
    lines: [
      {
        ...line,
        ...(other && { materialId: other.id }),
        agreedOrigin: change.origin ?? line.agreedOrigin,
      },
    ],
  })
}

test('a candidate becomes a qualified supplier with papers, a passed audit, approved materials, and the signature of quality assurance', async () => {
  const { id, code, state } = await buyer.ask(supplierApi.create, profile('宕昌县哈达铺岷归药材行', '91621223MA7D0N13XN'))
  assert.deepEqual([code, state], ['S008', 'candidate'])
  const qualify = () => qa.ask(supplierApi.qualify, { id, signature: signed() })
  await refused(qualify(), 'supplier_not_audited')
  await qa.ask(supplierApi.audit, audit(id))
  await refused(qualify(), 'supplier_papers_missing')
  await buyer.ask(licenceApi.addOfSupplier, paper(id))
  await refused(qualify(), 'supplier_materials_missing')
  const { rowVersion } = await qa.ask(supplierApi.read, { id })
  await qa.ask(supplierApi.setMaterials, {
    id,
    rowVersion,
    materials: [{ materialId: await materialOf('当归'), province: '甘肃省' }],
    reason: '审计',
  })
  await refused(buyer.ask(supplierApi.qualify, { id, signature: signed() }), 'no_permission')
  await refused(qa.ask(supplierApi.qualify, { id, signature: { password: 'falsch' } }), 'wrong_password')

  const draft = await draftOrder(world.as)
  await refused(orderLike(draft.id, { supplierId: id }), 'supplier_not_qualified', 'supplierId')
  const qualified = await qualify()
  assert.deepEqual([qualified.state, qualified.validUntil], ['qualified', nextYear])
  await orderLike(draft.id, { supplierId: id })
  const { signatures } = await qa.ask(historyApi.read, { table: 'supplier', id })
  assert.deepEqual(signatures.map(({ signerName, meaning, holds }) => [signerName, meaning, holds]), [['郑质保', '批准供应商', true]]) // prettier-ignore
})

test('who brought a supplier in does not declare them fit', async () => {
  const both = await world.as('user')
  const { id } = await both.ask(supplierApi.create, profile('自批药材行'))
  await both.ask(licenceApi.addOfSupplier, paper(id))
  await both.ask(supplierApi.audit, audit(id))
  const { rowVersion } = await both.ask(supplierApi.read, { id })
  await both.ask(supplierApi.setMaterials, { id, rowVersion, materials: [{ materialId: await materialOf('黄芪') }], reason: '审计' })
  await refused(both.ask(supplierApi.qualify, { id, signature: signed() }), 'author_approves')
  await assert.rejects(
    world.change(`update supplier set state = 'qualified', qualified_by = created_by, qualified_at = now() where id = $1`, [id]),
    /supplier_author_qualifies/,
  )
})

test('one firm is one supplier', async () => {
  await refused(buyer.ask(supplierApi.create, profile('另一个名字', '93621126MA7D0A01X8')), 'supplier_known')
  await refused(buyer.ask(supplierApi.create, profile('错码', '93621126MA7D0A01X7')), 'invalid_input', 'creditCode')
})

test('a material or an origin that is not approved for a supplier is not ordered', async () => {
  const draft = await draftOrder(world.as)
  const { id: supplierId } = await byCode('S001') // 当归, 黄芪, 党参, from Gansu
  await refused(orderLike(draft.id, { supplierId, material: '白芍' }), 'material_not_approved', 'lines.0.materialId')
  const yunnan = { province: '云南省' as const, city: '大理白族自治州', county: '鹤庆县' }
  await refused(orderLike(draft.id, { supplierId, origin: yunnan }), 'origin_not_approved', 'lines.0.agreedOrigin')
})

test('a material taken off the list is not submitted, approved or taken in any more, while other goods are', async () => {
  const id = await readySupplier('渭源县清源岷归合作社')
  await qa.ask(supplierApi.qualify, { id, signature: signed() })
  const [draft, waiting, ready] = [
    await draftOrder(world.as, { supplier: '渭源县清源' }),
    await draftOrder(world.as, { supplier: '渭源县清源' }),
    await approvedOrder(world.as, { supplier: '渭源县清源' }),
  ]
  await buyer.ask(purchaseApi.submit, { id: waiting.id })
  const note = await deliveryNote(world.as, ready.id)
  const { rowVersion } = await qa.ask(supplierApi.read, { id })
  const change = { id, materials: [{ materialId: await materialOf('党参') }], reason: '当归产地调整' }
  await refused(qa.ask(supplierApi.setMaterials, { ...change, rowVersion: rowVersion - 1 }), 'stale')
  await qa.ask(supplierApi.setMaterials, { ...change, rowVersion, ...withQualityHead() })
  await refused(buyer.ask(purchaseApi.submit, { id: draft.id }), 'material_not_approved')
  await refused((await world.as('shengchan2')).ask(purchaseApi.approve, { id: waiting.id }), 'material_not_approved')
  await refused((await world.as('cangku')).ask(purchaseApi.receive, note), 'material_not_approved', 'lots.0.purchaseLineId')
})

test('what is approved is a material in use, of a kind the supplier deals in, each once, auxiliaries without a place', async () => {
  const { id } = await byCode('S001')
  const { rowVersion } = await qa.ask(supplierApi.read, { id })
  const set = (...materials: { materialId: string; province?: '甘肃省'; city?: string }[]) =>
    qa.ask(supplierApi.setMaterials, { id, rowVersion, materials, reason: '试' })
  const herb = await materialOf('当归')
  await refused(set({ materialId: await materialOf('黄酒') }), 'material_not_orderable', 'materials.0.materialId')
  await refused(set({ materialId: herb, city: '定西市' }), 'material_not_orderable', 'materials.0.city')
  await refused(set({ materialId: herb }, { materialId: herb }), 'invalid_input', 'materials.1.materialId')
  await refused(buyer.ask(supplierApi.setMaterials, { id, rowVersion, materials: [], reason: '试' }), 'no_permission')
})

test('what a supplier on the list may deliver grows by two signatures, and shrinks at once', async () => {
  const id = await readySupplier('漳县盐井药材合作社')
  await qa.ask(supplierApi.qualify, { id, signature: signed() })
  const [herb, other] = [await materialOf('当归'), await materialOf('党参')]
  const gansu = { materialId: herb, province: '甘肃省' as const }
  const county = { ...gansu, city: '定西市', county: '岷县' }
  type Given = Partial<z.input<typeof supplierApi.setMaterials.input>>
  const set = async (materials: Given['materials'], given: Given = {}) => {
    const { rowVersion } = await qa.ask(supplierApi.read, { id })
    return qa.ask(supplierApi.setMaterials, { id, rowVersion, materials: materials ?? [], reason: '审计报告 12', ...given })
  }
  const approved = async () =>
    (await qa.ask(supplierApi.read, { id })).approved
      .map(({ materialName, province, county: at }) => `${materialName} ${province}${at}`)
      .sort()

  await set([county])
  assert.deepEqual(await approved(), ['当归 甘肃省岷县'], 'a part of what was approved is no more than that')
  const no = await refused(set([gansu]), 'scope_by_two', 'materials.0.materialId')
  assert.match(no.message, /当归.*甘肃省/)
  await refused(set([county, { materialId: other }]), 'scope_by_two', 'materials.1.materialId')
  await refused(set([county, { materialId: other }], { signature: signed() }), 'scope_by_two', 'materials.1.materialId')
  await refused(set([gansu], { signature: signed(), approver: secondPerson('qa') }), 'same_person')
  await refused(set([gansu], { signature: signed(), approver: secondPerson('caigou') }), 'signer_lacks_duty')
  assert.deepEqual(await approved(), ['当归 甘肃省岷县'])

  await set([county, { materialId: other }], withQualityHead())
  assert.deepEqual(await approved(), ['党参 ', '当归 甘肃省岷县'])
  const { scopeChanges } = await qa.ask(supplierApi.read, { id })
  const [change] = scopeChanges
  assert.deepEqual(
    scopeChanges.map(({ added, changedBy, approvedBy, reason }) => [added, changedBy.name, approvedBy, reason]),
    [[['党参（产地不限）'], '郑质保', '何质量', '审计报告 12']],
  )
  const { signatures } = await qa.ask(historyApi.read, { table: 'supplier_scope_change', id: present(change).id })
  assert.deepEqual(
    signatures.map(({ signerName, meaning, holds }) => [signerName, meaning, holds]),
    [
      ['郑质保', '扩大供货范围', true],
      ['何质量', '批准扩大供货范围', true],
    ],
  )
  await set([], {})
  assert.deepEqual(await approved(), [], 'taking away needs nobody else')
})

test('the database lets no one person widen what a supplier may deliver, nor write a widening down as approved', async () => {
  const id = await readySupplier('漳县三岔药材合作社')
  await qa.ask(supplierApi.qualify, { id, signature: signed() })
  const { rowVersion } = await qa.ask(supplierApi.read, { id })
  const materials = [{ materialId: await materialOf('当归') }]
  await qa.ask(supplierApi.setMaterials, { id, rowVersion, materials, reason: '审计', ...withQualityHead() })
  const asQa = (statement: string, values: unknown[] = []) =>
    world.change(
      `with acting as (select set_config('app.actor', (select id::text from account where user_name = 'qa'), true) as who) ${statement}`,
      values,
    )
  const other = await materialOf('白芍')
  await assert.rejects(
    asQa(
      `insert into supplier_material (enterprise_id, supplier_id, material_id) select s.enterprise_id, s.id, $2 from supplier s, acting where s.id = $1 and who <> ''`,
      [id, other],
    ),
    /scope_by_two/,
  )
  await assert.rejects(
    asQa(`update supplier_material m set material_id = $2 from acting where supplier_id = $1 and who <> ''`, [id, other]),
    /scope_by_two/,
  )
  for (const statement of [
    `update supplier_scope_change set added = '[]'`,
    `update supplier_scope_change set approved_by = changed_by`,
    `delete from supplier_scope_change`,
    `insert into supplier_scope_change (enterprise_id, supplier_id, added, reason, changed_by, approved_by)
       select enterprise_id, supplier_id, added, reason, changed_by, approved_by from supplier_scope_change limit 1`,
  ])
    await assert.rejects(world.change(statement), /scope/, statement)
})

test('a suspension marks the open orders, stops submission, approval and receipt, and lets the goods be turned away', async () => {
  const id = await readySupplier('临洮县衙下岷归合作社')
  await qa.ask(supplierApi.qualify, { id, signature: signed() })
  const supplier = '临洮县衙下'
  const draft = await draftOrder(world.as, { supplier })
  const waiting = await draftOrder(world.as, { supplier })
  await buyer.ask(purchaseApi.submit, { id: waiting.id })
  const ready = await approvedOrder(world.as, { supplier })
  const note = await deliveryNote(world.as, ready.id)
  assert.equal((await qa.ask(supplierApi.read, { id })).openOrders, 3)

  const stopped = await qa.ask(supplierApi.stop, { id, reason: '抽检二氧化硫残留超标' })
  assert.deepEqual([stopped.state, stopped.stop?.placedBy.name], ['stopped', '郑质保'])
  const { rows } = await buyer.ask(purchaseApi.list, { q: supplier })
  assert.deepEqual(rows.map((row) => row.supplierTrouble), Array(3).fill('供应商临时暂停：抽检二氧化硫残留超标')) // prettier-ignore
  await refused(buyer.ask(purchaseApi.submit, { id: draft.id }), 'supplier_not_qualified')
  await refused((await world.as('shengchan2')).ask(purchaseApi.approve, { id: waiting.id }), 'supplier_not_qualified')
  await refused((await world.as('cangku')).ask(purchaseApi.receive, note), 'supplier_not_qualified', 'supplierId')
  await refused(orderLike(draft.id, {}), 'supplier_not_qualified')
  const choice = (await buyer.ask(purchaseApi.suppliers, { category: 'crude_drug', on: today })).find((one) => one.id === id)!
  assert.equal(choice.trouble, '供应商临时暂停：抽检二氧化硫残留超标')
  const told = (await buyer.ask(accountApi.notifications, {})).rows.map((message) => message.title)
  assert.ok(told.includes('供应商 临洮县衙下岷归合作社 已不能供货，有3张未完采购单'), told.join())

  const { purchaseLineId, nameOnNote, packageCount } = note.lots[0]!
  const turnedAway = { purchaseLineId, nameOnNote, packageCount, quantity: '500', cause: 'papers' as const, reason: '供应商已暂停' }
  const away = await (await world.as('cangku')).ask(purchaseApi.receive, { ...note, lots: [], refused: [turnedAway] })
  assert.deepEqual([away.lots.length, away.order.state], [0, 'approved'])

  await refused(qa.ask(supplierApi.stop, { id, reason: '再来' }), 'wrong_state')
  await lift(id)
  assert.equal((await buyer.ask(purchaseApi.read, { id: draft.id })).supplierTrouble, null)
  await buyer.ask(purchaseApi.submit, { id: draft.id })
})

test('a failed audit takes a qualified supplier off the list until a later one is passed', async () => {
  const id = await readySupplier('漳县殪虎桥药材行')
  await qa.ask(supplierApi.qualify, { id, signature: signed() })
  await refused(qa.ask(supplierApi.audit, audit(id, { result: 'failed' })), 'invalid_input', 'validUntil')
  await refused(qa.ask(supplierApi.audit, audit(id, { validUntil: null })), 'invalid_input', 'validUntil')
  await refused(qa.ask(supplierApi.audit, audit(id, { result: 'conditional' })), 'invalid_input', 'correctiveActions')
  await refused(qa.ask(supplierApi.audit, audit(id, { auditedOn: addDays(today, 1) })), 'invalid_input', 'auditedOn')
  const failed = await qa.ask(supplierApi.audit, audit(id, { kind: 'for_cause', result: 'failed', validUntil: null, findings: '仓库霉变' }))
  assert.deepEqual([failed.state, failed.auditedOn, failed.stateReason], ['stopped', null, `${addDays(today, -30)} 审计不通过`])
  await refused(lift(id), 'supplier_not_audited')
  assert.equal((await confirm(id)).state, 'suspended')
  await refused(propose(id, 'qualified'), 'supplier_not_audited')
  // One of last year, written down late, changes nothing.
  await qa.ask(supplierApi.audit, audit(id, { auditedOn: addDays(today, -300) }))
  await refused(propose(id, 'qualified'), 'supplier_not_audited')
  await qa.ask(supplierApi.audit, audit(id, { result: 'conditional', correctiveActions: '更换库房' }))
  await approve((await propose(id, 'qualified')).id)
  assert.equal(await stateOf(id), 'qualified')
  await assert.rejects(world.change(`update supplier_audit set result = 'passed' where supplier_id = $1`, [id]), /evidence/)
})

test('the end of a paper or of the qualification makes a supplier unusable by itself, and a renewed paper usable again', async () => {
  const id = await readySupplier('武山县鸳鸯药材行')
  await qa.ask(supplierApi.qualify, { id, signature: signed() })
  const draft = await draftOrder(world.as, { supplier: '武山县' })
  const [licence] = (await qa.ask(supplierApi.read, { id })).papers
  const fields = { kind: '营业执照' as const, number: licence!.number, validFrom: null, validUntil: addDays(today, -1) }
  await buyer.ask(licenceApi.editOfSupplier, { id: licence!.id, rowVersion: licence!.rowVersion, ...fields })
  await refused(buyer.ask(licenceApi.editOfSupplier, { id: licence!.id, rowVersion: licence!.rowVersion, ...fields }), 'stale')
  const refusal = await refused(buyer.ask(purchaseApi.submit, { id: draft.id }), 'supplier_not_qualified')
  assert.ok(refusal.body.title.length > 0)
  assert.equal((await buyer.ask(purchaseApi.read, { id: draft.id })).supplierTrouble, `供应商有证照已于${addDays(today, -1)}过期`)
  assert.ok((await qa.ask(supplierApi.list, { expiring: 'yes' })).rows.some((row) => row.id === id))

  await buyer.ask(licenceApi.addOfSupplier, paper(id, nextYear, 'ZZ-2'))
  await buyer.ask(licenceApi.putAsideOfSupplier, { id: licence!.id, reason: '已换发' })
  assert.equal((await buyer.ask(purchaseApi.read, { id: draft.id })).supplierTrouble, null)
  await world.change(`update supplier set audited_on = today() - 400, valid_until = today() - 1 where id = $1`, [id])
  assert.equal((await buyer.ask(purchaseApi.read, { id: draft.id })).supplierTrouble, `供应商资格已于${addDays(today, -1)}到期`)
  await refused(buyer.ask(purchaseApi.submit, { id: draft.id }), 'supplier_not_qualified')
  await qa.ask(supplierApi.stop, { id, reason: '资格过期' })
  await refused(lift(id), 'supplier_papers_over')
  await confirm(id)
  await refused(propose(id, 'qualified'), 'supplier_papers_over')
})

test('a change of what quality assurance had judged by puts a supplier aside; another telephone does not', async () => {
  const id = await readySupplier('通渭县华家岭药材行')
  await qa.ask(supplierApi.qualify, { id, signature: signed() })
  const edit = async (change: object) => {
    const { rowVersion } = await qa.ask(supplierApi.read, { id })
    return buyer.ask(supplierApi.edit, { id, rowVersion, ...profile('通渭县华家岭药材行'), ...change })
  }
  assert.equal((await edit({ phone: '0932-1' })).state, 'qualified')
  const changed = await edit({ categories: ['crude_drug', 'auxiliary'] })
  assert.deepEqual([changed.state, changed.stateReason], ['stopped', '资料变更，待质量负责人重新确认'])
  await refused(buyer.ask(supplierApi.liftStop, ending(id)), 'no_permission')
  assert.equal((await lift(id)).state, 'qualified')
  const { stops } = await qa.ask(supplierApi.read, { id })
  assert.deepEqual(stops.map(({ cause, placedBy, endedAs, endedBy }) => [cause, placedBy.name, endedAs, endedBy?.name]), [['edit', '王采购', 'lifted', '何质量']]) // prettier-ignore
})

test('a removed supplier stays removed, and the firm may be brought in anew', async () => {
  const { id } = await buyer.ask(supplierApi.create, profile('除名药材行', '91620502MA7D0P14XL'))
  await refused(propose(id, 'removed', today, 'caigou'), 'no_permission')
  await refused(propose(id, 'qualified'), 'supplier_change_not_open', 'changes.state')
  await changedSupplier(world.as, id, 'removed', '停业')
  assert.equal(await stateOf(id), 'removed')
  await refused(qa.ask(supplierApi.qualify, { id, signature: signed() }), 'wrong_state')
  for (const state of ['qualified', 'suspended'] as const) await refused(propose(id, state), 'supplier_change_not_open', 'changes.state')
  await refused(qa.ask(supplierApi.audit, audit(id)), 'wrong_state')
  const offered = await buyer.ask(purchaseApi.suppliers, { category: 'crude_drug', on: today })
  assert.ok(!offered.some((one) => one.id === id))
  const again = await buyer.ask(supplierApi.create, profile('除名药材行', '91620502MA7D0P14XL'))
  assert.equal(again.state, 'candidate')
})

/** A qualified supplier of our own. */
async function qualifiedSupplier(name: string) {
  const id = await readySupplier(name)
  await qa.ask(supplierApi.qualify, { id, signature: signed() })
  return id
}

test('who stops a supplier at once neither confirms nor lifts it; it waits in the tasks of the second person', async () => {
  const both = await world.as('user')
  const id = await qualifiedSupplier('秦安县郭嘉药材行')
  await both.ask(supplierApi.stop, { id, reason: '举报掺杂' })
  await refused(confirm(id, 'user'), 'stopped_by_self')
  await refused(lift(id, 'user'), 'stopped_by_self')
  await refused(confirm(id, 'qa'), 'no_permission')
  for (const statement of [
    `update supplier_stop set ended_as = 'lifted', conclusion = 'x', ended_by = placed_by, ended_at = now() where supplier_id = $1`,
    `update supplier_stop set reason = 'x' where supplier_id = $1`,
    `delete from supplier_stop where supplier_id = $1`,
  ])
    await assert.rejects(world.change(statement, [id]), /supplier_stop_by_two|not rewritten/, statement)
  for (const state of ['qualified', 'suspended', 'removed'])
    await assert.rejects(world.change(`update supplier set state = '${state}' where id = $1`, [id]), /supplier_stopped/)
  // A change asks two persons as well, and comes after the stop is looked at.
  await refused(propose(id, 'removed'), 'supplier_stopped')

  const waiting = async (who: string) =>
    (await (await world.as(who)).ask(workApi.waiting, {})).find(({ document, state }) => document === '供应商' && state === '临时暂停')
  const mine = present(await waiting('zhiliang'))
  assert.deepEqual(mine.steps, ['确认暂停', '解除暂停'])
  assert.ok(mine.oldest.some(({ subject }) => subject === '秦安县郭嘉药材行'))
  assert.equal(await waiting('qa'), undefined)

  assert.equal((await confirm(id)).state, 'suspended')
  await refused(confirm(id), 'wrong_state')
  await refused(lift(id), 'wrong_state')
  const { stops } = await qa.ask(supplierApi.read, { id })
  const [stop] = stops
  assert.deepEqual([stop?.cause, stop?.placedBy.name, stop?.endedAs, stop?.endedBy?.name], ['urgent', '林用户', 'confirmed', '何质量'])
  const { signatures } = await qa.ask(historyApi.read, { table: 'supplier_stop', id: present(stop).id })
  assert.deepEqual(signatures.map(({ meaning, holds }) => [meaning, holds]), [['确认暂停供应商', true]]) // prettier-ignore
})

test('a supplier is suspended, resumed and removed by two persons and from a day on; what it touches is listed first', async () => {
  const id = await qualifiedSupplier('清水县黄门药材行')
  const lot = await receivedLot(world.as, { supplier: '清水县黄门' })
  const open = await approvedOrder(world.as, { supplier: '清水县黄门' })
  const { touched, values } = await qa.ask(changeApi.subject, { record: 'supplier', recordId: id })
  assert.deepEqual(values, { state: 'qualified' })
  assert.deepEqual(touched.lots.map(({ lotNo, state }) => [lotNo, state]), [[lot.lotNo, 'quarantine']]) // prettier-ignore
  assert.deepEqual(touched.purchases.map(({ orderNo, state }) => [orderNo, state]), [[open.orderNo, 'approved']]) // prettier-ignore

  for (const state of ['suspended', 'removed'])
    await assert.rejects(world.change(`update supplier set state = '${state}' where id = $1`, [id]), /by a change that two persons made/)
  await assert.rejects(world.change(`update supplier set state = 'stopped' where id = $1`, [id]), /recorded stop/)
  await refused(propose(id, 'qualified'), 'nothing_corrected')

  const own = await propose(id, 'suspended', today, 'admin')
  await refused(approve(own.id, 'admin'), 'author_approves')
  assert.equal(await stateOf(id), 'qualified')
  assert.equal((await approve(own.id)).state, 'in_force')
  assert.equal(await stateOf(id), 'suspended')
  assert.equal((await buyer.ask(purchaseApi.read, { id: open.id })).supplierTrouble, '供应商已暂停：年度评审结论')
  await assert.rejects(world.change(`update supplier set state = 'qualified' where id = $1`, [id]), /by a change that two persons made/)

  const back = await propose(id, 'qualified', addDays(today, 2))
  const { pendingChange } = await qa.ask(supplierApi.read, { id })
  assert.deepEqual(pendingChange, { caseNo: back.caseNo, to: 'qualified', isApproved: false, effectiveOn: addDays(today, 2) })
  assert.equal((await approve(back.id)).state, 'approved')
  assert.equal(await applyChanges(world.pool), 0)
  assert.equal(await stateOf(id), 'suspended')
  await comesDue(back.id)
  assert.equal(await applyChanges(world.pool), 1)
  assert.equal(await stateOf(id), 'qualified')
})

/** The day of an approved change has come. */
const comesDue = (id: string) =>
  world.change(`set local session_replication_role = replica; update change_request set effective_on = today() where id = '${id}'`)

test('a resumption whose day finds the supplier unfit, or another than was approved, lapses and is told', async () => {
  const id = await qualifiedSupplier('张家川药材行')
  await approve((await propose(id, 'suspended')).id)
  const back = await propose(id, 'qualified', addDays(today, 1))
  await approve(back.id)
  await qa.ask(supplierApi.audit, audit(id, { result: 'failed', validUntil: null, auditedOn: today }))
  await assert.rejects(
    world.change(`update change_request set state = 'lapsed', ended_at = now(), end_reason = 'x' where id = $1`, [back.id]),
    /not rewritten/,
  )
  await comesDue(back.id)
  assert.equal(await applyChanges(world.pool), 0)
  const { change } = await qa.ask(changeApi.read, { id: back.id })
  assert.deepEqual([change.state, change.endReason], ['lapsed', '到生效日时不能恢复：还没有通过的审计，请先登记审计'])
  assert.equal(await stateOf(id), 'suspended')
  const told = (await qa.ask(accountApi.notifications, {})).rows.map(({ title }) => title)
  assert.ok(
    told.some((title) => title.startsWith(`变更 ${back.caseNo} 到期未执行`)),
    told.join(),
  )

  // Stopped at once while its suspension waits for its day: the stop comes first, and the change finds another supplier.
  const other = await qualifiedSupplier('庄浪县药材行')
  const later = await propose(other, 'suspended', addDays(today, 1))
  await approve(later.id)
  await qa.ask(supplierApi.stop, { id: other, reason: '突发' })
  await comesDue(later.id)
  await applyChanges(world.pool)
  assert.equal((await qa.ask(changeApi.read, { id: later.id })).change.state, 'lapsed')
  await lift(other)
  const proposed = await propose(other, 'removed')
  await qa.ask(supplierApi.stop, { id: other, reason: '突发' })
  await refused(approve(proposed.id), 'supplier_stopped')
  await confirm(other)
  assert.match((await refused(approve(proposed.id), 'stale')).message, /现为已暂停/)
  await (await world.as('zhiliang')).ask(changeApi.refuse, { id: proposed.id, reason: '供应商已暂停，另提' })
  assert.equal((await approve((await propose(other, 'removed')).id)).state, 'in_force')
  assert.equal(await stateOf(other), 'removed')
})

test('a stop is placed before it is ended: nobody writes one down as lifted', async () => {
  const id = await qualifiedSupplier('临潭县药材行')
  await qa.ask(supplierApi.stop, { id, reason: '突发' })
  await assert.rejects(
    world.change(`insert into supplier_stop (enterprise_id, supplier_id, cause, reason, placed_by, ended_as, conclusion, ended_by, ended_at)
      select enterprise_id, supplier_id, cause, reason, placed_by, 'lifted', '可', (select id from account where user_name = 'zhiliang'), now()
      from supplier_stop where supplier_id = '${id}';
      update supplier set state = 'qualified' where id = '${id}'`),
    /placed before it ends/,
  )
  assert.equal(await stateOf(id), 'stopped')
})

test('nobody writes down a supplier as qualified: it begins as a candidate', async () => {
  const id = await qualifiedSupplier('漳县药材行')
  await assert.rejects(
    world.change(`select set_config('app.actor', id::text, true) from account where user_name = 'caigou';
      insert into supplier select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'code', 'S9999', 'credit_code', null))).*
      from supplier s where s.id = '${id}'`),
    /begins as a candidate/,
  )
})

test('what a supplier was judged by does not become another while its return waits for its day', async () => {
  const id = await qualifiedSupplier('卓尼县药材行')
  await approve((await propose(id, 'suspended')).id)
  const back = await propose(id, 'qualified', addDays(today, 1))
  const edit = async (name: string, phone = '') => {
    const { rowVersion, categories } = await qa.ask(supplierApi.read, { id })
    return buyer.ask(supplierApi.edit, { ...profile(name), categories, id, rowVersion, phone })
  }
  await refused(edit('另一家公司'), 'change_open', 'name')
  await approve(back.id)
  await refused(edit('另一家公司'), 'change_open', 'name')
  // Where to reach them is no matter of judgement.
  await edit('卓尼县药材行', '0941-3620000')
  await assert.rejects(world.change(`update supplier set name = '另一家公司' where id = $1`, [id]), /change_open/)
  await comesDue(back.id)
  assert.equal(await applyChanges(world.pool), 1)
  assert.equal((await qa.ask(supplierApi.read, { id })).name, '卓尼县药材行')
})

test('what the second person is to judge stays as it is until the stop has ended', async () => {
  const id = await qualifiedSupplier('康乐县药材行')
  const edit = async (name: string, phone = '', more: ('crude_drug' | 'auxiliary')[] = ['crude_drug']) => {
    const { rowVersion } = await qa.ask(supplierApi.read, { id })
    return buyer.ask(supplierApi.edit, { ...profile(name), categories: more, id, rowVersion, phone })
  }
  assert.equal((await edit('康乐县新药材行')).state, 'stopped')
  await refused(edit('另一家公司'), 'supplier_stopped', 'name')
  await refused(edit('康乐县新药材行', '', ['crude_drug', 'auxiliary']), 'supplier_stopped', 'categories')
  await edit('康乐县新药材行', '0930-4420000')
  await assert.rejects(world.change(`update supplier set name = '另一家公司' where id = $1`, [id]), /supplier_stopped/)
  assert.equal((await lift(id)).name, '康乐县新药材行')
  // From here on it is as before: another name, another stop, and the second person may find it wrong.
  assert.equal((await edit('另一家公司')).state, 'stopped')
  assert.equal((await confirm(id)).state, 'suspended')
  assert.equal((await edit('康乐县新药材行')).state, 'suspended')
})

test('suppliers are found by code, name, initials and credit code, and filtered', async () => {
  for (const q of ['S002', '文峰仁济', 'lxx', '91621122MA7D0B02Y0'])
    assert.deepEqual((await buyer.ask(supplierApi.list, { q })).rows.map((row) => row.code), ['S002'], q) // prettier-ignore
  assert.ok((await buyer.ask(supplierApi.list, { state: 'suspended' })).rows.some((row) => row.code === 'S006'))
  assert.deepEqual((await buyer.ask(supplierApi.list, { category: 'packaging' })).rows.map((row) => row.code), ['S004']) // prettier-ignore
  const expiring = (await buyer.ask(supplierApi.list, { expiring: 'yes', sort: 'validUntil' })).rows
  assert.ok(expiring.some((row) => row.code === 'S007') && !expiring.some((row) => row.code === 'S002'))
})

test('the keepers of a paper that ends soon get a message 90, 30 and 7 days before and at the end, each once', async () => {
  const id = await readySupplier('到期提醒药材行')
  const [licence] = (await qa.ask(supplierApi.read, { id })).papers
  await tellExpiring(world.pool)
  assert.equal(await tellExpiring(world.pool), 0, 'what was told is not told again')
  const titlesIn = async (box: 'unread' | 'read') =>
    (await buyer.ask(accountApi.notifications, { box, pageSize: 200 })).rows
      .map((message) => message.title)
      .filter((title) => title.startsWith('供应商 到期提醒药材行的'))
  const titles = async () => [...(await titlesIn('unread')), ...(await titlesIn('read'))]
  assert.deepEqual(await titles(), [])
  for (const [days, tells] of [
    [91, 0],
    [90, 1],
    [60, 0],
    [30, 1],
    [8, 0],
    [7, 1],
    [0, 0],
    [-1, 1],
    [-20, 0],
  ] as const) {
    // prettier-ignore
    // Time passes: the end stays the same day for the alert, and so do the alerts told of it.
    await world.change(`update licence set valid_until = today() + $2::integer where id = $1`, [licence!.id, days])
    await world.admin.query(`alter table expiry_alert disable trigger kept`)
    await world.change(`update expiry_alert set valid_until = today() + $2::integer where subject_id = $1`, [licence!.id, days])
    await world.admin.query(`alter table expiry_alert enable trigger kept`)
    assert.equal(await tellExpiring(world.pool), tells, `${days} days before`)
  }
  assert.equal((await titles()).length, 4)
  assert.deepEqual(await titlesIn('unread'), [], 'a paper with a new day is renewed')
  assert.ok((await titles()).some((title) => title.includes('还有7天到期')))
  const { rows } = await world.admin.query(`select count(*)::int as n from notification n join account a on a.id = n.account_id
    where a.user_name = 'qa' and n.title like '供应商 渭源县会川镇宝源药材购销有限公司 的资格还有20天到期%'`)
  assert.deepEqual(rows, [{ n: 1 }], 'the end of a qualification is told to those who audit')
})

test('a supplier that is suspended or edited after its qualification was signed is no tampering; another text of the signature is', async () => {
  const client = await world.admin.connect()
  const findings = async () => (await verifyDatabase(client)).findings.map(({ what }) => what)
  try {
    const { rows } = await qa.ask(supplierApi.list, { state: 'qualified' })
    const { rows: signedOnes } = await client.query<{ id: string }>(`select record_id as id from signature where record_table = 'supplier'`)
    const supplier = rows.find(({ id }) => signedOnes.some((signature) => signature.id === id))
    assert.ok(supplier, 'a supplier was qualified by a signature')
    await qa.ask(supplierApi.stop, { id: supplier.id, reason: '抽检不合格' })
    await confirm(supplier.id)
    await changedSupplier(world.as, supplier.id, 'qualified', '整改通过')
    await changedSupplier(world.as, supplier.id, 'removed', '停止合作')
    // The days of some changes were moved behind the program's back, above.
    assert.deepEqual((await findings()).filter((what) => !what.includes('change_request')), []) // prettier-ignore
    await client.query('begin')
    await client.query(`set local session_replication_role = replica`)
    await client.query(
      `update signature set content = jsonb_set(content::jsonb, '{name}', '"别家"')::text, digest = sha256(convert_to(jsonb_set(content::jsonb, '{name}', '"别家"')::text, 'UTF8')) where record_id = $1`,
      [supplier.id],
    )
    await client.query('commit')
    assert.ok(
      (await findings()).some((what) => what.includes('supplier')),
      'what was signed is not what the record said',
    )
  } finally {
    client.release()
  }
})
