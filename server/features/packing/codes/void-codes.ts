import type { qrApi } from '#contract/packing/codes.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { setCodeState } from './code-spans.ts'
import { rangeRowOf } from './queries.ts'
import { readRangeById, runOf } from './take-range.ts'

/** The meaning of the signature under a voiding. */
const voidMeaning = '作废追溯码'

/** 作废: codes that must never pass as genuine again. What has left the house is recalled or returned instead (`code_shipped`). */
export const voidCodes: Handler<typeof qrApi.void> = async (tx, actor, { id, first, last, reason, signature }) => {
  const range = await readRangeById(tx, id)
  const run = runOf(range, { first, last })
  const owners = await tx
    .selectFrom('codeSpan')
    .select('lotId')
    .distinct()
    .where('rangeId', '=', id)
    .where('firstIndex', '<=', run.last)
    .where('lastIndex', '>=', run.first)
    .where('lotId', 'is not', null)
    .execute()
  const lots = await lockLots(
    tx,
    owners.flatMap((owner) => owner.lotId ?? []),
  )
  const voidedAt = tx.now().toISOString()
  const voiding = await tx
    .insertInto('codeVoid')
    .values({
      enterpriseId: actor.enterpriseId,
      rangeId: id,
      firstIndex: run.first,
      lastIndex: run.last,
      reason,
      voidedBy: actor.id,
      voidedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sign(tx, actor, signature, { meaning: voidMeaning, table: 'code_void', id: voiding.id })
  const { runNo } = await rangeRowOf(tx, id)
  await setCodeState(tx, actor, [run], 'voided', { document: { kind: 'code_void', id: voiding.id, no: runNo }, reason })
  const event = {
    kind: 'voided' as const,
    occurredAt: voidedAt,
    documentNo: runNo,
    publicFacts: { codes: last - first + 1 },
    privateFacts: { reason },
  }
  await recordTrace(
    tx,
    actor,
    lots.map((lot) => ({ lotId: lot.id, ...event })),
  )
  return rangeRowOf(tx, id)
}
