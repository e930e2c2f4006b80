import { incidentActions } from '#contract/cases/incident.ts'
import type { IncidentRow } from '#contract/cases/incident-file.ts'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { incidentRowOf } from './queries.ts'

export type IncidentAction = keyof typeof incidentActions

/** Locks a case until the transaction ends. Refused when this actor may not do this to it now, or has seen an older version. */
export async function takeIncident(
  tx: Tx,
  actor: Actor,
  action: IncidentAction,
  { id, rowVersion }: { id: string; rowVersion?: number },
): Promise<IncidentRow> {
  await tx.selectFrom('incident').select('id').where('id', '=', id).forUpdate().execute()
  const row = await incidentRowOf(tx, id)
  if (rowVersion !== undefined && row.rowVersion !== rowVersion) throw new Refusal('stale')
  const code = refusal(incidentActions[action], row, actor)
  if (code !== undefined) throw new Refusal(code)
  return row
}

/** The same with all lots of the case locked before it, as every step locks lots first. */
export async function takeWithLots(
  tx: Tx,
  actor: Actor,
  action: IncidentAction,
  asked: { id: string; rowVersion?: number },
): Promise<IncidentRow> {
  const lotIds = async () =>
    (await tx.selectFrom('incidentLot').select('lotId').distinct().where('incidentId', '=', asked.id).orderBy('lotId').execute()).map(
      ({ lotId }) => lotId,
    )
  const before = await lotIds()
  await lockLots(tx, before)
  const row = await takeIncident(tx, actor, action, asked)
  // A lot that came into the case meanwhile is not locked: whoever asked looks again.
  if ((await lotIds()).length !== before.length) throw new Refusal('stale')
  return row
}

type Step = {
  step: Schema['incidentStep']['step']
  note?: string
  said?: Record<string, unknown>
  doneBy: string | null
  secondBy?: string
}

/** Writes one step of a case into its record, and returns what is to be signed. */
export async function writeStep(
  tx: Tx,
  enterpriseId: string,
  incidentId: string,
  { step, note = '', said = {}, doneBy, secondBy }: Step,
): Promise<{ table: 'incident_step'; id: string }> {
  const { id } = await tx
    .insertInto('incidentStep')
    .values({
      enterpriseId,
      incidentId,
      step,
      note,
      said: JSON.stringify(said),
      doneBy,
      secondBy: secondBy ?? null,
      doneAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { table: 'incident_step', id }
}
