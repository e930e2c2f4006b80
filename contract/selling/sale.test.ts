import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#contract/kernel/action.ts'
import { customerRefusal, earliestExpiry, minimumRemainingDays, saleActions, type SaleStanding } from './sale.ts'
import { daysBetween } from '#contract/warehouse/shelf-life.ts'

const actions = Object.values(saleActions)
const someone = (id: string) => ({ id, name: id })
const order = (given: Partial<SaleStanding>): SaleStanding => ({
  state: 'draft',
  createdBy: someone('seller'),
  submittedBy: null,
  pickedBy: null,
  ...given,
})
const holdsAll = (id: string) => ({ id, name: id, enterpriseId: 'e', rights: actions.map((action) => action.duty) })

test('what has left is neither cancelled nor given back, and a delivered or cancelled order rests', () => {
  const from = (state: string) =>
    actions.filter((action) => (action.from as readonly string[]).includes(state)).map((action) => action.label)
  assert.deepEqual(from('shipped'), ['签收'])
  assert.deepEqual([from('delivered'), from('cancelled')], [[], []])
})

test('who wrote or submitted an order does not approve it, who picked does not check, even with every right', () => {
  const submitted = order({ state: 'submitted', submittedBy: someone('deputy') })
  assert.equal(refusal(saleActions.approve, submitted, holdsAll('seller')), 'author_approves')
  assert.equal(refusal(saleActions.approve, submitted, holdsAll('deputy')), 'author_approves')
  assert.equal(refusal(saleActions.approve, submitted, holdsAll('manager')), undefined)
  const picked = order({ state: 'picked', pickedBy: someone('keeper') })
  assert.equal(refusal(saleActions.check, picked, holdsAll('keeper')), 'picker_checks')
  assert.equal(refusal(saleActions.check, picked, holdsAll('second')), undefined)
  assert.equal(refusal(saleActions.edit, order({}), holdsAll('manager')), 'not_author')
})

test('a licence holds through its last day, and toxic pieces need their own scope', () => {
  const customer = { isActive: true, licenceValidUntil: '2026-03-05', licencesUntil: null, scopes: ['中药饮片'] }
  assert.equal(customerRefusal(customer, { hasToxic: false }, '2026-03-05'), undefined)
  assert.equal(customerRefusal(customer, { hasToxic: false }, '2026-03-06'), 'licence_expired')
  assert.equal(customerRefusal(customer, { hasToxic: true }, '2026-03-05'), 'toxic_scope_missing')
  assert.equal(customerRefusal({ ...customer, scopes: ['毒性中药饮片'] }, { hasToxic: true }, '2026-03-05'), 'scope_missing')
  assert.equal(customerRefusal({ ...customer, licencesUntil: '2026-03-04' }, { hasToxic: false }, '2026-03-05'), 'licence_expired')
  assert.equal(customerRefusal({ ...customer, isActive: false }, { hasToxic: false }, '2026-03-05'), 'customer_inactive')
})

test('a pack that leaves today is good for the minimum of days from today', () => {
  assert.equal(daysBetween('2026-03-05', earliestExpiry('2026-03-05')), minimumRemainingDays)
})
