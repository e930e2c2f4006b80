import { openIncidentStates } from '#contract/cases/incident.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { DeviationKind } from '#contract/making/mass-balance.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'
import { titleOf, type Order } from './take-order.ts'

type Finding = { kind: DeviationKind; finding: string; path: string }

/** A step waits for the open cases of its order, whoever opened them (`case_open`). Ending the batch waits for none. */
export function refuseOpenCases({ openCases }: Pick<Order, 'openCases'>): void {
  if (openCases.length > 0)
    throw new Refusal(
      'case_open',
      openCases.map((message) => ({ path: '', message })),
    )
}

/**
 * What is out of range, or went wrong: a deviation with a case of its own, and the step is not taken. Returns the number of the case that was opened now;
 * null where nothing is wrong, or where quality assurance has closed a case about exactly this. Refused without a note (`deviation_required`).
 */
export async function caseBefore(
  tx: Tx,
  actor: Actor,
  order: Order,
  { stepNo, findings, note }: { stepNo: number | null; findings: readonly Finding[]; note: string },
): Promise<string | null> {
  // Most steps have nothing to say.
  if (findings.length === 0 && note === '') return null
  const known = await closedFindings(tx, order.id, stepNo)
  const open = findings.filter(({ kind, finding }) => !known.some((one) => one.kind === kind && one.finding === finding))
  const isEvent = findings.length === 0 && note !== '' && !known.some(({ kind }) => kind === 'event')
  if (open.length === 0 && !isEvent) return null
  if (note === '')
    throw new Refusal(
      'deviation_required',
      open.map(({ path, finding }) => ({ path, message: finding })),
    )
  const at = stepNo === null ? '完成生产' : `第${stepNo}道工序`
  const measured = open.map(({ finding }) => finding).join('；')
  const { id, caseNo } = await openIncident(tx, actor, {
    area: 'production',
    subject: `${titleOf(order)} ${at}偏差`,
    description: note,
    place: `${order.workshop} ${order.line}`,
    measured,
    source: { table: 'production_order', id: order.id, no: order.orderNo },
  })
  const noted = isEvent ? [{ kind: 'event' as const, finding: '' }] : open.map(({ kind, finding }) => ({ kind, finding }))
  await tx
    .insertInto('productionDeviation')
    .values(
      noted.map((deviation) => ({
        ...{ enterpriseId: actor.enterpriseId, orderId: order.id, stepNo, ...deviation, note, incidentId: id },
        ...{ foundBy: actor.id, foundAt: tx.now().toISOString() },
      })),
    )
    .execute()
  return caseNo
}

/** What was found before at this step, and whose case has ended. */
const closedFindings = (tx: Tx, orderId: string, stepNo: number | null) =>
  tx
    .selectFrom('productionDeviation as d')
    .innerJoin('incident as i', (join) => join.onRef('i.enterpriseId', '=', 'd.enterpriseId').onRef('i.id', '=', 'd.incidentId'))
    .select(['d.kind', 'd.finding'])
    .where('d.orderId', '=', orderId)
    .where('d.stepNo', 'is not distinct from', stepNo)
    .where('i.state', 'not in', openIncidentStates)
    .execute()
