import { sql } from 'kysely'
import type { Tx } from '#kernel/serve.ts'
import type { CodeRun } from '#server/features/packing/codes/code-spans.ts'
import { joinRuns, withoutRuns } from '#tools/ranges.ts'

/** The codes of packs of a lot that the last counts of its lines found. */
async function scannedOf(tx: Tx, countId: string, lotId: string): Promise<CodeRun[]> {
  const { rows } = await sql<CodeRun>`
    select c.range_id, c.first_index as first, c.last_index as last
    from stocktake_line l cross join lateral (select t.enterprise_id, t.id from stocktake_tally t
        where t.enterprise_id = l.enterprise_id and t.line_id = l.id order by t.round desc limit 1) last
      join stocktake_code c on c.enterprise_id = last.enterprise_id and c.tally_id = last.id
    where l.stocktake_id = ${countId}::uuid and l.lot_id = ${lotId}::uuid and l.state not in ('open', 'recount')
    order by c.range_id, c.first_index`.execute(tx)
  return rows
}

/**
 * Which codes of a lot should be in the house and were not found by a count (`missing`), and which were found although an earlier count missed them
 * (`back`). What was scanned and left since is neither.
 */
export async function missingCodesOf(tx: Tx, countId: string, lotId: string): Promise<{ missing: CodeRun[]; back: CodeRun[] }> {
  const scanned = await scannedOf(tx, countId, lotId)
  const { rows } = await sql<CodeRun & { state: string }>`
    select s.range_id, s.first_index as first, s.last_index as last, s.state from code_span s
      join code_range r on r.enterprise_id = s.enterprise_id and r.id = s.range_id and r.level = 1
    where s.lot_id = ${lotId}::uuid and s.state in ('activated', 'in_stock', 'returned', 'voided', 'missing') order by s.range_id, s.first_index`.execute(
    tx,
  )
  const foundIn = (rangeId: string) => joinRuns(scanned.filter((run) => run.rangeId === rangeId)).joined
  const lost = rows.filter(({ state }) => state === 'missing')
  return {
    missing: rows
      .filter(({ state }) => state !== 'missing')
      .flatMap(({ state: _, ...run }) => withoutRuns<CodeRun>(run, foundIn(run.rangeId))),
    back: lost.flatMap(({ state: _, ...run }) =>
      foundIn(run.rangeId).flatMap((hit): CodeRun[] => {
        const [first, last] = [Math.max(hit.first, run.first), Math.min(hit.last, run.last)]
        return first > last ? [] : [{ rangeId: run.rangeId, first, last }]
      }),
    ),
  }
}

/** The document by which one of these codes was lost outside the house, if it is lost there still: only that document finds it again. */
export async function lostOutside(tx: Tx, runs: readonly CodeRun[]): Promise<string | undefined> {
  if (runs.length === 0) return undefined
  const { rows } = await sql<{ documentNo: string }>`
    select e.document_no from unnest(${runs.map((run) => run.rangeId)}::uuid[], ${runs.map((run) => run.first)}::bigint[], ${runs.map((run) => run.last)}::bigint[])
        as run (range_id, first, last)
      cross join lateral spans_within(run.range_id, run.first, run.last) s
      join code_event e on e.range_id = s.range_id and e.first_index <= least(s.last_index, run.last) and e.last_index >= greatest(s.first_index, run.first)
    where s.state = 'missing' and e.state = 'missing' and e.document_kind <> 'stocktake'
      and not exists (select from code_event later where later.range_id = e.range_id and later.id > e.id
        and later.first_index <= least(s.last_index, run.last) and later.last_index >= greatest(s.first_index, run.first))
    limit 1`.execute(tx)
  return rows[0]?.documentNo
}
