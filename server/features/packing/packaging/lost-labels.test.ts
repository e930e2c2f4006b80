import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { correctionApi } from '#contract/cases/correction.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { labelledPackaging, packedLot, releaseOf, usualCompletion } from '#server/demo/packaging.ts'
import { signed } from '#server/demo/person.ts'
import { concludedCase, conformingBatch } from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* A label that is nowhere is counted as lost; its case holds the packs, and its code never passes again. */

const world = await openWorld()
after(() => world.close())
const { as } = world

const recordOf = async (orderId: string) => present((await (await as('baozhuang')).ask(packagingApi.read, { id: orderId })).record)
const caseOf = async (caseNo: string) =>
  only((await (await as('qa')).ask(incidentApi.list, { q: caseNo })).rows.filter((row) => row.caseNo === caseNo))

async function findings() {
  const client = await world.admin.connect()
  try {
    return (await verifyDatabase(client)).findings
  } finally {
    client.release()
  }
}

const batch = await conformingBatch(as, { quantity: '200' })

test('24 of 25 labels: the lost one is named, its code is void, and a case holds the packs until quality assurance has ended it', async () => {
  const labelled = await labelledPackaging(as, { batch, packs: 20, spare: 5 })
  const packer = await as('baozhuang')
  const usual = await usualCompletion(as, labelled)
  const complete = async (labels: object, lostLabels: { runNo: string; first: number; last: number }[]) =>
    packer.ask(packagingApi.complete, { ...usual, labels: { ...usual.labels, ...labels }, lostLabels })
  const { runNo } = labelled
  await refused(complete({ destroyed: 4 }, []), 'labels_unreconciled', 'labels.used')
  await refused(complete({ destroyed: 4, lost: 1 }, []), 'labels_not_scanned', 'lostLabels')
  await refused(complete({ destroyed: 4, lost: 1 }, [{ runNo, first: 3, last: 4 }]), 'labels_not_scanned', 'lostLabels')
  await refused(complete({ destroyed: 4, lost: 1 }, [{ runNo, first: 26, last: 26 }]), 'no_such_serial', 'lostLabels.0.last')
  await refused(
    complete({ destroyed: 4, lost: 1 }, [{ runNo: 'BQ00000000000', first: 1, last: 1 }]),
    'no_such_serial',
    'lostLabels.0.runNo',
  )
  await refused(
    complete({ destroyed: 3, lost: 2 }, [
      { runNo, first: 3, last: 3 },
      { runNo, first: 3, last: 3 },
    ]),
    'code_twice',
    'lostLabels',
  )
  const done = await complete({ destroyed: 4, lost: 1 }, [{ runNo, first: 3, last: 3 }])
  const caseNo = present(done.caseNo)
  const record = await recordOf(labelled.orderId)
  assert.deepEqual([record.labelsUsed, record.labelsDestroyed, record.labelsLost, record.codesVoided], [20, 4, 1, 5])
  const codes = (await packer.ask(qrApi.download, { id: labelled.packRangeId })).trim().split('\r\n').slice(1)
  const stateOf = async (place: number) => (await packer.ask(qrApi.lookUp, { code: present(present(codes[place]).split(',')[2]) })).state
  assert.deepEqual(
    [await stateOf(1), await stateOf(2), await stateOf(3), await stateOf(20), await stateOf(21)],
    ['activated', 'voided', 'activated', 'activated', 'voided'],
  )

  const { id } = await caseOf(caseNo)
  const { incident, lots } = await (await as('qa')).ask(incidentApi.read, { id })
  assert.deepEqual([incident.subject.endsWith('标签遗失 1 张'), incident.area, only(lots).lotNo], [true, 'packaging', done.lotNo])
  await refused(releaseOf(as, done), 'lot_held')
  await concludedCase(as, caseNo)
  await releaseOf(as, done)
  assert.deepEqual(await findings(), [])
})

test('the database takes no lost label without an open case that holds the packs, and no count that does not add up', async () => {
  const { orderId } = await packedLot(as, { batch, packs: 10, spare: 2 })
  const alter = (change: string) =>
    world.change(
      `set local session_replication_role = replica; update packaging_record set ${change} where packaging_order_id = '${orderId}'`,
    )
  await assert.rejects(alter('labels_lost = 1'), /labels_reconciled/)
  await assert.rejects(
    world.change(
      `alter table packaging_record disable trigger corrected;
      update packaging_record set labels_lost = 1, labels_destroyed = labels_destroyed - 1 where packaging_order_id = '${orderId}'`,
    ),
    /lost labels have a case/,
  )
})

test('a pack that never was and whose label is nowhere is corrected to a lost label, with its case', async () => {
  const pack = await packedLot(as, { batch, packs: 10 })
  const { id } = await recordOf(pack.orderId)
  const [{ runNo }] = [only((await (await as('baozhuang')).ask(packagingApi.read, { id: pack.orderId })).runs)]
  const changes = { packs: 9, lost: 1, notPacked: [{ runNo, first: 10, last: 10 }], remainder: pack.spec.netQuantity }
  const proposed = await (await as('qa')).ask(correctionApi.packaging, { id, changes, reason: '少一袋，标签不见', signature: signed() })
  await (await as('zhiliang')).ask(correctionApi.approve, { id: proposed.id, signature: signed() })
  const record = await recordOf(pack.orderId)
  assert.deepEqual([record.packs, record.labelsLost], [9, 1])
  const { rows } = await (await as('qa')).ask(incidentApi.list, { pageSize: 200 })
  assert.ok(rows.some(({ subject }) => subject.includes(`${pack.lotNo} 标签遗失 1 张`)))
  assert.deepEqual(await findings(), [])
})
