import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { OosRow } from '#contract/cases/oos-api.ts'
import { oosActions } from '#contract/cases/oos.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { oosRowOf } from './queries.ts'

export type OosAction = keyof (typeof oosActions)['raw']

/** Locks a case, its inspection and its lot until the transaction ends. Refused when this actor may not do this to it now, or has seen an older version. */
export async function takeOos(
  tx: Tx,
  actor: Actor,
  action: OosAction,
  { id, rowVersion }: { id: string; rowVersion: number },
  /** The side whose operation was asked; the others are for both. */
  side?: InspectionSide,
): Promise<OosRow> {
  const { lotId, inspectionId, side: own } = await oosRowOf(tx, id)
  if (side !== undefined && side !== own) throw new Refusal('not_found')
  await lockLot(tx, lotId)
  await tx.selectFrom('inspection').select('id').where('id', '=', inspectionId).forUpdate().execute()
  await tx.selectFrom('oosCase').select('id').where('id', '=', id).forUpdate().execute()
  const row = await oosRowOf(tx, id)
  if (row.rowVersion !== rowVersion) throw new Refusal('stale')
  const code = refusal(oosActions[row.side][action], row, actor)
  if (code) throw new Refusal(code)
  return row
}
