import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Updateable } from 'kysely'
import type { EveryColumn } from './every-column.ts'
import type { Schema } from './schema.ts'

// What is shown here is shown by the compiler: an expected error that does not come is an error.

test('an insert that leaves a column out does not compile', () => {
  const row = { enterpriseId: '', id: '', packagingOrderId: '', bulkLotId: '', packs: 1, boxes: 1 } satisfies EveryColumn<'packLot'>
  const { boxes: _, ...short } = row
  // @ts-expect-error boxes is missing
  const forgotten: EveryColumn<'packLot'> = short
  assert.ok(forgotten)

  const hold = { enterpriseId: '', lotId: '', kind: 'freeze' as const, reason: '', placedBy: '', placedAt: '' }
  // @ts-expect-error what may be null is stated too
  const withoutNulls: EveryColumn<'hold'> = hold
  assert.ok(withoutNulls)
  const leftForLater: EveryColumn<
    'hold',
    'liftedAt' | 'liftedBy' | 'conclusion' | 'reaches' | 'liftSecondBy' | 'liftEvidence' | 'correctionId'
  > = hold
  assert.ok(leftForLater)

  const trace = { enterpriseId: '', lotId: '', kind: 'received' as const, occurredAt: '', byId: '', publicFacts: '{}', privateFacts: '{}' }
  // @ts-expect-error what has a default is stated too: place, documentNo
  const withoutDefaults: EveryColumn<'traceEvent'> = trace
  assert.ok(withoutDefaults)
  // @ts-expect-error a column that must be given is not left for later
  const never: EveryColumn<'packLot', 'packs'> = row
  assert.ok(never)
})

test('a word that its column never holds does not compile', () => {
  // @ts-expect-error relesed
  const lot: Updateable<Schema['lot']> = { state: 'relesed' }
  assert.ok(lot)
  // @ts-expect-error the database works it out
  const place: Updateable<Schema['place']> = { isReal: true }
  assert.ok(place)
})
