import { sql } from 'kysely'
import type { ColumnNumber } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { withoutRuns } from '#tools/ranges.ts'
import { readBoxes, setCodeState, type CodeRun } from '#server/features/packing/codes/code-spans.ts'
import { endFillings, fillBoxes, withoutPacks, type Filling } from '#server/features/packing/codes/fill-boxes.ts'

/** What taking packs out of their boxes comes to. */
export type Unboxing = {
  /** Boxes that hold nothing of the lot afterwards. */
  empty: CodeRun[]
  write: (tx: Tx, actor: Actor, document: { kind: string; id: string; no: ColumnNumber }) => Promise<void>
}

type Content = Filling & { id: string; batchNo: string; packedAt: string }

/** What lies in boxes of a lot now. */
async function contentsOf(tx: Tx, lotId: string): Promise<Content[]> {
  const rows = await tx
    .selectFrom('boxContent')
    .select(['id', 'boxRangeId', 'firstBox', 'lastBox', 'packRangeId', 'firstPack', 'lastPack', 'packsInBox', 'batchNo', 'packedAt'])
    .where('lotId', '=', lotId)
    .where('openedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ boxRangeId, firstBox, lastBox, packRangeId, firstPack, lastPack, ...row }) => ({
    ...row,
    boxes: { rangeId: boxRangeId, first: firstBox, last: lastBox },
    packs: { rangeId: packRangeId, first: firstPack, last: lastPack },
  }))
}

/** What the boxes of a lot hold once packs are taken out of them, and why a box is void that holds none. Nothing is written yet. */
export async function unboxed(tx: Tx, lotId: string, gone: readonly CodeRun[], reason = '更正：箱内无成品'): Promise<Unboxing> {
  const all = await contentsOf(tx, lotId)
  const goneOf = (rangeId: string) => gone.filter((run) => run.rangeId === rangeId)
  const isCut = ({ packs }: Content) => goneOf(packs.rangeId).some((run) => run.first <= packs.last && run.last >= packs.first)
  const cut = all.filter(isCut)
  const pieces = cut.map((content) => ({ ...content, stays: withoutPacks(content, goneOf(content.packs.rangeId)) }))
  const stillFilled = [...all.filter((content) => !isCut(content)), ...pieces.flatMap(({ stays }) => stays)].map(({ boxes }) => boxes)
  const empty = cut.flatMap(({ boxes }) => withoutRuns(boxes, covered(stillFilled, boxes.rangeId)))
  const joined = [...new Set(empty.map(({ rangeId }) => rangeId))].flatMap((rangeId) => covered(empty, rangeId))
  return {
    empty: joined,
    async write(within, actor, document) {
      await endFillings(
        within,
        cut.map(({ id }) => id),
      )
      for (const { stays, batchNo, packedAt } of pieces) await fillBoxes(within, stays, { lotId, batchNo, packedAt })
      const others = await othersIn(within, lotId, joined)
      const unused = joined.flatMap((run) => withoutRuns(run, covered(others, run.rangeId)))
      await setCodeState(within, actor, unused, 'voided', { document, reason })
    },
  }
}

/**
 * Packs of a lot that were taken by themselves part from their box: it holds the others only. A box that was taken whole stays closed. Lock the lot and the
 * ranges first.
 */
export async function partFromBoxes(
  tx: Tx,
  actor: Actor,
  {
    lotId,
    taken,
    document,
    reason,
  }: { lotId: string; taken: readonly CodeRun[]; document: { kind: string; id: string; no: string }; reason: string },
): Promise<void> {
  const { rows: boxes } = await sql<{ rangeId: string; index: number }>`
    select distinct c.box_range_id as range_id, box as index
    from unnest(${taken.map((run) => run.rangeId)}::uuid[], ${taken.map((run) => run.first)}::bigint[], ${taken.map((run) => run.last)}::bigint[]) as run (range_id, first, last)
      join box_content c on c.pack_range_id = run.range_id and c.opened_at is null and c.first_pack <= run.last and c.last_pack >= run.first
      cross join lateral generate_series(c.first_box + (greatest(run.first, c.first_pack) - c.first_pack) / c.packs_in_box,
        c.first_box + (least(run.last, c.last_pack) - c.first_pack) / c.packs_in_box) box`.execute(tx)
  const takenOf = (rangeId: string) => covered(taken, rangeId)
  const parting = [...(await readBoxes(tx, boxes)).values()].flatMap((content) => {
    const left = content.flatMap((run) => withoutRuns<CodeRun>(run, takenOf(run.rangeId)))
    return left.length === 0
      ? []
      : content.flatMap(({ rangeId, first, last }) => withoutRuns<CodeRun>({ rangeId, first, last }, covered(left, rangeId)))
  })
  if (parting.length === 0) return
  const { write } = await unboxed(
    tx,
    lotId,
    parting.toSorted((one, other) => one.rangeId.localeCompare(other.rangeId) || one.first - other.first),
    reason,
  )
  await write(tx, actor, document)
}

/** Runs of one range in order, overlapping ones as one. */
function covered(runs: readonly CodeRun[], rangeId: string): CodeRun[] {
  const merged: CodeRun[] = []
  for (const run of runs.filter((one) => one.rangeId === rangeId).toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1)
    if (before !== undefined && run.first <= before.last + 1) before.last = Math.max(before.last, run.last)
    else merged.push({ ...run })
  }
  return merged
}

/** The boxes among these in which packs of another lot lie (合箱). */
async function othersIn(tx: Tx, lotId: string, boxes: readonly CodeRun[]): Promise<CodeRun[]> {
  const found: CodeRun[] = []
  for (const { rangeId, first, last } of boxes)
    found.push(
      ...(await tx
        .selectFrom('boxContent')
        .select(['boxRangeId as rangeId', 'firstBox as first', 'lastBox as last'])
        .where('boxRangeId', '=', rangeId)
        .where('firstBox', '<=', last)
        .where('lastBox', '>=', first)
        .where('lotId', '<>', lotId)
        .where('openedAt', 'is', null)
        .execute()),
    )
  return found
}
