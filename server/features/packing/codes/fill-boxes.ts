import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import { withoutRuns } from '#tools/ranges.ts'
import type { CodeRun } from './code-spans.ts'

/** Boxes of one range that hold packs of another: `packsInBox` in each, in the order of both codes. */
export type Filling = {
  boxes: CodeRun
  packs: CodeRun
  packsInBox: number
}

type Boxing = {
  /** The packs to be boxed, in the order in which they come off the line. */
  packs: readonly CodeRun[]
  packsPerBox: number
  /** Empty boxes' codes, in order. */
  boxes: readonly CodeRun[]
  /** A box already begun that is filled up first (合箱), and how many packs it still takes. */
  begun?: { rangeId: string; index: number; room: number }
}

/**
 * Which pack goes into which box: full boxes first to last, the rest into a last one that is not full. Voided codes leave
 * no gap, the next pack takes the place. Refuses when there are too few boxes.
 */
export function layOutBoxes({ packs, packsPerBox, boxes, begun }: Boxing): Filling[] {
  const fillings: Filling[] = []
  const empty = boxes.map((run) => ({ ...run }))
  let open = begun
  for (const run of packs) {
    let first = run.first
    while (first <= run.last) {
      const left = run.last - first + 1
      if (open === undefined) {
        while (empty[0] !== undefined && empty[0].first > empty[0].last) empty.shift()
        const next = empty[0]
        if (next === undefined) throw new Refusal('box_labels_short')
        const full = Math.min(Math.floor(left / packsPerBox), next.last - next.first + 1)
        if (full > 0) {
          const last = first + full * packsPerBox - 1
          fillings.push({
            boxes: { ...next, last: next.first + full - 1 },
            packs: { rangeId: run.rangeId, first, last },
            packsInBox: packsPerBox,
          })
          next.first += full
          first = last + 1
          continue
        }
        open = { rangeId: next.rangeId, index: next.first, room: packsPerBox }
        next.first += 1
      }
      const count = Math.min(left, open.room)
      const box = { rangeId: open.rangeId, first: open.index, last: open.index }
      fillings.push({ boxes: box, packs: { rangeId: run.rangeId, first, last: first + count - 1 }, packsInBox: count })
      first += count
      open = open.room === count ? undefined : { ...open, room: open.room - count }
    }
  }
  return fillings
}

/** What stays of a filling when packs that never were are taken out of its boxes; `gone` are joined runs of the same range, in order. */
export function withoutPacks({ boxes, packs, packsInBox }: Filling, gone: readonly CodeRun[]): Filling[] {
  const boxOf = (pack: number) => boxes.first + Math.floor((pack - packs.first) / packsInBox)
  const firstOf = (box: number) => packs.first + (box - boxes.first) * packsInBox
  return withoutRuns(packs, gone).flatMap(({ first, last }): Filling[] => {
    const [from, to] = [boxOf(first), boxOf(last)]
    const piece = (firstBox: number, lastBox: number): Filling[] => {
      if (lastBox < firstBox) return []
      const run = { rangeId: packs.rangeId, first: Math.max(first, firstOf(firstBox)), last: Math.min(last, firstOf(lastBox + 1) - 1) }
      const packsInEach = (run.last - run.first + 1) / (lastBox - firstBox + 1)
      return [{ boxes: { rangeId: boxes.rangeId, first: firstBox, last: lastBox }, packs: run, packsInBox: packsInEach }]
    }
    if (from === to) return piece(from, to)
    // Boxes that are cut at either end hold fewer than those in between.
    const firstWhole = first === firstOf(from) ? from : from + 1
    const lastWhole = last === firstOf(to + 1) - 1 ? to : to - 1
    return [...piece(from, firstWhole - 1), ...piece(firstWhole, lastWhole), ...piece(lastWhole + 1, to)]
  })
}

/**
 * Writes which box holds which packs. The database refuses a pack in two boxes (`pack_in_one_box`), a third batch in a box
 * (`box_two_batches`, I14) and more packs than a box takes (`box_full`). The orders of all ranges must be locked. With `endFillings` the only
 * writer of box_content.
 */
export async function fillBoxes(
  tx: Tx,
  fillings: readonly Filling[],
  { lotId, batchNo, packedAt }: { lotId: string; batchNo: string; packedAt: string },
): Promise<void> {
  await sql`insert into box_content (enterprise_id, box_range_id, first_box, last_box, pack_range_id, first_pack, last_pack, packs_in_box, lot_id, batch_no, packed_at)
    select current_enterprise(), filling.*, ${lotId}::uuid, ${batchNo}, ${packedAt}::timestamptz
    from unnest(${fillings.map((one) => one.boxes.rangeId)}::uuid[], ${fillings.map((one) => one.boxes.first)}::bigint[], ${fillings.map((one) => one.boxes.last)}::bigint[],
      ${fillings.map((one) => one.packs.rangeId)}::uuid[], ${fillings.map((one) => one.packs.first)}::bigint[], ${fillings.map((one) => one.packs.last)}::bigint[],
      ${fillings.map((one) => one.packsInBox)}::integer[]) as filling`.execute(tx)
}

/** What lies in a box no more, or never did: the entries end, the pieces that stay are written anew with `fillBoxes`. */
export async function endFillings(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('boxContent').set({ openedAt: tx.now().toISOString() }).where('id', 'in', ids).execute()
}
