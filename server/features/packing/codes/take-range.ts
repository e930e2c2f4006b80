import type { Selectable } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Tx } from '#kernel/serve.ts'
import type { CodeRun } from './code-spans.ts'

/** A range, and the codes of it that a person names by their serials. */
export type TakenRange = Pick<
  Selectable<Schema['codeRange']>,
  'id' | 'level' | 'scheme' | 'series' | 'firstIndex' | 'lastIndex' | 'packagingOrderId'
>

export async function readRangeById(tx: Tx, id: string): Promise<TakenRange> {
  const range = await tx
    .selectFrom('codeRange')
    .select(['id', 'level', 'scheme', 'series', 'firstIndex', 'lastIndex', 'packagingOrderId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (range === undefined) throw new Refusal('not_found')
  return range
}

/** Serials, counted from 1 within the range, as running indexes; beyond its end there are none. */
export function runOf(range: TakenRange, { first, last }: { first: number; last: number }): CodeRun {
  const run = { rangeId: range.id, first: range.firstIndex + first - 1, last: range.firstIndex + last - 1 }
  if (run.last > range.lastIndex)
    throw new Refusal('no_such_serial', [{ path: 'last', message: `本码段共 ${range.lastIndex - range.firstIndex + 1} 个码` }])
  return run
}
