import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import type { BoxChangeKind } from '#contract/packing/box.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { sizeOf, withoutRuns } from '#tools/ranges.ts'
import { readBoxes, boxKey, recordCodeEvents, type PackRun } from '#server/features/packing/codes/code-spans.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import type { OwnedRun } from './take-box.ts'

type Document = { kind: string; id: string; no: string }

/** The next 装箱变更单, by which boxes and codes change before it is written itself. */
export async function beginBoxChange(tx: Tx): Promise<Document> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(tx)
  return { kind: 'box_change', id: only(rows).id, no: await nextDocumentNo(tx, 'ZX', dayInShanghai(tx.now())) }
}

/** Packs that were put into a box or taken out of it, as their codes are now. */
type Change = {
  document: Document
  box: { rangeId: string; index: number; code: string }
  isNewBox?: boolean
  moved: readonly OwnedRun[]
  way: 'in' | 'out'
  place?: { id: string }
  packagingOrderId?: string
  reason: string
  checkedBy: string | null
}

/**
 * Writes 装箱变更单 once the packs lie where it says: what stays in the box, what was moved, and into the story of each code and the history of each lot. The
 * database looks at the end whether that is so. The only writer of box_change.
 */
export async function writeBoxChange(tx: Tx, actor: Actor, change: Change): Promise<BoxChangeKind> {
  const { document, box, moved, way, reason } = change
  const content = ((await readBoxes(tx, [box])).get(boxKey(box)) ?? []).filter(isOwned)
  const after = asWritten(content)
  const put = way === 'in' ? asWritten(moved) : []
  const stays = after.flatMap((run) =>
    withoutRuns(
      run,
      put.filter(({ rangeId }) => rangeId === run.rangeId),
    ),
  )
  const kind = way === 'out' ? 'open' : (await batchesOf(tx, after)) > 1 ? 'merge' : 'refill'
  await tx
    .insertInto('boxChange')
    .values({
      enterpriseId: actor.enterpriseId,
      id: document.id,
      changeNo: document.no,
      kind,
      boxRangeId: box.rangeId,
      boxIndex: box.index,
      boxCode: box.code,
      isNewBox: change.isNewBox ?? false,
      packagingOrderId: change.packagingOrderId ?? null,
      placeId: change.place?.id ?? null,
      packsAfter: sizeOf(after),
      packsMoved: sizeOf(moved),
      reason,
      changedBy: actor.id,
      checkedBy: change.checkedBy,
      changedAt: tx.now().toISOString(),
    } satisfies EveryColumn<'boxChange'>)
    .execute()
  const rows = [
    ...stays.map((run) => ({ ...run, way: 'stays' as const })),
    ...(way === 'in' ? put : asWritten(moved)).map((run) => ({ ...run, way })),
  ]
  await tx
    .insertInto('boxChangePack')
    .values(
      rows.map((run) => ({
        ...{ enterpriseId: actor.enterpriseId, changeId: document.id, way: run.way, lotId: run.lotId },
        ...{ rangeId: run.rangeId, firstIndex: run.first, lastIndex: run.last },
      })),
    )
    .execute()
  const told = way === 'in' ? `装入箱 ${box.code}：${reason}` : `移出箱 ${box.code}：${reason}`
  await recordCodeEvents(
    tx,
    actor,
    moved.map(({ rangeId, first, last, state }) => ({ rangeId, first, last, to: state, reason: told })),
    document,
  )
  await recordTrace(
    tx,
    actor,
    [...Map.groupBy(moved, ({ lotId }) => lotId)].map(([lotId, runs]) => ({
      ...{ lotId, kind: 'reboxed' as const, occurredAt: tx.now().toISOString(), documentNo: document.no },
      ...{ publicFacts: {}, privateFacts: { packs: sizeOf(runs), reason: told } },
    })),
  )
  return kind
}

const isOwned = (run: PackRun): run is OwnedRun => run.lotId !== null

type WrittenRun = Pick<OwnedRun, 'rangeId' | 'first' | 'last' | 'lotId'>

/** Neighbours of one lot as one run, whatever state each is in. */
function asWritten(runs: readonly OwnedRun[]): WrittenRun[] {
  const joined: WrittenRun[] = []
  for (const { rangeId, first, last, lotId } of runs.toSorted((a, b) => a.rangeId.localeCompare(b.rangeId) || a.first - b.first)) {
    const before = joined.at(-1)
    if (before?.rangeId === rangeId && before.lotId === lotId && before.last + 1 === first) before.last = last
    else joined.push({ rangeId, first, last, lotId })
  }
  return joined
}

async function batchesOf(tx: Tx, runs: readonly WrittenRun[]): Promise<number> {
  const lots = await tx
    .selectFrom('lot')
    .select('batchNo')
    .distinct()
    .where('id', 'in', [...new Set(runs.map(({ lotId }) => lotId))])
    .execute()
  return lots.length
}
