import { accountedFor, materialAccountMeaning, type PieceAccountInput } from '#contract/packing/pack-material.ts'
import { packagingCheckMeaning } from '#contract/packing/packaging.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import { valueIn } from '#contract/kernel/certain.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Signer } from '#kernel/sign.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'
import { lockLots, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import type { materialsOf } from './issue-pack-materials.ts'
import { leaveLine } from './leave-line.ts'
import type { pieceAccounts } from './pack-materials.ts'
import { orderDocument, type Order } from './take-order.ts'
import { writeEntries } from './write-entries.ts'

type Packed = { packs: number; ownBoxes: number; deviation: string; finishedAt: string }
type Pieces = { needed: Awaited<ReturnType<typeof materialsOf>>; accounts: Awaited<ReturnType<typeof pieceAccounts>> }
type Settled = {
  /** Pieces used of each lot, for the graph. */
  used: { lotId: string; quantity: string }[]
  /** Each thing that is not as the packs say; empty when all is. */
  differences: string[]
  write: (signers: readonly [Signer, Signer]) => Promise<void>
}

/**
 * The account of the packaging materials of an order that is being finished: every piece on the line is explained (`pieces_unreconciled`), and what was used is
 * what packs and boxes take. What is lost, or used beyond or below that, needs a deviation in words and opens a case.
 */
export async function accountMaterials(
  tx: Tx,
  actor: Actor,
  { row }: Order,
  { needed, accounts }: Pieces,
  given: readonly PieceAccountInput[],
  { packs, ownBoxes, deviation, finishedAt }: Packed,
): Promise<Settled> {
  const onLine = accounts.filter(({ out }) => out > 0)
  const unreconciled = (errors: FieldError[]) => new Refusal('pieces_unreconciled', errors)
  const unknown = given.findIndex(({ lotId }) => !onLine.some((account) => account.lotId === lotId))
  if (unknown >= 0) throw unreconciled([{ path: `materials.${unknown}.lotId`, message: '这一批没有在线的包材' }])
  const errors = onLine.flatMap(({ lotId, lotNo, unit, out }): FieldError[] => {
    const index = given.findIndex((one) => one.lotId === lotId)
    const told = index < 0 ? 0 : accountedFor(given[index] ?? nothing)
    if (told === out) return []
    return [{ path: index < 0 ? 'materials' : `materials.${index}.used`, message: `${lotNo} 在线 ${out} ${unit}，已说明 ${told} ${unit}` }]
  })
  if (errors.length > 0) throw unreconciled(errors)

  const lots = new Map(
    (
      await lockLots(
        tx,
        given.map(({ lotId }) => lotId),
      )
    ).map((lot) => [lot.id, lot]),
  )
  const differences = differencesOf(needed, lots, given, { packs, ownBoxes })
  if (differences.length > 0 && deviation === '') throw unreconciled(differences.map((message) => ({ path: 'deviation', message })))
  const document = orderDocument(row)
  const movements = []
  for (const [index, { lotId, placeId, ...parts }] of given.entries())
    movements.push(
      ...(await leaveLine(
        tx,
        { lot: valueIn(lots, lotId), placeId, path: `materials.${index}.placeId`, ...parts },
        { document, occurredAt: finishedAt, reason: '' },
      )),
    )
  await moveStock(tx, actor, movements)
  return {
    used: given.flatMap(({ lotId, used }) => (used > 0 ? [{ lotId, quantity: String(used) }] : [])),
    differences,
    write: (signers) =>
      writeEntries(
        tx,
        actor,
        { orderId: row.id, kind: 'account', reason: '', signers, meanings: [materialAccountMeaning, packagingCheckMeaning] },
        given.map(({ placeId = null, ...pieces }) => ({ placeId, ...pieces })),
      ),
  }
}

const nothing = { used: 0, spoiled: 0, destroyed: 0, sampled: 0, returned: 0, lost: 0 }

/** What is lost, and what of each material was used beyond or below what the packs and boxes take. */
function differencesOf(
  needed: Pieces['needed'],
  lots: ReadonlyMap<string, Lot>,
  given: readonly PieceAccountInput[],
  { packs, ownBoxes }: { packs: number; ownBoxes: number },
): string[] {
  const lost = given.flatMap(({ lotId, lost: pieces }) => {
    const lot = valueIn(lots, lotId)
    return pieces === 0 ? [] : [`${lot.name} ${lot.lotNo} 遗失 ${pieces} ${lot.unit}`]
  })
  const wrong = [...needed.values()].flatMap(({ materialId, perPack, perBox }) => {
    const expected = perPack * packs + perBox * ownBoxes
    const ofMaterial = given.filter(({ lotId }) => valueIn(lots, lotId).materialId === materialId)
    const used = ofMaterial.reduce((sum, one) => sum + one.used, 0)
    if (used === expected) return []
    const [first] = ofMaterial
    const name = first === undefined ? '未领用的包材' : valueIn(lots, first.lotId).name
    return [`${name} 使用 ${used}，按成品应用 ${expected}`]
  })
  return [...lost, ...wrong]
}

/** The case about pieces that are not as the packs say; it holds the packs. Returns its number. */
export async function openMaterialCase(tx: Tx, actor: Actor, { row }: Order, lot: Lot, differences: readonly string[]): Promise<string> {
  const { caseNo } = await openIncident(tx, actor, {
    area: 'packaging',
    subject: `${lot.name} ${lot.lotNo} 包材不平`,
    measured: differences.join('；').slice(0, 200),
    expected: '领用的包材全部有去向，用量与成品相符',
    source: { table: 'packaging_order', id: row.id, no: row.orderNo },
    lotIds: [lot.id],
  })
  return caseNo
}
