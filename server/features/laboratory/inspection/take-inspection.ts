import { refusal } from '#contract/kernel/action.ts'
import { inspectionActions, type InspectionRow, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { inspectionRowOf } from './queries.ts'

/** What can be done to an inspection. */
export type InspectionAction = keyof (typeof inspectionActions)['raw']

/** Locks an inspection and its lot until the transaction ends. Refused when this actor may not do this to it now. */
export async function takeInspection(
  tx: Tx,
  actor: Actor,
  side: InspectionSide,
  action: InspectionAction,
  id: string,
): Promise<{ inspection: InspectionRow; lot: Lot }> {
  const { lotId } = await inspectionRowOf(tx, side, id)
  const lot = await lockLot(tx, lotId)
  await tx.selectFrom('inspection').select('id').where('id', '=', id).forUpdate().execute()
  const inspection = await inspectionRowOf(tx, side, id)
  const code = refusal(inspectionActions[side][action], inspection, actor)
  if (code) throw new Refusal(code)
  return { inspection, lot }
}

/** Sets a taken inspection to the state its action leads to, and returns it in that state. */
export async function advanceInspection(tx: Tx, inspection: InspectionRow, action: InspectionAction): Promise<InspectionRow> {
  const { to } = inspectionActions[inspection.side][action]
  await tx.updateTable('inspection').set({ state: to }).where('id', '=', inspection.id).execute()
  return inspectionRowOf(tx, inspection.side, inspection.id)
}
