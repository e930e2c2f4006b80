import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { destructionWitness, disposalActions, disposalTolerance, type disposalApi } from '#contract/warehouse/disposal.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { setCodeState, type CodeRun } from '#server/features/packing/codes/code-spans.ts'
import { unboxed } from '#server/features/packing/packaging/unbox-packs.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { moveStock, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { readStock } from '#server/features/warehouse/stock/on-hand.ts'
import { closeLines, weighedLines } from './decide-disposal.ts'
import { disposalFileOf } from './queries.ts'
import { takeDisposal } from './take-disposal.ts'

type Weighed = ReturnType<typeof weighedLines>[number]
type Document = { kind: string; id: string; no: string }

/**
 * 执行销毁: the keeper and a witness sign, and in the same transaction the kilograms leave the ledger and the codes of the packs are dead. What weighs a
 * little less than the book says is gone as well, with that reason; what differs by more is decided about again.
 */
export const carryOutDisposal: Handler<typeof disposalApi.carryOut> = async (
  tx,
  actor,
  { id, rowVersion, weights, carrier, certificateNo, signature, witness },
) => {
  const { row, lines, lots } = await takeDisposal(tx, actor, 'carryOut', { id, rowVersion })
  const weighed = weighedLines(lines, weights)
  for (const one of weighed) refuseOther(one)
  const signer = await proveSigner(actor, signature)
  const other = await proveSecond(actor, witness, '13:decide')
  // The database keeps this, too; here the refusal names the field.
  if (other.id === row.proposedBy.id || other.id === row.decidedBy)
    throw new Refusal('same_person', [{ path: 'witness.userName', message: '见证人不能是提出人或批准人' }])
  for (const { line, weighed: quantity } of weighed)
    await tx.updateTable('disposalLine').set({ weighed: quantity }).where('id', '=', line.id).execute()
  const occurredAt = tx.now().toISOString()
  await tx
    .updateTable('disposalCase')
    .set({
      state: 'done',
      carriedBy: actor.id,
      witnessId: other.id,
      carriedAt: occurredAt,
      carrier,
      certificateNo: certificateNo === '' ? null : certificateNo,
    })
    .where('id', '=', id)
    .execute()
  await closeLines(tx, id)
  const signed = { table: 'disposal_case', id }
  await writeSignatures(tx, [
    { signer, meaning: disposalActions.carryOut.signs, ...signed },
    { signer: other, meaning: destructionWitness, ...signed },
  ])
  const document = { kind: 'disposal_case', id, no: row.disposalNo }
  await moveStock(tx, actor, movementsOf(weighed, { document, occurredAt, reason: row.reason }))
  await destroyCodes(tx, actor, id, document, row.reason)
  for (const lot of lots) {
    const { onHand, reserved } = await readStock(tx, lot.id)
    if (exact(reserved).greaterThan(onHand))
      throw new Refusal('short_stock', [
        { path: 'weights', message: `${lot.lotNo} 已有 ${exact(reserved).toFixed()} ${lot.unit} 分配给单据，请先收回分配` },
      ])
  }
  await recordTrace(
    tx,
    actor,
    weighed.map(({ line }) => ({
      lotId: line.lotId,
      kind: 'destroyed' as const,
      occurredAt,
      documentNo: row.disposalNo,
      privateFacts: { quantity: line.quantity, ...(line.packs !== null && { packs: line.packs }), reason: row.reason },
    })),
  )
  return disposalFileOf(tx, id)
}

/** Loose goods weigh what was decided about, within the tolerance of a scale and of damp air. */
function refuseOther({ line, place, weighed }: Weighed): void {
  if (line.packs !== null) return
  const decided = line.found ?? line.quantity
  const apart = exact(weighed).minus(decided).abs()
  if (apart.greaterThan(exact(decided).times(disposalTolerance)))
    throw new Refusal('disposal_weight_differs', [
      {
        path: `weights.${place}.weighed`,
        message: `${line.lotNo} 核准 ${exact(decided).toFixed()} ${line.unit}，实称 ${exact(weighed).toFixed()} ${line.unit}`,
      },
    ])
}

/** What was weighed is destroyed; what was missing of the book is a shortage of its own. */
function movementsOf(lines: readonly Weighed[], entry: Pick<Movement, 'document' | 'occurredAt'> & { reason: string }): Movement[] {
  return lines.flatMap(({ line, weighed, isLess }) => {
    const from = { lotId: line.lotId, from: line.placeId, ...entry }
    const destroyed = line.packs === null && isLess ? weighed : line.quantity
    const missing = exact(line.quantity).minus(destroyed)
    const entries: Movement[] = [{ ...from, to: { only: 'loss' }, quantity: exact(destroyed).toFixed(), kind: 'destroy' }]
    if (missing.greaterThan(0))
      entries.push({
        ...from,
        to: { only: 'adjustment' },
        quantity: missing.toFixed(),
        kind: 'shortage',
        reason: `${entry.reason}（销毁时实称 ${exact(weighed).toFixed()} ${line.unit}）`,
      })
    return entries
  })
}

/** The codes of the packs are dead, and the packs lie in no box any more. */
async function destroyCodes(tx: Tx, actor: Actor, caseId: string, document: Document, reason: string): Promise<void> {
  const codes = await tx
    .selectFrom('disposalCode')
    .select(['lotId', 'rangeId', 'firstIndex as first', 'lastIndex as last'])
    .where('caseId', '=', caseId)
    .orderBy('rangeId')
    .orderBy('firstIndex')
    .execute()
  const runs: CodeRun[] = codes
  await setCodeState(tx, actor, runs, 'destroyed', { document, reason })
  for (const lotId of [...new Set(codes.map((code) => code.lotId))].toSorted()) {
    const mine = codes.filter((code) => code.lotId === lotId)
    const { write } = await unboxed(tx, lotId, mine, '箱内成品已销毁')
    await write(tx, actor, document)
  }
}
