import { present } from '#contract/kernel/certain.ts'
import { packSpecApi } from '#contract/making/pack-spec.ts'
import { materialApi } from '#contract/making/material.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { acceptanceApi } from '#contract/warehouse/acceptance.ts'
import { binIn } from './bin-in.ts'
import { labelledPackaging, releaseOf, usualCompletion, type PackOptions } from './packaging.ts'
import { changedPackSpec } from './pack-spec.ts'
import { secondPerson, signed, type Person } from './person.ts'
import { receivedLot } from './purchase.ts'

type As = (userName: string) => Promise<Person>

export const bag = '药用复合膜袋'
export const carton = '五层纸箱'

/** Counted packaging material in 待验, as it was received. */
export const receivedPieces = (as: As, { material = bag, pieces = 1000 }: { material?: string; pieces?: number } = {}) =>
  receivedLot(as, { material, quantity: String(pieces), grade: '', packages: 5 })

/** What quality assurance and the analyst find of a lot that is as it should be. */
export async function usualAcceptance(as: As, lotId: string) {
  const quality = await as('qa')
  return {
    id: lotId,
    lookedAt: 32,
    appearance: 'pass' as const,
    dimensions: 'pass' as const,
    printing: 'none' as const,
    certificateNo: 'HG-2026-0318',
    placeId: await binIn(quality, 'released', { code: 'F' }),
    signature: signed(),
    inspector: secondPerson('jianyan'),
  }
}

/** Counted packaging material that was accepted: it may be issued. */
export async function acceptedPieces(as: As, options: Parameters<typeof receivedPieces>[1] = {}) {
  const lot = await receivedPieces(as, options)
  await (await as('qa')).ask(acceptanceApi.accept, await usualAcceptance(as, lot.lotId))
  return lot
}

/** Says of a specification that each pack takes a bag and each box a carton. */
export async function specTakes(as: As, specId: string, takes: { material: string; per: 'pack' | 'box'; pieces: number }[]) {
  const office = await as('admin')
  const { rows } = await office.ask(materialApi.list, { category: 'packaging', pageSize: 200 })
  const materials = takes.map(({ material, ...of }) => ({ materialId: present(rows.find(({ name }) => name === material)).id, ...of }))
  return office.ask(packSpecApi.setMaterials, { id: specId, materials })
}

export const bagAndCarton = [
  { material: bag, per: 'pack' as const, pieces: 1 },
  { material: carton, per: 'box' as const, pieces: 1 },
]

const pouch = '自立袋 500 g/袋'

/** A specification of 当归 that names its bags and cartons, once. */
async function pouchSpec(as: As): Promise<void> {
  const office = await as('admin')
  const { rows } = await office.ask(packSpecApi.list, { q: '当归', pageSize: 200 })
  if (rows.some(({ name }) => name === pouch)) return
  const { productId } = present(rows.find(({ productName }) => productName === '当归'))
  const spec = await changedPackSpec(as, {
    ...{ productId, name: pouch, netQuantity: '0.5', packUnit: '袋', packsPerBox: 20, codeScheme: 'INTERNAL' },
  })
  await specTakes(as, spec.id, bagAndCarton)
}

/** Bags and cartons by lot, into packs that are released: one bag burst when it was sealed, two went back to their bin. */
export async function packedWithMaterials(as: As) {
  await pouchSpec(as)
  const bags = await acceptedPieces(as, { material: bag, pieces: 2000 })
  const cartons = await acceptedPieces(as, { material: carton, pieces: 200 })
  const supplied = await suppliedPackaging(as, { quantity: '60', packs: 60, spec: '自立袋', bags, cartons, spareBags: 3 })
  const packer = await as('baozhuang')
  const placeId = await binIn(packer, 'released', { code: 'F' })
  const done = await packer.ask(packagingApi.complete, {
    ...(await usualCompletion(as, supplied)),
    materials: [
      { lotId: bags.lotId, used: 60, spoiled: 1, returned: 2, placeId },
      { lotId: cartons.lotId, used: supplied.boxes },
    ],
    remark: '封口时1个内袋破裂，已销毁',
  })
  return { bags, cartons, ...done, ...(await releaseOf(as, done)) }
}

/** What lies on the line and what waits to be looked at now. */
export async function materialsNow(as: As, { bags, cartons }: { bags: { lotId: string }; cartons: { lotId: string } }): Promise<void> {
  await suppliedPackaging(as, { quantity: '40', packs: 40, spec: '自立袋', bags, cartons, spareBags: 2 })
  await receivedPieces(as, { material: carton, pieces: 300 })
}

/** Pieces that go to the line of an order. */
export const issueInput = (orderId: string, lots: { lotId: string; pieces: number }[]) => ({
  id: orderId,
  lots,
  signature: signed(),
  keeper: secondPerson('cangku'),
})

/** A packaging order whose specification names bags and cartons, with labels and materials on the line. */
export async function suppliedPackaging(
  as: As,
  {
    bags,
    cartons,
    spareBags = 0,
    ...options
  }: PackOptions & { bags: { lotId: string }; cartons: { lotId: string }; spareBags?: number; spare?: number },
) {
  const labelled = await labelledPackaging(as, options)
  const boxes = Math.ceil(labelled.packs / labelled.spec.packsPerBox)
  await (
    await as('baozhuang')
  ).ask(
    packagingApi.issueMaterials,
    issueInput(labelled.orderId, [
      { lotId: bags.lotId, pieces: labelled.packs + spareBags },
      { lotId: cartons.lotId, pieces: boxes },
    ]),
  )
  return { ...labelled, boxes }
}
