import { sql } from 'kysely'
import type { RecallScope } from '#contract/cases/recall.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import { findCode, type FoundCode } from '#server/features/packing/codes/code-spans.ts'

/**
 * What a question asks of the database. Only the server reads codes: a pack, a box, or all from one to another, becomes the lots they are of, read anew each time
 * it is asked, since codes can be replaced. The codes are written as they are printed, whatever was scanned.
 */
export async function readCodes(tx: Tx, masterKey: Uint8Array, scope: RecallScope): Promise<{ written: RecallScope; asked: RecallScope }> {
  if (scope.node !== 'code') return { written: scope, asked: scope }
  const first = await codeAt(tx, masterKey, scope.words, 'words')
  const last = scope.last === '' ? undefined : await codeAt(tx, masterKey, scope.last, 'last')
  const ids = await lotsOfCodes(tx, first, last ?? first)
  return {
    written: { ...scope, words: first.code, last: last?.code ?? '' },
    asked: { node: 'lot', ids, words: '', last: '', from: null, to: null },
  }
}

async function codeAt(tx: Tx, masterKey: Uint8Array, text: string, path: 'words' | 'last'): Promise<FoundCode> {
  const found = await findCode(tx, masterKey, text)
  if (found === undefined) throw new Refusal('code_unknown', [{ path: `scope.${path}`, message: '没有这个追溯码，请重新扫描' }])
  return found
}

/** The lots of these codes; of a box those of every pack that ever lay in it. Codes that are not on a pack yet have none. */
async function lotsOfCodes(tx: Tx, first: FoundCode, last: FoundCode): Promise<string[]> {
  const { rows: ends } = await sql<{ fits: boolean }>`
    select (b.scheme, b.series, b.level) = (a.scheme, a.series, a.level) and ${last.index}::bigint >= ${first.index}::bigint as fits
    from code_range a, code_range b where a.id = ${first.rangeId}::uuid and b.id = ${last.rangeId}::uuid`.execute(tx)
  if (ends[0]?.fits !== true)
    throw new Refusal('codes_apart', [{ path: 'scope.last', message: '止码与起码不是同一种码，或在起码之前，请重新扫描' }])
  const { rows } = await sql<{ lotId: string }>`
    select distinct s.lot_id
    from code_range a join code_range r on r.enterprise_id = a.enterprise_id and r.scheme = a.scheme and r.series = a.series and r.level = a.level
      and r.first_index >= a.first_index and r.first_index <= ${last.index}::bigint
    cross join lateral (
      select r.id as range_id, greatest(r.first_index, ${first.index}::bigint) as first, least(r.last_index, ${last.index}::bigint) as last where r.level = 1
      union all
      select c.pack_range_id, c.first_pack + (greatest(c.first_box, ${first.index}::bigint) - c.first_box) * c.packs_in_box,
        c.first_pack + (least(c.last_box, ${last.index}::bigint) - c.first_box + 1) * c.packs_in_box - 1
      from box_content c where c.enterprise_id = r.enterprise_id and c.box_range_id = r.id and c.first_box <= ${last.index}::bigint
        and c.last_box >= ${first.index}::bigint) part
    cross join lateral spans_within(part.range_id, part.first, part.last) s
    where a.id = ${first.rangeId}::uuid and s.lot_id is not null`.execute(tx)
  return rows.map(({ lotId }) => lotId)
}
