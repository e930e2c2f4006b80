import { present } from '#contract/kernel/certain.ts'
import { packSpecApi } from '#contract/making/pack-spec.ts'
import { materialApi } from '#contract/making/material.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { acceptanceApi } from '#contract/warehouse/acceptance.ts'
import { binIn } from './bin-in.ts'
import { labelledPackaging, type PackOptions } from './packaging.ts'
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
  { bags, cartons, spareBags = 0, ...options }: PackOptions & { bags: { lotId: string }; cartons: { lotId: string }; spareBags?: number; spare?: number },
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
