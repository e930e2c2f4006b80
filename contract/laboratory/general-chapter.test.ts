import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generalItems, missingGeneral, type GeneralSubject } from './general-chapter.ts'
import { itemsErrors } from './standard-item.ts'

const subject = (more: Partial<GeneralSubject> = {}): GeneralSubject => ({
  of: 'product',
  isHerb: true,
  herb: '当归',
  isMineral: false,
  ...more,
})
const limits = (of: GeneralSubject) => generalItems(of).map(({ name, high, unit, method }) => `${name} ${high}${unit} ${method}`)

test('slices inherit water, chips and sulphur dioxide; a herb the last alone, a mineral and what is no herb not even that', () => {
  assert.deepEqual(limits(subject()), ['水分 13% 通则0832', '药屑及杂质 3% 通则2301', '二氧化硫残留量 150mg/kg 通则2331'])
  assert.deepEqual(limits(subject({ of: 'material' })), ['二氧化硫残留量 150mg/kg 通则2331'])
  assert.deepEqual(limits(subject({ isMineral: true })), ['水分 13% 通则0832', '药屑及杂质 3% 通则2301'])
  assert.deepEqual(limits(subject({ of: 'material', isHerb: false })), [])
})

test('the herbs that chapter 0212 names may hold more sulphur dioxide; of 山药, whose slices have their own limit, nothing is offered', () => {
  assert.ok(limits(subject({ herb: '白芍' })).includes('二氧化硫残留量 400mg/kg 通则2331'))
  assert.deepEqual(limits(subject({ herb: '山药', of: 'material' })), [])
})

test('every inherited line is a line that a standard may hold, and says where it is from', () => {
  const items = generalItems(subject())
  assert.deepEqual(itemsErrors(items), [])
  assert.ok(items.every(({ specText }) => specText.endsWith('（通则0212）')))
})

test('what the monograph says is not inherited', () => {
  const general = generalItems(subject())
  assert.deepEqual(
    missingGeneral(general, [{ name: '水分' }, { name: '二氧化硫残留' }]).map(({ name }) => name),
    ['药屑及杂质'],
  )
  assert.deepEqual(missingGeneral(general, [...general]), [])
})
