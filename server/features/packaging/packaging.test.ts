import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { packagingApi } from '../../../contract/packaging.ts'
import { approvedPackaging, labelledPackaging, packedLot, plannedPackaging, usualCompletion, type Packable } from '../../demo/packaging.ts'
import { secondPerson, signed } from '../../demo/person.ts'
import { conformingBatch, producedBatch } from '../../demo/production.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let batch: Packable
before(async () => {
  world = await openWorld()
  batch = await conformingBatch(world.as, { buy: { quantity: '1000' } })
})
after(() => world.close())

const packer = () => world.as('baozhuang')

test('a batch is packed: labels reconciled, codes active, boxes filled, the finished lot waits for its release', async () => {
  const packed = await packedLot(world.as, { batch, spec: '500', packs: 50, spare: 4, boxLabels: 4 })
  assert.match(packed.lotNo, new RegExp(`^${batch.batchNo}-\\d\\d$`))
  assert.equal(packed.boxes, 3)
  console.log(packed)
})
