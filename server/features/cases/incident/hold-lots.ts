import type { IncidentKind } from '#contract/cases/incident.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { placeHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'

type Named = { id: string; caseNo: string; kind: IncidentKind; subject: string }

/** Takes lots into a case and holds them until they are decided about. A lot that was rejected before is held by its state already. */
export async function holdForIncident(
  tx: Tx,
  actor: Actor,
  { id, caseNo, kind, subject }: Named,
  lotIds: readonly string[],
  reaches: boolean,
): Promise<void> {
  const hold = kind === 'deviation' ? 'deviation' : 'complaint'
  const reason = `${caseNo} ${subject}`
  const occurredAt = tx.now().toISOString()
  for (const lot of await lockLots(tx, lotIds)) {
    const isHeld = lot.state !== 'rejected'
    const holdId = isHeld ? await placeHold(tx, actor, { lotId: lot.id, kind: hold, reason, reaches }) : null
    await tx
      .insertInto('incidentLot')
      .values({ enterpriseId: actor.enterpriseId, incidentId: id, lotId: lot.id, holdId, addedBy: actor.id, addedAt: occurredAt })
      .execute()
    if (isHeld)
      await recordTrace(tx, actor, [
        { lotId: lot.id, kind: 'frozen', occurredAt, documentNo: caseNo, privateFacts: { hold, reason: subject } },
      ])
  }
}
