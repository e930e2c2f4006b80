import { Refusal, type RefusalCode } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import { findCodes, lockRanges, type FoundCode, type PackRun } from '#server/features/packing/codes/code-spans.ts'
import { lockLots, type Lot } from '#server/features/warehouse/lot/lot.ts'

/** Packs that belong to a lot. */
export type OwnedRun = PackRun & { lotId: string }

/** What of a code is on packs. */
export const ownedPacks = ({ packs }: FoundCode): OwnedRun[] => packs.filter((run): run is OwnedRun => run.lotId !== null)

/** The packs of a code that are in the house and may be sold or wait for their release. */
export const packsHere = (found: FoundCode): OwnedRun[] =>
  ownedPacks(found).filter(({ state }) => state === 'activated' || state === 'in_stock')

/** A code that must be known; `path` is the field to blame. */
export function known(found: FoundCode | undefined, path: string): FoundCode {
  if (found === undefined) throw new Refusal('code_unknown', [{ path, message: '没有这个追溯码，请重新扫描' }])
  return found
}

/** Refuses what is no box of packs in stock, or a box that is not in use. */
export function refuseNoBox(found: FoundCode, path: string): void {
  if (found.level !== 'box' || (found.state !== 'activated' && found.state !== 'in_stock') || found.packs.length === 0)
    throw new Refusal('box_not_in_house', [{ path, message: found.level === 'box' ? '该箱不在库' : '扫到的是袋码，请扫箱码' }])
}

/**
 * Codes as they are once nobody else moves their packs: the lots are locked, then the ranges, and the codes are read again. Between the two readings packs may
 * have gone into another box or have become another lot's: then somebody asks again (`stale`).
 */
export async function takeCodes(
  tx: Tx,
  masterKey: Uint8Array,
  codes: readonly string[],
): Promise<{ found: (FoundCode | undefined)[]; lots: Lot[] }> {
  const seen = await findCodes(tx, masterKey, codes)
  const lotsOf = (all: readonly (FoundCode | undefined)[]) => [
    ...new Set(all.flatMap((one) => (one === undefined ? [] : ownedPacks(one).map(({ lotId }) => lotId)))),
  ]
  const lots = await lockLots(tx, lotsOf(seen))
  const rangesOf = (all: readonly (FoundCode | undefined)[]) => [
    ...new Set(
      all.flatMap((one) =>
        one === undefined ? [] : [one.rangeId, ...(one.box === null ? [] : [one.box.rangeId]), ...one.packs.map(({ rangeId }) => rangeId)],
      ),
    ),
  ]
  await lockRanges(tx, rangesOf(seen))
  const found = await findCodes(tx, masterKey, codes)
  const locked = new Set(rangesOf(seen))
  if (lotsOf(found).some((id) => !lots.some((lot) => lot.id === id)) || rangesOf(found).some((id) => !locked.has(id)))
    throw new Refusal('stale')
  return { found, lots }
}

/** Refuses codes that a sale has picked, themselves or with their box. */
export async function refusePicked(
  tx: Tx,
  runs: readonly { rangeId: string; first: number; last: number; path: string; code: string }[],
): Promise<void> {
  for (const { rangeId, first, last, path, code } of runs) {
    const picked = await tx
      .selectFrom('pickingCode')
      .select('id')
      .where('rangeId', '=', rangeId)
      .where('firstIndex', '<=', last)
      .where('lastIndex', '>=', first)
      .where('isOpen', '=', true)
      .executeTakeFirst()
    if (picked !== undefined) throw refuse('packs_picked', path, `${code} 已为销售单拣货，请先收回拣货`)
  }
}

/** A refusal about one field. */
export const refuse = (code: RefusalCode, path: string, message: string): Refusal => new Refusal(code, [{ path, message }])
