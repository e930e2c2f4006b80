import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lotKind, lotState, lotStatesOf } from './lot.ts'
import { zonesFor } from './stock.ts'

test('every state a lot can be in has a zone to lie in but the one that never was; no state it cannot be in has one', () => {
  for (const kind of lotKind.options) {
    const reachable = new Set(lotStatesOf(kind))
    for (const state of lotState.options)
      assert.equal(zonesFor({ kind, state, holds: 0 }).length > 0, reachable.has(state) && state !== 'reversed', `${kind} ${state}`)
  }
})

test('released goods never lie in quarantine, and goods that are not released never lie among the released', () => {
  for (const kind of lotKind.options)
    for (const state of lotState.options)
      for (const zone of zonesFor({ kind, state, holds: 0 }))
        assert.equal(['released', 'pack_released'].includes(zone), state === 'released', `${kind} ${state} ${zone}`)
})

test('a held lot goes to isolation only, in every state', () => {
  assert.deepEqual(zonesFor({ kind: 'raw', state: 'released', holds: 1 }), ['quarantine'])
  assert.deepEqual(zonesFor({ kind: 'pack', state: 'released', holds: 2 }), ['pack_quarantine'])
  assert.deepEqual(zonesFor({ kind: 'raw', state: 'rejected', holds: 1 }), ['rejected', 'returned'])
})
