import type { boxApi } from '#contract/packing/box.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import type { CodeRun } from '#server/features/packing/codes/code-spans.ts'
import { joinedPacks } from '#server/features/selling/sale/pick-sale.ts'
import { unboxed } from '#server/features/packing/packaging/unbox-packs.ts'
import { boxChangeOf } from './queries.ts'
import { known, ownedPacks, refuse, refuseNoBox, refusePicked, takeCodes, type OwnedRun } from './take-box.ts'
import { beginBoxChange, writeBoxChange } from './write-change.ts'

/** 拆箱: the packs that were scanned are taken out, or all of them. They lie loose where they are; a box that is empty is void. */
export const openBox =
  ({ masterKey }: Installation): Handler<typeof boxApi.open> =>
  async (tx, actor, { box: boxText, packs: codes, reason }) => {
    const { found } = await takeCodes(tx, masterKey, [boxText, ...codes])
    const box = known(found[0], 'box')
    refuseNoBox(box, 'box')
    const named = codes.map((_, place) => {
      const path = `packs.${place}`
      const pack = known(found[place + 1], path)
      if (pack.level !== 'pack' || pack.box?.rangeId !== box.rangeId || pack.box.index !== box.index)
        throw refuse('pack_not_in_box', path, `${pack.code} 不在这一箱里`)
      return { path, code: pack.code, packs: ownedPacks(pack) }
    })
    joinedPacks(named)
    const leaving = codes.length === 0 ? ownedPacks(box) : named.flatMap(({ packs }) => packs)
    const whole = { rangeId: box.rangeId, first: box.index, last: box.index, path: 'box', code: box.code }
    await refusePicked(tx, [whole, ...leaving.map((run) => ({ ...run, path: 'box', code: box.code }))])
    const document = await beginBoxChange(tx)
    await leaveBoxes(tx, actor, leaving, { document, reason: `拆箱：${reason}` })
    await writeBoxChange(tx, actor, { document, box, moved: leaving, way: 'out', reason, checkedBy: null })
    return boxChangeOf(tx, document.id)
  }

/** Packs lie in their box no more; a box that is empty afterwards is void. */
export async function leaveBoxes(
  tx: Tx,
  actor: Actor,
  leaving: readonly OwnedRun[],
  { document, reason }: { document: { kind: string; id: string; no: string }; reason: string },
): Promise<void> {
  for (const [lotId, runs] of [...Map.groupBy(leaving, (run) => run.lotId)].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const inOrder: CodeRun[] = runs.toSorted((one, other) => one.rangeId.localeCompare(other.rangeId) || one.first - other.first)
    const { write } = await unboxed(tx, lotId, inOrder, reason)
    await write(tx, actor, document)
  }
}
